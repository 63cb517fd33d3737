// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The second design of the article: a table off the heap has the place of each chunk. Its raw addresses are
/// offsets into one memory here, so that access is checked.
final class TableSignals extends Signals {
    private static final int CHUNKS = SAMPLES >> CHUNK_SHIFT;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(3L * SAMPLES * Double.BYTES, Double.BYTES);
    private final MemorySegment a = table(0);
    private final MemorySegment b = table(1);
    private final MemorySegment out = table(2);

    @Override
    public void set(long index, double forA, double forB, double forOut) {
        put(a, index, forA);
        put(b, index, forB);
        put(out, index, forOut);
    }

    @Override
    double get(long index) {
        return get(a, index);
    }

    @Override
    void put(long index, double value) {
        put(a, index, value);
    }

    @Override
    public double out(long index) {
        return get(out, index);
    }

    @Override
    public void mix() {
        for (long i = 0; i < SAMPLES; i++) {
            put(out, i, get(a, i) + get(b, i));
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    /// Chunks of the three signals by turns, last first.
    private MemorySegment table(int signal) {
        MemorySegment table = arena.allocate(JAVA_LONG, CHUNKS);
        for (int i = 0; i < CHUNKS; i++) {
            table.setAtIndex(JAVA_LONG, i, ((CHUNKS - 1L - i) * 3 + signal) * CHUNK_BYTES);
        }
        return table;
    }

    private double get(MemorySegment table, long index) {
        long chunk = table.getAtIndex(JAVA_LONG, index >>> CHUNK_SHIFT);
        return memory.get(JAVA_DOUBLE, chunk + ((index & CHUNK_MASK) << 3));
    }

    private void put(MemorySegment table, long index, double value) {
        long chunk = table.getAtIndex(JAVA_LONG, index >>> CHUNK_SHIFT);
        memory.set(JAVA_DOUBLE, chunk + ((index & CHUNK_MASK) << 3), value);
    }
}
