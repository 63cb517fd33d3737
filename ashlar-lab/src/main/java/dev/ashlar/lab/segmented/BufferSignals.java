// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The first design of the article: chunks are direct byte buffers, in a list; each access finds its buffer.
final class BufferSignals extends Signals {
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

    @Override
    public void close() {
    }

    private static ByteBuffer[] chunks() {
        ByteBuffer[] chunks = new ByteBuffer[SAMPLES >> CHUNK_SHIFT];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.nativeOrder());
        }
        return chunks;
    }

    private static double get(ByteBuffer[] chunks, long index) {
        return chunks[(int) (index >>> CHUNK_SHIFT)].getDouble((int) (index & CHUNK_MASK) << 3);
    }

    private static void put(ByteBuffer[] chunks, long index, double value) {
        chunks[(int) (index >>> CHUNK_SHIFT)].putDouble((int) (index & CHUNK_MASK) << 3, value);
    }
}
