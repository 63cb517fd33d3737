// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.measure.Recorder;
import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.Residence;
import dev.ashlar.memory.SegmentedMemory;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Memory in one piece off the heap, in huge pages if wanted and to be had.
record Stretch(ChunkPool pool, MemorySegment memory) implements AutoCloseable {
    /// The kernel may merge a mapping with a neighbour, of which a little may be huge.
    private static final double MOST = 0.05;
    private static final double LEAST = 0.9;

    /// @throws AllocationException if there is no such memory
    static Stretch take(long bytes, boolean huge) throws AllocationException {
        PoolOptions options = PoolOptions.bounded(bytes).withExtentBytes(bytes);
        ChunkPool pool = ChunkPool.anonymous(huge ? options.withHugePages() : options);
        SegmentedMemory all = pool.acquire(bytes);
        Recorder.require(all.isContiguous(), "memory in several pieces: bytes=" + bytes);
        MemorySegment[] found = new MemorySegment[1];
        all.forEachRun(0, bytes, (run, base, length, _) -> found[0] = run.asSlice(base, length));
        return new Stretch(pool, found[0]);
    }

    void fill(long value) {
        for (long at = 0, words = memory.byteSize() / Long.BYTES; at < words; at++) {
            memory.setAtIndex(JAVA_LONG, at, value);
        }
    }

    /// Why its pages are not those that were wanted; empty if they are, as far as the system tells.
    Optional<String> objection(boolean huge) {
        memory.fill((byte) 0);
        Optional<Residence> residence = pool.residence();
        if (residence.isEmpty()) {
            return huge ? Optional.of("huge pages: not available (the system does not tell what it gave)")
                    : Optional.empty();
        }
        double part = residence.get().hugePageBytes() / (double) memory.byteSize();
        if (huge && part < LEAST) {
            return Optional.of("huge pages: not available (the system gave them to %.0f %% of the memory)"
                    .formatted(100 * part));
        }
        return !huge && part > MOST ? Optional.of("small pages were wanted, but the system gave huge ones to %.0f %% "
                .formatted(100 * part) + "of the memory") : Optional.empty();
    }

    @Override
    public void close() {
        pool.close();
    }
}
