// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.store.internal.v1.file.Entry;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.Pins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/// Two entries of a directory and two rows, in a file that writer and reader map separately, as two processes do. The
/// first chunk is in use and has no rows; the second is free.
class ChunkState {
    private static final int ENTRY = 128;
    private static final int ROW = 64;
    private static final int BYTES = 2 * ENTRY + 2 * ROW;
    /// More than the number of states at any time.
    private static final int STATES = 1 << 17;
    private static final MemorySegment[] MAPPED = map();
    private static final AtomicInteger NEXT = new AtomicInteger();

    final Entry written;
    final Entry read;
    final Entry writtenNext;
    final Entry readNext;
    private final long at;
    private final MemorySegment words = MemorySegment.ofArray(new long[(int) LiveFile.BYTES / Long.BYTES]);
    final LiveFile live = new LiveFile(words);
    final Pins pins = Pins.in(live, 0);

    ChunkState() {
        at = (NEXT.getAndIncrement() & STATES - 1) * (long) BYTES;
        MAPPED[0].asSlice(at, BYTES).fill((byte) 0);
        written = new Entry(MAPPED[0], at);
        read = new Entry(MAPPED[1], at);
        writtenNext = new Entry(MAPPED[0], at + ENTRY);
        readNext = new Entry(MAPPED[1], at + ENTRY);
        written.use(identity(1, 0), 0);
    }

    static Identity identity(int container, long ordinal) {
        return new Identity(container, ordinal, 100 * ordinal, 100, ROW, ROW, 0, 0, 0);
    }

    /// Stores a row with plain stores, which the compiler may reorder.
    void write(long value) {
        for (int word = 0; word < ROW; word += Long.BYTES) {
            MAPPED[0].set(ValueLayout.JAVA_LONG, at + 2 * ENTRY + word, value);
        }
    }

    /// The common value of all words of the row; -1 if they differ.
    int row() {
        long first = MAPPED[1].get(ValueLayout.JAVA_LONG, at + 2 * ENTRY);
        for (int word = Long.BYTES; word < ROW; word += Long.BYTES) {
            if (MAPPED[1].get(ValueLayout.JAVA_LONG, at + 2 * ENTRY + word) != first) {
                return -1;
            }
        }
        return (int) first;
    }

    private static MemorySegment[] map() {
        try {
            Path file = Files.createTempFile("ashlar", ".stress");
            file.toFile().deleteOnExit();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                long bytes = (long) STATES * BYTES;
                return new MemorySegment[] {channel.map(MapMode.READ_WRITE, 0, bytes, Arena.global()),
                    channel.map(MapMode.READ_ONLY, 0, bytes, Arena.global())};
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
