// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/// Files whose space is taken before it is used: a full disk is then an exception, and no fault of the JVM.
final class Blank {
    private static final int STEP_BYTES = 1 << 20;

    private Blank() {
    }

    /// A mapping of a file that was written full of zeros.
    static MemorySegment mapped(FileChannel channel, long bytes, Arena arena) throws IOException {
        write(channel, bytes);
        return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    }

    static void write(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(STEP_BYTES);
        for (long at = 0; at < bytes;) {
            zeros.clear().limit((int) Math.min(STEP_BYTES, bytes - at));
            at += channel.write(zeros, at);
        }
        channel.force(true);
    }
}
