// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
            codecs.add(() -> new AshlarBook(kind));
            codecs.add(() -> new SbeBook(kind));
            codecs.add(() -> new AshlarOrder(kind));
            codecs.add(() -> new SbeOrder(kind));
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
        same(new AshlarCar(kind), new SbeCar(kind));
        same(new AshlarMarketData(kind), new SbeMarketData(kind));
        same(new AshlarBook(kind), new SbeBook(kind));
        same(new AshlarOrder(kind), new SbeOrder(kind));
    }

    private static void same(Codec one, Codec other) {
        try (Codec ours = one; Codec reference = other) {
            ours.verify();
            reference.verify();
            for (int i = 0; i < ours.count(); i++) {
                assertEquals(-1, mismatch(ours.message(i), reference.message(i)), ours.getClass() + " " + i);
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
        int length = benchmark.encode();
        int expected = switch (kind) {
            case ASHLAR_CAR, SBE_CAR -> CarValues.ENCODED_LENGTH;
            case ASHLAR_MARKET_DATA, SBE_MARKET_DATA -> MarketDataValues.ENCODED_LENGTH;
            case ASHLAR_BOOK, SBE_BOOK -> BookValues.ENCODED_LENGTH;
            case ASHLAR_ORDER, SBE_ORDER -> OrderValues.ENCODED_LENGTH;
            case PROTO_CAR, PROTO_MARKET_DATA -> length;
        };
        assertEquals(expected, length);
        long sum = switch (kind) {
            case ASHLAR_CAR, SBE_CAR, PROTO_CAR -> CarValues.checksum(1);
            case ASHLAR_MARKET_DATA, SBE_MARKET_DATA, PROTO_MARKET_DATA -> MarketDataValues.checksum(1);
            case ASHLAR_BOOK, SBE_BOOK -> BookValues.checksum(1);
            case ASHLAR_ORDER, SBE_ORDER -> OrderValues.checksum(1);
        };
        assertEquals(sum, benchmark.decode());
        benchmark.close();
    }

    private static long mismatch(MemorySegment ours, MemorySegment reference) {
        return ours.mismatch(reference);
    }
}
