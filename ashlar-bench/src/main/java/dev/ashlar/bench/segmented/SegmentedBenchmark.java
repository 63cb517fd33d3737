// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.segmented;

import dev.ashlar.lab.segmented.SignalKind;
import dev.ashlar.lab.segmented.Signals;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// What does it cost that memory comes in chunks? One operation is 1,024 samples.
///
/// Were sequential work dearer than over flat memory, bulk operations would have to change; were random access to a
/// solid container dearer, containers would.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class SegmentedBenchmark {
    static final int SAMPLES_PER_OPERATION = 1 << 10;
    private static final int SEQUENTIAL = Signals.LENGTH / SAMPLES_PER_OPERATION;
    private static final int RANDOM = Signals.ACCESSES / SAMPLES_PER_OPERATION;

    @Param("SOLID")
    public SignalKind kind;

    private Signals signals;
    private long random;

    @Setup
    public void open() {
        signals = kind.open();
        signals.fill();
        signals.verify();
    }

    @TearDown
    public void close() {
        signals.verify();
        signals.close();
    }

    @Benchmark
    @OperationsPerInvocation(SEQUENTIAL)
    public double sum() {
        return signals.sum();
    }

    @Benchmark
    @OperationsPerInvocation(SEQUENTIAL)
    public double mix() {
        signals.mix();
        return signals.out(random++ & Signals.LENGTH - 1);
    }

    @Benchmark
    @OperationsPerInvocation(RANDOM)
    public double readRandom() {
        return signals.readRandom(random++);
    }

    @Benchmark
    @OperationsPerInvocation(RANDOM)
    public void writeRandom() {
        signals.writeRandom(random++);
    }

    @Benchmark
    @OperationsPerInvocation(RANDOM)
    public double chase() {
        return signals.chase(random++);
    }
}
