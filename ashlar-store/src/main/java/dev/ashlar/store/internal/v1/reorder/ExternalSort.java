// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.index.KeySort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
public final class ExternalSort implements AutoCloseable {
    /// Takes what was sorted.
    @FunctionalInterface
    public interface Sink {
        void put(MemorySegment memory, long offset, int length) throws IOException;
    }

    private static final ValueLayout.OfLong ORDERED =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int HEADER = Integer.BYTES;
    /// Of a key's first bytes and where it lies, and the same again while it is sorted.
    private static final int SORT_BYTES = 32;
    private static final int LEAST_BUFFER = 1 << 16;
    private static final int MOST_BUFFER = 1 << 20;

    private final int keyLength;
    /// Where the last eight bytes of a key begin, if it is taken eight by eight.
    private final int lastWord;
    private final Path folder;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory;
    /// What goes to a file next; null until there is one.
    private MemorySegment outgoing;
    private final KeySort sort;
    private final long capacity;
    private final List<Path> runs = new ArrayList<>();
    private long used;

    /// @param memoryBytes that it may take, about
    /// @param folder      for files, if that is not enough
    public ExternalSort(int keyLength, long memoryBytes, Path folder) throws AllocationException {
        this.keyLength = keyLength;
        this.folder = folder;
        lastWord = (keyLength - 1) / Long.BYTES * Long.BYTES;
        capacity = memoryBytes / 2 / SORT_BYTES;
        sort = new KeySort(capacity);
        // Eight bytes more, so that as many can be read where a key ends.
        memory = arena.allocate(memoryBytes / 2 + Long.BYTES, Long.BYTES);
    }

    public MemorySegment memory() {
        return memory;
    }

    /// Makes room for an entry, whose key and content the caller writes.
    ///
    /// @return where its key begins in [#memory]; its content follows
    public long claim(int contentLength) throws IOException {
        long bytes = HEADER + Math.addExact((long) keyLength, contentLength);
        if (used + bytes > memory.byteSize() - Long.BYTES || sort.count() == capacity) {
            if (bytes > memory.byteSize() - Long.BYTES) {
                throw new IllegalArgumentException("entry longer than the memory to sort in: length=" + bytes
                        + ", bytes=" + (memory.byteSize() - Long.BYTES));
            }
            writeRun();
        }
        memory.set(PACKED_INT, used, keyLength + contentLength);
        return used + HEADER;
    }

    /// Takes in what was written where it was claimed.
    public void commit() {
        sort.add(word(memory, used + HEADER, lastWord), used);
        used += HEADER + (long) memory.get(PACKED_INT, used);
    }

    /// How many files were written.
    public int runs() {
        return runs.size();
    }

    /// Eight bytes of a key from one of its bytes on, zeros behind its end, as a number in the order of such bytes.
    private long word(MemorySegment of, long key, int from) {
        int missing = Math.max(0, from + Long.BYTES - keyLength) * Byte.SIZE;
        return of.get(ORDERED, key + from) >>> missing << missing ^ Long.MIN_VALUE;
    }

    private int compare(MemorySegment one, long oneKey, MemorySegment other, long otherKey) {
        long at = MemorySegment.mismatch(one, oneKey, oneKey + keyLength, other, otherKey, otherKey + keyLength);
        return at < 0 ? 0 : Byte.compareUnsigned(one.get(ValueLayout.JAVA_BYTE, oneKey + at),
                other.get(ValueLayout.JAVA_BYTE, otherKey + at));
    }

    /// By the last bytes of keys first; what is equal keeps its order each time.
    private void sortMemory() throws AllocationException {
        sort.sort();
        for (int from = lastWord - Long.BYTES; from >= 0; from -= Long.BYTES) {
            int word = from;
            sort.sortBy(entry -> word(memory, entry + HEADER, word));
        }
    }

    private void writeRun() throws IOException {
        if ((runs.size() + 1L) * LEAST_BUFFER > memory.byteSize()) {
            throw new IOException("too little memory to merge all of it at once: runs=" + runs.size() + ", bytes="
                    + memory.byteSize() + "; give it more (" + folder + ")");
        }
        sortMemory();
        if (outgoing == null) {
            outgoing = arena.allocate(MOST_BUFFER);
        }
        Path file = folder.resolve("run" + runs.size());
        runs.add(file);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int filled = 0;
            for (long i = 0; i < sort.count(); i++) {
                long entry = sort.row(i);
                long end = entry + HEADER + memory.get(PACKED_INT, entry);
                for (long at = entry; at < end;) {
                    if (filled == MOST_BUFFER) {
                        flush(filled, out);
                        filled = 0;
                    }
                    int part = (int) Math.min(end - at, MOST_BUFFER - filled);
                    MemorySegment.copy(memory, at, outgoing, filled, part);
                    filled += part;
                    at += part;
                }
            }
            flush(filled, out);
        }
        sort.clear();
        used = 0;
    }

    private void flush(int bytes, FileChannel out) throws IOException {
        ByteBuffer buffer = outgoing.asSlice(0, bytes).asByteBuffer();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
    }

    /// Hands over all contents in order; nothing can be added after.
    public void drain(Sink sink) throws IOException {
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
        /// The first eight bytes of the key at hand.
        private long first;

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
            first = word(buffer, at + HEADER, 0);
            return true;
        }

        /// Sees to it that so many bytes are at hand.
        private boolean fill(int bytes) throws IOException {
            if (end - at >= bytes) {
                return true;
            }
            // Eight bytes more, as above.
            MemorySegment to = bytes + Long.BYTES <= buffer.byteSize() ? buffer
                    : arena.allocate(2L * bytes + Long.BYTES, Long.BYTES);
            MemorySegment.copy(buffer, at, to, 0, end - at);
            buffer = to;
            end -= at;
            at = 0;
            ByteBuffer free = buffer.asSlice(end, buffer.byteSize() - Long.BYTES - end).asByteBuffer();
            while (free.hasRemaining() && channel.read(free) >= 0) {
                // On to the next.
            }
            end += free.position();
            return end >= bytes;
        }

        @Override
        public int compareTo(Run other) {
            if (first != other.first) {
                return Long.compare(first, other.first);
            }
            int compared = keyLength <= Long.BYTES ? 0
                    : compare(buffer, at + HEADER, other.buffer, other.at + HEADER);
            return compared == 0 ? Integer.compare(number, other.number) : compared;
        }
    }

    @Override
    public void close() throws IOException {
        sort.release();
        arena.close();
        for (Path run : runs) {
            Files.deleteIfExists(run);
        }
    }
}
