// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.segmented;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.lab.segmented.SignalKind;
import dev.ashlar.lab.segmented.Signals;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The benchmarks of the suite, run once: every contender does the work, and the same.
class SegmentedBenchmarkTest {
    @ParameterizedTest
    @EnumSource(SignalKind.class)
    void shouldDoTheSameWork(SignalKind kind) {
        SegmentedBenchmark benchmark = new SegmentedBenchmark();
        benchmark.kind = kind;
        benchmark.open();
        double sum = 0;
        for (long i = 0; i < Signals.LENGTH; i++) {
            sum += Signals.a(i);
        }
        assertEquals(sum, benchmark.sum());
        assertEquals(Signals.a(0) + Signals.b(0), benchmark.mix());
        benchmark.writeRandom();
        benchmark.readRandom();
        benchmark.chase();
        benchmark.close();
    }
}
