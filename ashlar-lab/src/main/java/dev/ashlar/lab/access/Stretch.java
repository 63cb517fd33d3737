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

/// Contiguous memory off the heap, in huge pages if requested and available.
record Stretch(ChunkPool pool, MemorySegment memory) implements AutoCloseable {
    /// Not 0: the kernel may merge the mapping with a neighbour, a small part of which may be in huge pages.
    private static final double MOST = 0.05;
    private static final double LEAST = 0.9;

    /// @throws AllocationException if the memory is not available
    static Stretch take(long bytes, boolean huge) throws AllocationException {
        PoolOptions options = PoolOptions.bounded(bytes).withExtentBytes(bytes);
        ChunkPool pool = ChunkPool.anonymous(huge ? options.withHugePages() : options);
        SegmentedMemory all = pool.acquire(bytes);
        Recorder.require(all.isContiguous(), "memory is not contiguous: bytes=" + bytes);
        MemorySegment[] found = new MemorySegment[1];
        all.forEachRun(0, bytes, (run, base, length, _) -> found[0] = run.asSlice(base, length));
        return new Stretch(pool, found[0]);
    }

    void fill(long value) {
        for (long at = 0, words = memory.byteSize() / Long.BYTES; at < words; at++) {
            memory.setAtIndex(JAVA_LONG, at, value);
        }
    }

    /// Why its pages do not have the requested size; empty if they have it, as far as the system reports.
    Optional<String> objection(boolean huge) {
        memory.fill((byte) 0);
        Optional<Residence> residence = pool.residence();
        if (residence.isEmpty()) {
            return huge ? Optional.of("huge pages: not available (the system does not report what it allocated)")
                    : Optional.empty();
        }
        double part = residence.get().hugePageBytes() / (double) memory.byteSize();
        if (huge && part < LEAST) {
            return Optional.of("huge pages: not available (the system used them for %.0f %% of the memory)"
                    .formatted(100 * part));
        }
        return !huge && part > MOST ? Optional.of("small pages were requested, but the system used huge ones: %.0f %% "
                .formatted(100 * part) + "of the memory") : Optional.empty();
    }

    @Override
    public void close() {
        pool.close();
    }
}
