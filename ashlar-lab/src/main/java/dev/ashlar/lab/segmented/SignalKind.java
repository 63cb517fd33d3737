// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.measure.Contender;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Supplier;

/// The memory of signals.
public enum SignalKind implements Contender {
    // Lambdas, because method references would load the classes of all kinds, and the JIT would no longer know that the
    // calls of the one that a JVM measures have a single target.
    SOLID("Ashlar, contiguous", () -> new PoolSignals(false)),
    SCATTERED("Ashlar, scattered", () -> new PoolSignals(true)),
    FLAT("MemorySegment, flat", () -> new FlatSignals()),
    HEAP("double[]", () -> new HeapSignals()),
    BUFFERS("ByteBuffer chunks", () -> new BufferSignals()),
    TABLE("address table", () -> new TableSignals());

    private final String text;
    private final Supplier<Signals> opening;

    SignalKind(String text, Supplier<Signals> opening) {
        this.text = text;
        this.opening = opening;
    }

    @Override
    public String text() {
        return text;
    }

    public Signals open() {
        return opening.get();
    }

    /// One `MemorySegment` for each signal.
    static final class FlatSignals extends Signals {
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

    /// An array on the heap for each signal.
    static final class HeapSignals extends Signals {
        private final double[] a = new double[SAMPLES];
        private final double[] b = new double[SAMPLES];
        private final double[] out = new double[SAMPLES];

        @Override
        public void set(long index, double forA, double forB, double forOut) {
            a[(int) index] = forA;
            b[(int) index] = forB;
            out[(int) index] = forOut;
        }

        @Override
        double get(long index) {
            return a[(int) index];
        }

        @Override
        void put(long index, double value) {
            a[(int) index] = value;
        }

        @Override
        public double out(long index) {
            return out[(int) index];
        }

        @Override
        public void mix() {
            for (int i = 0; i < SAMPLES; i++) {
                out[i] = a[i] + b[i];
            }
        }
    }

    /// The first design of the article: chunks are direct byte buffers, in a list; each access finds its buffer.
    static final class BufferSignals extends Signals {
        private final ByteBuffer[] a = chunks();
        private final ByteBuffer[] b = chunks();
        private final ByteBuffer[] out = chunks();

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

        private static ByteBuffer[] chunks() {
            ByteBuffer[] chunks = new ByteBuffer[SAMPLES >> CHUNK_SHIFT];
            Arrays.setAll(chunks, _ -> ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.nativeOrder()));
            return chunks;
        }

        private static double get(ByteBuffer[] chunks, long index) {
            return chunks[(int) (index >>> CHUNK_SHIFT)].getDouble((int) (index & CHUNK_MASK) << 3);
        }

        private static void put(ByteBuffer[] chunks, long index, double value) {
            chunks[(int) (index >>> CHUNK_SHIFT)].putDouble((int) (index & CHUNK_MASK) << 3, value);
        }
    }

    /// The second design of the article: an off-heap table has the address of each chunk. Here its raw addresses are
    /// offsets into one memory, so that access is checked.
    static final class TableSignals extends Signals {
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

        /// Chunks of the three signals in turn, last first.
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
}
