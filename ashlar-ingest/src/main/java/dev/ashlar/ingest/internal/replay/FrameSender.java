// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Writes frames into a connection, many at once. **Failure**: [UncheckedIOException] when the connection fails.
///
/// **Threading**: one thread at a time. Allocates nothing per frame.
public final class FrameSender {
    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final MemorySegment memory = MemorySegment.ofBuffer(buffer);
    private long frames;
    private long bytes;

    public FrameSender(SocketChannel channel) {
        this.channel = channel;
    }

    /// Writes a frame, and zeros up to the next multiple of `align`.
    public void write(MemorySegment source, long offset, long length, int align) {
        frames++;
        bytes += length;
        for (long at = 0; at < length;) {
            int part = (int) Math.min(length - at, room());
            MemorySegment.copy(source, offset + at, memory, buffer.position(), part);
            buffer.position(buffer.position() + part);
            at += part;
        }
        for (long i = length; i % align != 0; i++) {
            room();
            buffer.put((byte) 0);
            bytes++;
        }
    }

    private int room() {
        if (!buffer.hasRemaining()) {
            flush();
        }
        return buffer.remaining();
    }

    /// Hands over what is buffered.
    public void flush() {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        buffer.clear();
    }

    public long frames() {
        return frames;
    }

    public long bytes() {
        return bytes;
    }
}
