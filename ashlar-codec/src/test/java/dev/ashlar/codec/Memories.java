// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// One memory of each class the JDK has, as far as they matter here.
final class Memories {
    /// @param bytes of each, a multiple of eight
    static List<MemorySegment> ofAllClasses(int bytes) {
        return List.of(Arena.ofAuto().allocate(bytes), mapped(bytes), MemorySegment.ofArray(new byte[bytes]),
                MemorySegment.ofArray(new byte[bytes + 8]).asSlice(3, bytes),
                MemorySegment.ofArray(new long[bytes / 8]), MemorySegment.ofArray(new short[bytes / 2]));
    }

    static MemorySegment mapped(int bytes) {
        try {
            Path file = Files.createTempFile("ashlar", ".bin");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
