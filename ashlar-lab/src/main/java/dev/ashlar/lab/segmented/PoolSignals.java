// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import dev.ashlar.measure.Recorder;
import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.BigDoubleArray;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.SegmentedMemory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Ashlar's big arrays in containers of a pool, contiguous or scattered.
final class PoolSignals extends Signals {
    private static final int CHUNKS = 3 * (SAMPLES >> CHUNK_SHIFT);

    private final ChunkPool pool;
    private final BigDoubleArray a;
    private final BigDoubleArray b;
    private final BigDoubleArray out;

    PoolSignals(boolean scattered) {
        try {
            pool = ChunkPool.anonymous(PoolOptions.bounded((scattered ? 2L : 1L) * CHUNKS * CHUNK_BYTES));
            if (scattered) {
                leaveNoRow(pool);
            }
            a = BigDoubleArray.acquire(pool, SAMPLES);
            b = BigDoubleArray.acquire(pool, SAMPLES);
            out = BigDoubleArray.acquire(pool, SAMPLES);
        } catch (AllocationException e) {
            throw new IllegalStateException(e);
        }
        Recorder.require(a.memory().isContiguous() != scattered, "layout is not the requested one: contiguous="
                + a.memory().isContiguous());
    }

    @Override
    public void set(long index, double forA, double forB, double forOut) {
        a.set(index, forA);
        b.set(index, forB);
        out.set(index, forOut);
    }

    @Override
    double get(long index) {
        return a.get(index);
    }

    @Override
    void put(long index, double value) {
        a.set(index, value);
    }

    @Override
    public double out(long index) {
        return out.get(index);
    }

    @Override
    public double sum() {
        return a.sum();
    }

    @Override
    public void mix() {
        out.mix(a, b, Double::sum);
    }

    @Override
    public void close() {
        pool.close();
    }

    /// Keeps every other chunk, and releases the rest in random order.
    private static void leaveNoRow(ChunkPool pool) throws AllocationException {
        List<SegmentedMemory> others = new ArrayList<>();
        List<SegmentedMemory> singles = new ArrayList<>();
        pool.reserve(2L * CHUNKS * CHUNK_BYTES);
        for (int i = 0; i < 2 * CHUNKS; i++) {
            (i % 2 == 0 ? others : singles).add(pool.acquire(CHUNK_BYTES));
        }
        Collections.shuffle(singles, new Random(1));
        singles.forEach(SegmentedMemory::close);
    }
}
