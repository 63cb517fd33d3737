// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What extents need of a file system. Tests have one that fails at its n-th use.
public class Disk {
    /// Makes a file and opens it.
    public FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE);
    }

    /// Writes bytes at a place of a file; returns how many.
    public int write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        return channel.write(bytes, position);
    }

    /// Maps the beginning of a file.
    public MemorySegment map(FileChannel channel, MapMode mode, long bytes, Arena arena) throws IOException {
        return channel.map(mode, 0, bytes, arena);
    }
}
