// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.StoreLayout.PACKED_INT;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.index.KeySort;
import dev.ashlar.store.internal.index.StableSort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Sorts more than fits into memory: as much as does at a time, which goes to a file as a run; then all runs are read
/// at once and merged. What is equal keeps its order.
///
/// **Layout** of an entry: its length without these 4 bytes, the key, the content.
///
/// **Threading**: one thread.
///
/// **Ownership**: its memory and files, which are deleted when it is closed.
final class ExternalSort implements AutoCloseable {
    /// Takes what was sorted.
    @FunctionalInterface
    interface Sink {
        void put(MemorySegment memory, long offset, int length) throws IOException;
    }

    private static final int HEADER = Integer.BYTES;
    /// Of a key's first bytes and where it lies, and the same again while it is sorted.
    private static final int SORT_BYTES = 32;
    private static final int LEAST_BUFFER = 1 << 16;
    private static final int MOST_BUFFER = 1 << 23;

    private final int keyLength;
    private final Path folder;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory;
    private final KeySort sort;
    private final long capacity;
    private final List<Path> runs = new ArrayList<>();
    private long used;

    /// @param memoryBytes that it may take, about
    /// @param folder      for files, if that is not enough
    ExternalSort(int keyLength, long memoryBytes, Path folder) throws AllocationException {
        this.keyLength = keyLength;
        this.folder = folder;
        capacity = memoryBytes / 2 / SORT_BYTES;
        sort = new KeySort(capacity);
        memory = arena.allocate(memoryBytes / 2, Long.BYTES);
    }

    MemorySegment memory() {
        return memory;
    }

    /// Makes room for an entry, whose key and content the caller writes.
    ///
    /// @return where its key begins in [#memory]; its content follows
    long claim(int contentLength) throws IOException {
        long bytes = HEADER + Math.addExact((long) keyLength, contentLength);
        if (used + bytes > memory.byteSize() || sort.count() == capacity) {
            if (bytes > memory.byteSize()) {
                throw new IllegalArgumentException("entry longer than the memory to sort in: length=" + bytes
                        + ", bytes=" + memory.byteSize());
            }
            writeRun();
        }
        memory.set(PACKED_INT, used, keyLength + contentLength);
        return used + HEADER;
    }

    /// Takes in what was written where it was claimed.
    void commit() {
        sort.add(firstBytes(memory, used + HEADER), used);
        used += HEADER + (long) memory.get(PACKED_INT, used);
    }

    /// How many files were written.
    int runs() {
        return runs.size();
    }

    private long firstBytes(MemorySegment of, long key) {
        long first = 0;
        for (int i = 0; i < Math.min(keyLength, Long.BYTES); i++) {
            first |= (of.get(ValueLayout.JAVA_BYTE, key + i) & 0xffL) << Long.SIZE - Byte.SIZE - i * Byte.SIZE;
        }
        return first ^ Long.MIN_VALUE;
    }

    private int compare(MemorySegment one, long oneKey, MemorySegment other, long otherKey) {
        long at = MemorySegment.mismatch(one, oneKey, oneKey + keyLength, other, otherKey, otherKey + keyLength);
        return at < 0 ? 0 : Byte.compareUnsigned(one.get(ValueLayout.JAVA_BYTE, oneKey + at),
                other.get(ValueLayout.JAVA_BYTE, otherKey + at));
    }

    private void sortMemory() throws AllocationException {
        sort.sort();
        if (keyLength <= Long.BYTES) {
            return;
        }
        for (long from = 0; from < sort.count();) {
            long to = from + 1;
            while (to < sort.count() && sort.key(to) == sort.key(from)) {
                to++;
            }
            if (to - from > 1) {
                sortTies(from, Math.toIntExact(to - from));
            }
            from = to;
        }
    }

    private void sortTies(long from, int count) {
        long[] ties = new long[count];
        for (int i = 0; i < count; i++) {
            ties[i] = sort.row(from + i);
        }
        StableSort.sort(ties, count, (one, other) -> compare(memory, one + HEADER, memory, other + HEADER));
        for (int i = 0; i < count; i++) {
            sort.row(from + i, ties[i]);
        }
    }

