// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The second design of the article: the place of each chunk stands in a table beside the heap. Its raw addresses are
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
    public double out(long index) {
        return get(out, index);
    }

    @Override
    public double sum() {
        double sum = 0;
        for (long i = 0; i < SAMPLES; i++) {
            sum += get(a, i);
        }
        return sum;
    }

    @Override
    public void mix() {
        for (long i = 0; i < SAMPLES; i++) {
            put(out, i, get(a, i) + get(b, i));
        }
    }

    @Override
    public double readRandom(long random) {
        double sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            sum += get(a, index(random));
        }
        return sum;
    }

    @Override
    public void writeRandom(long random) {
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random);
            int index = index(random);
            put(a, index, a(index));
        }
    }

    @Override
    public double chase(long random) {
        double sum = 0;
        double last = 0;
        for (int i = 0; i < ACCESSES; i++) {
            random = next(random + (long) last);
            last = get(a, index(random));
            sum += last;
        }
        return sum;
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
