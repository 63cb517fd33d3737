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

/// A way to append blocks to a file, and what is promised of them.
enum Append {
    /// They outlive the process.
    WRITTEN("written, never synced"),
    /// They outlive the machine once an interval has passed.
    INTERVAL("written, synced every 100 ms"),
    /// They outlive the machine at once.
    SYNCED("written, synced each time"),
    /// As the first, but by stores to mapped memory.
    MAPPED("mapped, never synced"),
    /// As the third, but by stores to mapped memory.
    MAPPED_SYNCED("mapped, synced each time");

    static final int BLOCK_BYTES = 4 << 10;
    static final long INTERVAL_MS = 100;
    private static final long INTERVAL_NS = INTERVAL_MS * 1_000_000;

    private final String text;

    Append(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    boolean isSyncedEachTime() {
        return this == SYNCED || this == MAPPED_SYNCED;
    }

    private boolean isMapped() {
        return this == MAPPED || this == MAPPED_SYNCED;
    }

    /// Appends blocks, each full of its number.
    ///
    /// @param times gets the nanoseconds of each
    /// @throws IOException if the disk is full or fails
    void run(Path file, long[] times) throws IOException {
        long bytes = (long) times.length * BLOCK_BYTES;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            // So that a full disk is an exception here, and not a fault when mapped memory is written.
            MemorySegment memory = isMapped() ? Blank.mapped(channel, bytes, arena) : MemorySegment.NULL;
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            long synced = System.nanoTime();
            for (int i = 0; i < times.length; i++) {
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
                    if (this == SYNCED || this == INTERVAL && start - synced > INTERVAL_NS) {
                        channel.force(false);
                        synced = start;
                    }
                }
                times[i] = System.nanoTime() - start;
            }
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
