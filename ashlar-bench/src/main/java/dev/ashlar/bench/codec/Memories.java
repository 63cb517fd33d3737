// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Equally long memories, one of each sort that the kind asks for.
///
/// **Ownership**: the memories and the file of the mapped one go with it.
final class Memories implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] memories;

    Memories(MemoryKind kind, long bytes) {
        memories = switch (kind) {
            case NATIVE -> new MemorySegment[] {arena.allocate(bytes)};
            case ARRAY -> new MemorySegment[] {MemorySegment.ofArray(new byte[Math.toIntExact(bytes)])};
            case MIXED -> new MemorySegment[] {
                MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]), arena.allocate(bytes), map(bytes)
            };
        };
    }

    int count() {
        return memories.length;
    }

    MemorySegment get(int index) {
        return memories[index];
    }

    @Override
    public void close() {
        arena.close();
    }

    private MemorySegment map(long bytes) {
        try {
            Path file = Files.createTempFile("ashlar-bench", ".bin");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
