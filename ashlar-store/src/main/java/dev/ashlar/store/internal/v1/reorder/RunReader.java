// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.reorder.RunWriter.HEADER_BYTES;

import dev.ashlar.store.internal.v1.file.Checksum;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Reads the entries of a run that a [RunWriter] wrote, each block compared with its checksum before any of it is
/// handed out.
///
/// **Threading**: one thread. **Failure**: an [IOException] with the file's name where it is damaged or cut.
final class RunReader implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final long mostBytes;
    private final Arena arena;
    /// A block, and eight bytes more, so that as many can be read where a key ends.
    private MemorySegment buffer;
    private final MemorySegment header;
    private long at;
    private long end;
    private int length;
    private long count;

    /// @param arena     for blocks that are longer than the buffer
    /// @param buffer    borrowed
    /// @param mostBytes of an entry
    RunReader(Path file, Arena arena, MemorySegment buffer, long mostBytes) throws IOException {
        this.file = file;
        this.arena = arena;
        this.buffer = buffer;
        this.mostBytes = mostBytes;
        header = MemorySegment.ofArray(new byte[HEADER_BYTES]);
        channel = FileChannel.open(file, StandardOpenOption.READ);
        length = -Integer.BYTES;
    }

    /// @return whether there is another entry
    boolean next() throws IOException {
        at += Integer.BYTES + length;
        if (at == end && !readBlock()) {
            return false;
        }
        length = buffer.get(PACKED_INT, at);
        count++;
        return true;
    }

    private boolean readBlock() throws IOException {
        read(header, HEADER_BYTES);
        int bytes = header.get(PACKED_INT, 0);
        if (bytes < 0 || bytes > Math.max(mostBytes, buffer.byteSize() - Long.BYTES)) {
            throw damaged("length of a block=" + bytes);
        }
        if (bytes + Long.BYTES > buffer.byteSize()) {
            buffer = arena.allocate((long) bytes + Long.BYTES, Long.BYTES);
        }
        long summed = bytes == 0 ? Long.BYTES : bytes;
        read(buffer, summed);
        if (Checksum.of(buffer, 0, summed) != header.get(PACKED_INT, Integer.BYTES)) {
            throw damaged("a block differs from its checksum");
        }
        at = 0;
        end = bytes;
        if (bytes == 0 && buffer.get(PACKED_LONG, 0) != count) {
            throw damaged("entries=" + count + ", written=" + buffer.get(PACKED_LONG, 0));
        }
        return bytes > 0;
    }

    private void read(MemorySegment to, long bytes) throws IOException {
        ByteBuffer free = to.asSlice(0, bytes).asByteBuffer();
        while (free.hasRemaining()) {
            if (channel.read(free) < 0) {
                throw damaged("file ends too early");
            }
        }
    }

    private IOException damaged(String why) {
        return new IOException("temporary file of a sort is damaged: " + why + "; sort again (" + file + ")");
    }

    MemorySegment memory() {
        return buffer;
    }

    /// Of the current entry, its length field included.
    long offset() {
        return at;
    }

    /// Bytes of the current entry without its length field.
    int length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
