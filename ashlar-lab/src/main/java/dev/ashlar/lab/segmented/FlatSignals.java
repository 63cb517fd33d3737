// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// One memory for each signal.
final class FlatSignals extends Signals {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment a = arena.allocate(JAVA_DOUBLE, SAMPLES);
    private final MemorySegment b = arena.allocate(JAVA_DOUBLE, SAMPLES);
    private final MemorySegment out = arena.allocate(JAVA_DOUBLE, SAMPLES);

    @Override
    public void set(long index, double forA, double forB, double forOut) {
        a.setAtIndex(JAVA_DOUBLE, index, forA);
        b.setAtIndex(JAVA_DOUBLE, index, forB);
        out.setAtIndex(JAVA_DOUBLE, index, forOut);
    }

    @Override
    double get(long index) {
        return a.getAtIndex(JAVA_DOUBLE, index);
    }

    @Override
    void put(long index, double value) {
        a.setAtIndex(JAVA_DOUBLE, index, value);
    }

    @Override
    public double out(long index) {
        return out.getAtIndex(JAVA_DOUBLE, index);
    }

    @Override
    public void mix() {
        for (long i = 0; i < SAMPLES; i++) {
            out.setAtIndex(JAVA_DOUBLE, i, a.getAtIndex(JAVA_DOUBLE, i) + b.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
