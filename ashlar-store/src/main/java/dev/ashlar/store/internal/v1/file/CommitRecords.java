// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.COMMIT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// The records in the header of an extent of how far the rows of its chunks are committed. Records are in pairs; the
/// older of a pair is overwritten next.
///
/// **Threading**: one thread at a time.
public final class CommitRecords {
    public static final int PAIRS = 28;
    static final int BYTES = (int) COMMIT.byteSize();
    /// No two records of a pair share a sector.
    static final int FIRST = 512;
    private static final int CHECKED = Integer.BYTES;
    private static final int CONTAINER = (int) offset(COMMIT, "container");
    private static final int GENERATION = (int) offset(COMMIT, "generation");
    private static final int EPOCH = (int) offset(COMMIT, "epoch");
    private static final int CHUNK = (int) offset(COMMIT, "chunk");
    private static final int ROWS_CHECKSUM = (int) offset(COMMIT, "rowsChecksum");
    private static final int FROM = (int) offset(COMMIT, "from");
    private static final int END = (int) offset(COMMIT, "end");

    private final Extents extents;
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final MemorySegment memory = MemorySegment.ofBuffer(bytes);
    private final CRC32C crc = new CRC32C();

    /// A record that is whole.
    ///
    /// @param container  whose rows they are
    /// @param generation of the last durable checkpoint before
    /// @param epoch      of this use of the chunk
    /// @param chunk      in which the rows are
    /// @param checksum   of the rows, with their prefixes
    /// @param from       the first row, up to which all was durable at the checkpoint, or that of the chunk
    /// @param end        the row after the last
    public record Commit(int container, long generation, long epoch, int chunk, int checksum, long from, long end) { }

    public CommitRecords(Extents extents) {
        this.extents = extents;
    }

    /// Where a record lies in its extent.
    ///
    /// @param second whether it is the second of its pair
    static int at(int pair, boolean second) {
        return FIRST + ((second ? PAIRS : 0) + pair) * BYTES;
    }

    public void write(int pair, boolean second, int container, long generation, long epoch, int chunk, int checksum,
            long from, long end) {
        bytes.putInt(CONTAINER, container).putLong(GENERATION, generation).putLong(EPOCH, epoch).putInt(CHUNK, chunk)
                .putInt(ROWS_CHECKSUM, checksum).putLong(FROM, from).putLong(END, end);
        bytes.putInt(0, checksum());
        MemorySegment.copy(memory, 0, extents.memory(extents.geometry().extent(chunk)), at(pair, second), BYTES);
    }

    private int checksum() {
        crc.reset();
        crc.update(bytes.array(), CHECKED, BYTES - CHECKED);
        return (int) crc.getValue();
    }

    /// @return null if there is none that is whole
    public Commit read(int extent, int pair, boolean second) {
        MemorySegment file = extents.memory(extent);
        int at = at(pair, second);
        if (at + BYTES > file.byteSize()) {
            return null;
        }
        MemorySegment.copy(file, at, memory, 0, BYTES);
        int chunk = bytes.getInt(CHUNK);
        if (bytes.getInt(CONTAINER) <= 0 || bytes.getInt(0) != checksum() || chunk < 0
                || extents.geometry().extent(chunk) != extent) {
            return null;
        }
        return new Commit(bytes.getInt(CONTAINER), bytes.getLong(GENERATION), bytes.getLong(EPOCH), chunk,
                bytes.getInt(ROWS_CHECKSUM), bytes.getLong(FROM), bytes.getLong(END));
    }
}
