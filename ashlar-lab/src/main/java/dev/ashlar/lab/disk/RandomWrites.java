// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Small random writes to a file whose pages are in memory: with the system call, and with stores to a mapping.
final class RandomWrites {
    static final int BYTES = 64;
    private static final long FACTOR = 6364136223846793005L;

    /// @return nanoseconds per write
    static double run(Path file, long fileBytes, int writes, boolean mapped) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            Append.fillWithZeros(channel, fileBytes);
            MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, fileBytes, arena);
            // Later, both find the pages there.
            memory.fill((byte) 0);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
            double ns = 0;
            for (int run = 0; run < 2; run++) {
                long random = run;
                long start = System.nanoTime();
                for (int i = 0; i < writes; i++) {
                    random = random * FACTOR + 1;
                    long at = (random >>> 1) % (fileBytes / BYTES) * BYTES;
                    if (mapped) {
                        for (int word = 0; word < BYTES; word += Long.BYTES) {
                            memory.set(ValueLayout.JAVA_LONG, at + word, i + 1L);
                        }
                    } else {
                        buffer.clear();
                        while (buffer.hasRemaining()) {
                            buffer.putLong(i + 1L);
                        }
                        channel.write(buffer.flip(), at);
                    }
                }
                ns = (System.nanoTime() - start) / (double) writes;
                long last = (random >>> 1) % (fileBytes / BYTES) * BYTES;
                if (memory.get(ValueLayout.JAVA_LONG, last) != writes) {
                    throw new IOException("value differs from what was written: offset=" + last + " (" + file + ")");
                }
            }
            return ns;
        }
    }
}
