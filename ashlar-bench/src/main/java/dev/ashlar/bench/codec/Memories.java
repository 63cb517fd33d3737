// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.codec.CodecBenchmark.MemoryKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/// The memory of SBE messages: consecutive messages are in turn in memories of equal length, one of each sort of the
/// kind.
///
/// **Ownership**: closing it frees the memories and deletes the mapped file.
abstract class Memories implements Codec.Messages {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] memories;
    private final int length;

    /// @param length bytes of a message
    Memories(MemoryKind kind, int count, int length) {
        this.length = length;
        int bytes = Math.multiplyExact(count, length);
        memories = switch (kind) {
            case NATIVE -> new MemorySegment[] {arena.allocate(bytes)};
            case ARRAY -> new MemorySegment[] {MemorySegment.ofArray(new byte[bytes])};
            case MIXED -> new MemorySegment[] {
                MemorySegment.ofArray(new byte[bytes]), arena.allocate(bytes), map(bytes)
            };
        };
    }

    /// Ashlar's memory of each message.
    static final class Segments extends Memories {
        private final MemorySegment[] memoryOf;
        private final int length;

        Segments(MemoryKind kind, int count, int length) {
            super(kind, count, length);
            this.length = length;
            memoryOf = byTurns(count, Function.identity()).toArray(MemorySegment[]::new);
        }

        MemorySegment memory(int index) {
            return memoryOf[index];
        }

        long offset(int index) {
            return (long) index * length;
        }
    }

    /// The buffer of each message, for the SBE reference.
    static final class Buffers extends Memories {
        private final UnsafeBuffer[] bufferOf;
        private final int length;

        Buffers(MemoryKind kind, int count, int length) {
            super(kind, count, length);
            this.length = length;
            bufferOf = byTurns(count, memory -> memory.heapBase().map(array -> new UnsafeBuffer((byte[]) array))
                    .orElseGet(() -> new UnsafeBuffer(memory.asByteBuffer()))).toArray(UnsafeBuffer[]::new);
        }

        UnsafeBuffer memory(int index) {
            return bufferOf[index];
        }

        int offset(int index) {
            return index * length;
        }
    }

    /// For each message, the object made from its memory; one object for each memory.
    final <T> Stream<T> byTurns(int count, Function<MemorySegment, T> made) {
        List<T> all = Stream.of(memories).map(made).toList();
        return Stream.iterate(0, i -> i < count, i -> i + 1).map(i -> all.get(i % all.size()));
    }

    @Override
    public final MemorySegment message(int index) {
        return memories[index % memories.length].asSlice((long) index * length, length);
    }

    @Override
    public final void clear() {
        Stream.of(memories).forEach(memory -> memory.fill((byte) 0));
    }

    @Override
    public final void close() {
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
