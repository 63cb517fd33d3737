// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Disk;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/// A real disk that fails at its n-th use, and at that one alone.
final class FailingDisk extends Disk {
    private int left;

    FailingDisk(int failAt) {
        left = failAt;
    }

    boolean hasFailed() {
        return left <= 0;
    }

    private void use(String what) throws IOException {
        if (--left == 0) {
            throw new IOException("No space left on device (" + what + ")");
        }
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        use("create");
        return super.create(file);
    }

    @Override
    public int write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        use("write");
        return super.write(channel, bytes, position);
    }

    @Override
    public MemorySegment map(FileChannel channel, MapMode mode, long bytes, Arena arena) throws IOException {
        use("map");
        return super.map(channel, mode, bytes, arena);
    }
}
