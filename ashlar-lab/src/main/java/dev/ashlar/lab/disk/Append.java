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

/// A way to append blocks to a file, and what is promised of them.
enum Append {
    /// They outlive the process.
    WRITTEN("written, never synced"),
    /// They outlive the machine once an interval has passed.
    INTERVAL("written, synced every 100 ms"),
    /// They outlive the machine at once.
    SYNCED("written, synced each time"),
    /// As the first, but in a file whose space was taken and written before.
    PREPARED("written to a prepared file, never synced"),
    /// As the third, but in such a file.
    PREPARED_SYNCED("written to a prepared file, synced each time"),
    /// As in a prepared file, but by stores to mapped memory.
    MAPPED("mapped, never synced"),
    /// As in a prepared file that is synced, but by stores to mapped memory.
    MAPPED_SYNCED("mapped, synced each time");

    static final int BLOCK_BYTES = 4 << 10;
    static final long INTERVAL_MS = 100;
    static final long INTERVAL_NS = INTERVAL_MS * 1_000_000;

    private final String text;

    Append(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    boolean isSyncedEachTime() {
        return this == SYNCED || this == PREPARED_SYNCED || this == MAPPED_SYNCED;
    }

    boolean isSyncedAtIntervals() {
        return this == INTERVAL;
    }

    /// Mapped memory cannot grow as a file does that is written to: what is compared with it is prepared, too.
    private boolean isPrepared() {
        return this == PREPARED || this == PREPARED_SYNCED || isMapped();
    }

    private boolean isMapped() {
        return this == MAPPED || this == MAPPED_SYNCED;
    }

    /// Appends blocks, each full of its number.
    ///
    /// @throws IOException if the disk is full or fails
    Appended run(Path file, Length length) throws IOException {
        long[] times = new long[length.most()];
        long bytes = (long) length.most() * BLOCK_BYTES;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            // So that a full disk is an exception here, and not a fault when mapped memory is written.
            if (isPrepared()) {
                Blank.write(channel, bytes);
            }
            MemorySegment memory = isMapped() ? channel.map(MapMode.READ_WRITE, 0, bytes, arena) : MemorySegment.NULL;
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            long begin = System.nanoTime();
            long synced = begin;
            int i = 0;
            for (; length.goesOn(i, begin); i++) {
                long start = System.nanoTime();
                if (isMapped()) {
                    MemorySegment place = memory.asSlice((long) i * BLOCK_BYTES, BLOCK_BYTES);
                    place.fill((byte) i);
                    if (this == MAPPED_SYNCED) {
                        place.force();
                    }
                } else {
                    MemorySegment.ofBuffer(block.clear()).fill((byte) i);
                    while (block.hasRemaining()) {
                        channel.write(block, (long) i * BLOCK_BYTES + block.position());
                    }
                    if (isSyncedEachTime() || isSyncedAtIntervals() && start - synced > INTERVAL_NS) {
                        channel.force(false);
                        // As in a store, the interval is from the end of a sync to the next one.
                        synced = System.nanoTime();
                    }
                }
                times[i] = System.nanoTime() - start;
            }
            long last = System.nanoTime();
            if (isSyncedAtIntervals()) {
                channel.force(false);
            }
            return new Appended(Arrays.copyOf(times, i), isSyncedAtIntervals() ? System.nanoTime() - last : 0);
        }
    }

    /// @throws IOException if the file does not hold what was appended
    static void check(Path file, int blocks) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ); Arena arena = Arena.ofConfined()) {
            MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, (long) blocks * BLOCK_BYTES, arena);
            for (int i = 0; i < blocks; i++) {
                long first = (long) i * BLOCK_BYTES;
                for (long at : new long[] {first, first + BLOCK_BYTES - 1}) {
                    if (memory.get(ValueLayout.JAVA_BYTE, at) != (byte) i) {
                        throw new IOException("not what was appended: block=" + i + " (" + file + ")");
                    }
                }
            }
        }
    }
}
