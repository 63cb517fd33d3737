// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.index.KeySort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/// Sorts entries that do not fit into memory. As many as fit are sorted at a time and written as a run. Runs are
/// merged, as many at once as memory has room for a block of each, until one merge yields all entries. Equal entries
/// keep their order.
///
/// **Layout** of an entry: its length without these 4 bytes, the key, the content.
///
/// **Threading**: one thread.
///
/// **Ownership**: its memory and files, which are deleted when it is closed.
///
/// **Failure**: an [IOException] where a file cannot be written, or what is read from one is not what was written.
final class ExternalSort implements AutoCloseable {
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
    private static final int LEAST_BLOCK = 1 << 16;
    private static final int MOST_BLOCK = 1 << 20;
    /// Blocks that memory has room for at least while runs are merged: one to write, and the others to read.
    private static final int LEAST_BLOCKS = 8;

    private final int keyLength;
    /// Where the last eight bytes of a key begin, if it is taken eight by eight.
    private final int lastWord;
    private final Path folder;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory;
    private final int blockBytes;
    /// What goes to a file next; null until there is one.
    private MemorySegment outgoing;
    private final KeySort sort;
    private final long capacity;
    /// In the order in which their entries came.
    private List<Path> runs = new ArrayList<>();
    /// Files that were written, those of merges included.
    private int written;
    private int sorted;
    private long used;

    /// @param memoryBytes that it may take, about
    /// @param folder      for files, if that is not enough
    ExternalSort(int keyLength, long memoryBytes, Path folder) throws AllocationException {
        this.keyLength = keyLength;
        this.folder = folder;
        lastWord = (keyLength - 1) / Long.BYTES * Long.BYTES;
        capacity = memoryBytes / 2 / SORT_BYTES;
        sort = new KeySort(capacity);
        blockBytes = Math.clamp(memoryBytes / 2 / LEAST_BLOCKS - Long.BYTES, LEAST_BLOCK - Long.BYTES, MOST_BLOCK);
        // Eight bytes more, so that as many can be read where a key ends.
        memory = arena.allocate(memoryBytes / 2 + Long.BYTES, Long.BYTES);
    }

    MemorySegment memory() {
        return memory;
    }

    /// Makes room for an entry, whose key and content the caller writes.
    ///
    /// @return where its key begins in [#memory]; its content follows
    long claim(int contentLength) throws IOException {
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
    void commit() {
        sort.add(word(memory, used + HEADER, lastWord), used);
        used += HEADER + (long) memory.get(PACKED_INT, used);
    }

    /// How many parts were sorted each and written.
    int runs() {
        return sorted;
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
        sortMemory();
        Path file = newFile();
        runs.add(file);
        try (RunWriter run = writer(file)) {
            for (long i = 0; i < sort.count(); i++) {
                long entry = sort.row(i);
                run.add(memory, entry, HEADER + (long) memory.get(PACKED_INT, entry));
            }
            run.finish();
        }
        sorted++;
        sort.clear();
        used = 0;
    }

    private Path newFile() {
        return folder.resolve("run" + written++);
    }

    private RunWriter writer(Path file) throws IOException {
        if (outgoing == null) {
            outgoing = arena.allocate(blockBytes);
        }
        return new RunWriter(file, outgoing);
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
        // All is in files, so the memory is free for their blocks.
        int most = (int) (memory.byteSize() / (blockBytes + Long.BYTES));
        while (runs.size() > most) {
            mergeSome(most);
        }
        merge(runs, (from, offset, length) -> sink.put(from, offset + HEADER + keyLength, length - keyLength));
    }

    /// One pass: neighbours become one run, so that what is equal keeps its order.
    private void mergeSome(int most) throws IOException {
        List<Path> merged = new ArrayList<>();
        List<Path> before = runs;
        runs = new ArrayList<>(before);
        for (int from = 0; from < before.size(); from += most) {
            List<Path> part = before.subList(from, Math.min(before.size(), from + most));
            if (part.size() == 1) {
                merged.add(part.getFirst());
                continue;
            }
            Path file = newFile();
            merged.add(file);
            runs.add(file);
            try (RunWriter out = writer(file)) {
                merge(part, (memory, offset, length) -> out.add(memory, offset, HEADER + (long) length));
                out.finish();
            }
            for (Path done : part) {
                Files.delete(done);
                runs.remove(done);
            }
        }
        runs = merged;
    }

    /// @param sink gets whole entries: where the length field begins, and what it says
    private void merge(List<Path> files, Sink sink) throws IOException {
        PriorityQueue<Run> next = new PriorityQueue<>(files.size());
        List<Run> open = new ArrayList<>();
        // For blocks of a single long entry.
        try (Arena blocks = Arena.ofConfined()) {
            long bytes = blockBytes + (long) Long.BYTES;
            for (int i = 0; i < files.size(); i++) {
                Run run = new Run(i, new RunReader(files.get(i), blocks, memory.asSlice(i * bytes, bytes),
                        memory.byteSize()));
                open.add(run);
                if (run.next()) {
                    next.add(run);
                }
            }
            while (!next.isEmpty()) {
                Run least = next.remove();
                sink.put(least.reader.memory(), least.reader.offset(), least.reader.length());
                if (least.next()) {
                    next.add(least);
                }
            }
        } finally {
            for (Run run : open) {
                run.reader.close();
            }
        }
    }

    /// A run that is being merged, ordered by its current key, then by its place among the runs.
    private final class Run implements Comparable<Run> {
        private final int place;
        private final RunReader reader;
        /// The first eight bytes of the current key.
        private long first;

        Run(int place, RunReader reader) {
            this.place = place;
            this.reader = reader;
        }

        boolean next() throws IOException {
            if (!reader.next()) {
                return false;
            }
            first = word(reader.memory(), reader.offset() + HEADER, 0);
            return true;
        }

        @Override
        public int compareTo(Run other) {
            if (first != other.first) {
                return Long.compare(first, other.first);
            }
            int compared = keyLength <= Long.BYTES ? 0 : compare(reader.memory(), reader.offset() + HEADER,
                    other.reader.memory(), other.reader.offset() + HEADER);
            return compared == 0 ? Integer.compare(place, other.place) : compared;
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
