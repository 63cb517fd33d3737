// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.store.internal.v1.file.Checksum;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes a run: entries in their order, in blocks that each have a checksum, and at the end their count.
///
/// **Layout** of a block, and of the end, which is a block of no bytes:
///
/// | offset | bytes | field    | meaning                                             |
/// |-------:|------:|----------|-----------------------------------------------------|
/// |      0 |     4 | length   | bytes of the entries; 0 at the end                  |
/// |      4 |     4 | checksum | CRC32C of what follows                              |
/// |      8 |       | entries  | whole ones; at the end 8 bytes: how many there were |
///
/// **Threading**: one thread.
final class RunWriter implements AutoCloseable {
    static final int HEADER_BYTES = 2 * Integer.BYTES;

    private final Path file;
    private final FileChannel channel;
    /// A header and the entries of a block.
    private final MemorySegment block;
    private long filled = HEADER_BYTES;
    private long count;

    /// @param block borrowed, for a header and as many entries as a block has; a longer one gets a block of its own
    RunWriter(Path file, MemorySegment block) throws IOException {
        this.file = file;
        this.block = block;
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void add(MemorySegment memory, long offset, long length) throws IOException {
        count++;
        if (filled + length > block.byteSize()) {
            writeBlock();
        }
        if (HEADER_BYTES + length > block.byteSize()) {
            block.set(PACKED_INT, 0, Math.toIntExact(length));
            block.set(PACKED_INT, Integer.BYTES, Checksum.of(memory, offset, length));
            write(block.asSlice(0, HEADER_BYTES));
            write(memory.asSlice(offset, length));
            return;
        }
        MemorySegment.copy(memory, offset, block, filled, length);
        filled += length;
    }

    private void writeBlock() throws IOException {
        if (filled > HEADER_BYTES) {
            write(filled - HEADER_BYTES, Math.toIntExact(filled - HEADER_BYTES));
        }
    }

    private void write(long bytes, int length) throws IOException {
        block.set(PACKED_INT, 0, length);
        block.set(PACKED_INT, Integer.BYTES, Checksum.of(block, HEADER_BYTES, bytes));
        write(block.asSlice(0, HEADER_BYTES + bytes));
        filled = HEADER_BYTES;
    }

    private void write(MemorySegment bytes) throws IOException {
        try {
            ByteBuffer buffer = bytes.asByteBuffer();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw new IOException("cannot write sorted entries: " + e.getMessage() + " (" + file + ")", e);
        }
    }

    /// Writes what is left and the end. Without it the run is damaged.
    void finish() throws IOException {
        writeBlock();
        block.set(PACKED_LONG, HEADER_BYTES, count);
        write(Long.BYTES, 0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
