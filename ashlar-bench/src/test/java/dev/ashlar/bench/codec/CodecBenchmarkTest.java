// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.codec.CodecBenchmark.CodecKind;
import dev.ashlar.bench.codec.CodecBenchmark.MemoryKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The benchmarks of the suite, run small: every contender does the work, and the same.
class CodecBenchmarkTest {
    static Stream<Supplier<Codec>> codecs() {
        List<Supplier<Codec>> codecs = new ArrayList<>();
        for (MemoryKind kind : MemoryKind.values()) {
            codecs.add(() -> new AshlarCar(kind));
            codecs.add(() -> new SbeCar(kind));
            codecs.add(() -> new AshlarMarketData(kind));
            codecs.add(() -> new SbeMarketData(kind));
        }
        codecs.add(ProtoCar::new);
        codecs.add(ProtoMarketData::new);
        return codecs.stream();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void shouldReadWhatItWrote(Supplier<Codec> open) {
        try (Codec codec = open.get()) {
            codec.verify();
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void shouldTakeEveryMessageInTurn(Supplier<Codec> open) {
        try (Codec codec = open.get()) {
            for (int i = 0; i < codec.count(); i++) {
                assertEquals(i, codec.next());
            }
            assertEquals(0, codec.next());
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryKind.class)
    void shouldWriteTheSameBytesAsTheReference(MemoryKind kind) {
        try (AshlarCar ours = new AshlarCar(kind); SbeCar reference = new SbeCar(kind)) {
            ours.verify();
            reference.verify();
            for (int i = 0; i < ours.count(); i++) {
                assertEquals(-1, mismatch(ours.message(i), reference.message(i)), "Car " + i);
            }
        }
        try (AshlarMarketData ours = new AshlarMarketData(kind); SbeMarketData reference = new SbeMarketData(kind)) {
            ours.verify();
            reference.verify();
            for (int i = 0; i < ours.count(); i++) {
                assertEquals(-1, mismatch(ours.message(i), reference.message(i)), "MarketData " + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CodecKind.class)
    void shouldRunAllBenchmarkMethods(CodecKind kind) {
        CodecBenchmark benchmark = new CodecBenchmark();
        benchmark.codec = kind;
        benchmark.memory = MemoryKind.NATIVE;
        benchmark.open();
        boolean car = kind.name().endsWith("CAR");
        int length = benchmark.encode();
        assertTrue(kind.name().startsWith("PROTO")
                || length == (car ? CarValues.ENCODED_LENGTH : MarketDataValues.ENCODED_LENGTH), () -> "length=" + length);
        assertEquals(car ? CarValues.checksum(1) : MarketDataValues.checksum(1), benchmark.decode());
        benchmark.close();
    }

    private static long mismatch(MemorySegment ours, MemorySegment reference) {
        return ours.mismatch(reference);
    }
}
