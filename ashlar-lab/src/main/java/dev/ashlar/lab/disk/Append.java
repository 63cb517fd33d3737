// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// A way to append blocks to a file, and their durability.
enum Append {
    /// Blocks survive a crash of the process.
    WRITTEN("written, never synced", false, false, false),
    /// Blocks survive a crash of the machine once an interval has passed.
    INTERVAL("written, synced every 100 ms", false, false, false),
    /// Blocks survive a crash of the machine at once.
    SYNCED("written, synced each time", false, false, true),
    /// Like the first, but in a file whose space was allocated and written before.
    PREPARED("written to a prepared file, never synced", true, false, false),
    /// Like the third, but in such a file.
    PREPARED_SYNCED("written to a prepared file, synced each time", true, false, true),
    /// Like a prepared file, but with stores to mapped memory, which cannot grow as a written file does.
    MAPPED("mapped, never synced", true, true, false),
    /// Like a prepared file that is synced, but with stores to mapped memory.
    MAPPED_SYNCED("mapped, synced each time", true, true, true);

    static final int BLOCK_BYTES = 4 << 10;
    static final long INTERVAL_MS = 100;
    static final long INTERVAL_NS = INTERVAL_MS * 1_000_000;

    final String text;
    private final boolean prepared;
    private final boolean mapped;
    final boolean syncedEachTime;

    Append(String text, boolean prepared, boolean mapped, boolean syncedEachTime) {
        this.text = text;
        this.prepared = prepared;
        this.mapped = mapped;
        this.syncedEachTime = syncedEachTime;
    }

    /// Appends blocks, each filled with its number.
    ///
    /// @throws IOException if the disk is full or fails
    Appended run(Path file, Length length) throws IOException {
        long[] times = new long[length.most()];
        long bytes = (long) length.most() * BLOCK_BYTES;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            // A full disk is then an exception here, not a fault when mapped memory is written.
            if (prepared) {
                fillWithZeros(channel, bytes);
            }
            MemorySegment memory = mapped ? channel.map(MapMode.READ_WRITE, 0, bytes, arena) : MemorySegment.NULL;
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            long begin = System.nanoTime();
            long synced = begin;
            int i = 0;
            for (; length.goesOn(i, begin); i++) {
                long start = System.nanoTime();
                if (mapped) {
                    MemorySegment place = memory.asSlice((long) i * BLOCK_BYTES, BLOCK_BYTES);
                    place.fill((byte) i);
                    if (syncedEachTime) {
                        place.force();
                    }
                } else {
                    MemorySegment.ofBuffer(block.clear()).fill((byte) i);
                    while (block.hasRemaining()) {
                        channel.write(block, (long) i * BLOCK_BYTES + block.position());
                    }
                    if (syncedEachTime || this == INTERVAL && start - synced > INTERVAL_NS) {
                        channel.force(false);
                        // As in a store, the interval is from the end of a sync to the start of the next.
                        synced = System.nanoTime();
                    }
                }
                times[i] = System.nanoTime() - start;
            }
            long last = System.nanoTime();
            if (this == INTERVAL) {
                channel.force(false);
            }
            return new Appended(Arrays.copyOf(times, i), this == INTERVAL ? System.nanoTime() - last : 0);
        }
    }

    /// @throws IOException if the file differs from what was appended
    static void check(Path file, int blocks) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ); Arena arena = Arena.ofConfined()) {
            MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, (long) blocks * BLOCK_BYTES, arena);
            for (int i = 0; i < blocks; i++) {
                long first = (long) i * BLOCK_BYTES;
                for (long at : new long[] {first, first + BLOCK_BYTES - 1}) {
                    if (memory.get(ValueLayout.JAVA_BYTE, at) != (byte) i) {
                        throw new IOException("block differs from what was appended: block=" + i + " (" + file + ")");
                    }
                }
            }
        }
    }

    /// How much to append: a number of blocks and, if syncs are periodic, more until `leastNs` have passed; never more
    /// than there is room for.
    record Length(int blocks, int most, long leastNs) {
        static Length of(int blocks) {
            return new Length(blocks, blocks, 0);
        }

        boolean goesOn(int done, long begin) {
            return done < most && (done < blocks || System.nanoTime() - begin < leastNs);
        }
    }

    /// @param lastSyncNs duration of the sync after the last block; 0 if there is none, or each block had its own
    record Appended(long[] ns, long lastSyncNs) {
        private static final double NS_PER_US = 1e3;

        int blocks() {
            return ns.length;
        }

        long totalNs() {
            return Arrays.stream(ns).sum() + lastSyncNs;
        }

        double megabytesPerSecond() {
            return (double) ns.length * Append.BLOCK_BYTES * NS_PER_US / totalNs();
        }

        /// The time in microseconds that this fraction of the blocks did not exceed.
        double us(double part) {
            long[] sorted = ns.clone();
            Arrays.sort(sorted);
            return sorted[(int) (sorted.length * part)] / NS_PER_US;
        }
    }

    /// Allocates the space of a file before it is used: a full disk is then an exception, not a fault in the JVM.
    static void fillWithZeros(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long at = 0; at < bytes;) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
        channel.force(true);
    }
}
