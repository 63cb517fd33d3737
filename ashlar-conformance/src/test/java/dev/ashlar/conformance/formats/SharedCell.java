// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.SeqlockCell;
import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A cell in a file of 4,096 bytes, as Java sees it. Its last 8 bytes are not 0 once readers are to end.
///
/// Value *n*: 32 words of 8 bytes, *n* and on, then the low 4 bytes of *n*. *n* is its version.
final class SharedCell implements AutoCloseable {
    static final int VALUE_BYTES = 260;
    private static final int SLOTS = 5;
    private static final int OFFSET = 256;
    private static final int FILE_BYTES = 4096;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final MemorySegment value = arena.allocate(VALUE_BYTES, 8);
    private final VersionedCellWriter writer =
            VersionedCellWriter.durable(new VersionedCell(VALUE_BYTES, SLOTS), new Syncs(0));
    private final SeqlockCell seqlock = new SeqlockCell(VALUE_BYTES);
    private final Cell cell;

    /// Both kinds of cells.
    enum Kind {
        VERSIONED, SEQLOCK
    }

    SharedCell(Kind kind, Path path) throws IOException {
        cell = kind == Kind.VERSIONED ? new VersionedCell(VALUE_BYTES, SLOTS) : seqlock;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            memory = file.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES, arena);
        }
    }

    /// One that was never written.
    static SharedCell create(Kind kind, Path path) throws IOException {
        SharedCell cell = new SharedCell(kind, path);
        // Programs know by it which cell it is.
        cell.memory.set(LONG, 0, kind.ordinal());
        return cell;
    }

    long latest() {
        return Math.max(0, cell.latest(memory, OFFSET));
    }

    /// @return the version of the value, all bytes of which are checked; or what [Cell#read] says
    long read() {
        long result = cell.read(memory, OFFSET, value, 0, Cell.MAX_ATTEMPTS);
        return result > 0 ? check(Cell.version(result)) : result;
    }

    private long check(long number) {
        for (int word = 0; word < VALUE_BYTES / 8; word++) {
            if (value.get(LONG, 8 * word) != number + word) {
                throw new AssertionError("torn: version=" + number + ", word=" + word + ": " + value.get(LONG, 8 * word));
            }
        }
        if (value.get(INT, VALUE_BYTES - 4) != (int) number) {
            throw new AssertionError("torn at the end: version=" + number);
        }
        return number;
    }

    /// Replaces the value by the next one, as the only writer.
    long write() {
        long number = latest() + 1;
        for (int word = 0; word < VALUE_BYTES / 8; word++) {
            value.set(LONG, 8 * word, number + word);
        }
        value.set(INT, VALUE_BYTES - 4, (int) number);
        return cell == seqlock ? seqlock.write(memory, OFFSET, value, 0) : writer.write(memory, OFFSET, value, 0);
    }

    /// As after a loss of power that has left slots alone.
    long recover() {
        memory.set(LONG, OFFSET, 0);
        long version = writer.recover(memory, OFFSET);
        return version > 0 ? read() : version;
    }

    void stopReaders() {
        memory.set(LONG, FILE_BYTES - 8, 1);
    }

    @Override
    public void close() {
        arena.close();
    }
}