    private void writeRun() throws IOException {
        if ((runs.size() + 1L) * LEAST_BUFFER > memory.byteSize()) {
            throw new IOException("too little memory to merge all of it at once: runs=" + runs.size() + ", bytes="
                    + memory.byteSize() + "; give it more (" + folder + ")");
        }
        sortMemory();
        Path file = folder.resolve("run" + runs.size());
        runs.add(file);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(MOST_BUFFER);
            for (long i = 0; i < sort.count(); i++) {
                long entry = sort.row(i);
                long end = entry + HEADER + memory.get(PACKED_INT, entry);
                for (long at = entry; at < end;) {
                    if (!buffer.hasRemaining()) {
                        flush(buffer, out);
                    }
                    int part = (int) Math.min(end - at, buffer.remaining());
                    buffer.put(memory.asSlice(at, part).asByteBuffer());
                    at += part;
                }
            }
            flush(buffer, out);
        }
        sort.clear();
        used = 0;
    }

    private static void flush(ByteBuffer buffer, FileChannel out) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        buffer.clear();
    }

    /// Hands over all contents in order; nothing can be added after.
    void drain(Sink sink) throws IOException {
        if (runs.isEmpty()) {
            sortMemory();
            for (long i = 0; i < sort.count(); i++) {
                long entry = sort.row(i);
                sink.put(memory, entry + HEADER + keyLength, memory.get(PACKED_INT, entry) - keyLength);
            }
            return;
        }
        if (sort.count() > 0) {
            writeRun();
        }
        merge(sink);
    }

    private void merge(Sink sink) throws IOException {
        // All is in files, so the memory is free for their buffers.
        long bufferBytes = Math.clamp(memory.byteSize() / runs.size(), LEAST_BUFFER, MOST_BUFFER);
        PriorityQueue<Run> next = new PriorityQueue<>(runs.size(), Comparator.naturalOrder());
        List<Run> open = new ArrayList<>();
        try {
            for (int i = 0; i < runs.size(); i++) {
                Run run = new Run(i, memory.asSlice(i * bufferBytes, bufferBytes));
                open.add(run);
                if (run.next()) {
                    next.add(run);
                }
            }
            while (!next.isEmpty()) {
                Run least = next.remove();
                sink.put(least.buffer, least.at + HEADER + keyLength, least.length - keyLength);
                if (least.next()) {
                    next.add(least);
                }
            }
        } finally {
            for (Run run : open) {
                run.channel.close();
            }
        }
    }

    /// A file that is read.
    private final class Run implements Comparable<Run> {
        private final int number;
        private final FileChannel channel;
        private MemorySegment buffer;
        private long at;
        private long end;
        private int length;

        Run(int number, MemorySegment buffer) throws IOException {
            this.number = number;
            this.buffer = buffer;
            channel = FileChannel.open(runs.get(number), StandardOpenOption.READ);
            length = -HEADER;
        }

        boolean next() throws IOException {
            at += HEADER + length;
            if (!fill(HEADER)) {
                return false;
            }
            length = buffer.get(PACKED_INT, at);
            if (!fill(HEADER + length)) {
                throw new IOException("file of a sort ends too early (" + runs.get(number) + ")");
            }
            return true;
        }

        /// Sees to it that so many bytes are at hand.
        private boolean fill(int bytes) throws IOException {
            if (end - at >= bytes) {
                return true;
            }
            MemorySegment to = bytes <= buffer.byteSize() ? buffer : arena.allocate(2L * bytes, Long.BYTES);
            MemorySegment.copy(buffer, at, to, 0, end - at);
            buffer = to;
            end -= at;
            at = 0;
            ByteBuffer free = buffer.asSlice(end).asByteBuffer();
            while (free.hasRemaining() && channel.read(free) >= 0) {
                // On to the next.
            }
            end += free.position();
            return end >= bytes;
        }

        @Override
        public int compareTo(Run other) {
            int compared = compare(buffer, at + HEADER, other.buffer, other.at + HEADER);
            return compared == 0 ? Integer.compare(number, other.number) : compared;
        }
    }

    @Override
    public void close() throws IOException {
        sort.letGo();
        arena.close();
        for (Path run : runs) {
            Files.deleteIfExists(run);
        }
    }
}
