// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Creates files with their full length, and their space if requested, before they are mapped.
public record FileSpace(Os os, Disk disk, boolean reserve) {
    private static final int ZEROS_BYTES = 1 << 20;

    /// Makes a file, all zero, and opens it.
    ///
    /// @throws IOException if there is no such space, or the file cannot be made; what there is of it has to be deleted
    public FileChannel create(Path file, long bytes) throws IOException {
        FileChannel channel = disk.create(file);
        try {
            if (reserve) {
                requireMemory(file, bytes);
            }
            if (reserve && !os.fallocate(file, 0, bytes)) {
                writeZeros(channel, bytes);
            } else if (!reserve) {
                disk.write(channel, ByteBuffer.allocate(1), bytes - 1);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Files of a tmpfs are memory: Linux kills a process that takes more than there is, as with [AnonymousExtents].
    private void requireMemory(Path file, long bytes) throws IOException {
        long availableBytes = os.availableBytes();
        if (bytes > availableBytes && isInMemory(file)) {
            throw new IOException("more than the memory available: availableBytes=" + availableBytes);
        }
    }

    private static boolean isInMemory(Path file) {
        try {
            return Files.getFileStore(file).type().equals("tmpfs");
        } catch (IOException e) {
            // The system does not tell, as in some containers.
            return false;
        }
    }

    private void writeZeros(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, bytes));
        for (long position = 0; position < bytes;) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - position));
            position += disk.write(channel, zeros, position);
        }
    }
}
