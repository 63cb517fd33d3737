// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// An open file. Unlike a channel it is not closed when a thread that uses it is interrupted.
///
/// **Threading**: any thread, one at a time inside.
public final class StoreFile implements AutoCloseable {
    private final Path path;
    private final RandomAccessFile file;
    /// Null until something is written from a direct buffer.
    private FileChannel channel;

    private StoreFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /// Opens a file that is there.
    ///
    /// @throws java.nio.file.NoSuchFileException if it is not
    static StoreFile open(Path path, boolean writable) throws IOException {
        if (Files.notExists(path)) {
            throw new java.nio.file.NoSuchFileException(path.toString());
        }
        return new StoreFile(path, new RandomAccessFile(path.toFile(), writable ? "rw" : "r"));
    }

    /// Makes a file, in place of one that is there.
    static StoreFile create(Path path) throws IOException {
        Files.deleteIfExists(path);
        return new StoreFile(path, new RandomAccessFile(path.toFile(), "rw"));
    }

    public Path path() {
        return path;
    }

    synchronized long length() throws IOException {
        return file.length();
    }

    /// Makes the file longer, with a hole.
    synchronized void length(long bytes) throws IOException {
        file.setLength(bytes);
    }

    /// Reads as many bytes as there are, up to what remains in a heap buffer.
    synchronized void read(ByteBuffer to, long position) throws IOException {
        file.seek(position);
        for (int n = 0; n >= 0 && to.hasRemaining();) {
            n = file.read(to.array(), to.arrayOffset() + to.position(), to.remaining());
            to.position(to.position() + Math.max(n, 0));
        }
    }

    /// Writes all that remains in a buffer.
    synchronized void write(ByteBuffer from, long position) throws IOException {
        if (from.isDirect()) {
            writeDirect(from, position);
            return;
        }
        file.seek(position);
        file.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
        from.position(from.limit());
    }

    /// Through a channel, which copies nothing before the kernel does. An interrupt closes it; to write the same twice
    /// does no harm.
    private void writeDirect(ByteBuffer from, long position) throws IOException {
        boolean interrupted = false;
        try {
            for (long at = position - from.position(); from.hasRemaining();) {
                try {
                    if (channel == null || !channel.isOpen()) {
                        channel = FileChannel.open(path, StandardOpenOption.WRITE);
                    }
                    channel.write(from, at + from.position());
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Makes content and length durable.
    void sync() throws IOException {
        file.getFD().sync();
    }

    MemorySegment map(MapMode mode, long bytes, Arena arena) throws IOException {
        try {
            return Uninterrupted.call(() -> file.getChannel().map(mode, 0, bytes, arena));
        } catch (IOException e) {
            throw new IOException("file cannot be mapped: " + e.getMessage() + "; the file system may not support shared "
                    + "mappings, or memory may be exhausted", e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
        file.close();
    }
}
