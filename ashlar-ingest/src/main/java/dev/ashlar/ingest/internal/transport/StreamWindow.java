// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import java.lang.foreign.MemorySegment;

/// The bytes of a stream that came but were not used yet, some of them perhaps missing between.
///
/// Holds a sorted list of ranges that neither overlap nor touch, in offsets from the stream's first unused byte. Where
/// bytes come twice, the first ones stay.
final class StreamWindow {
    static final int MAX_RANGES = 64;
    /// Result of [#put]: the ranges are too many, or there is no memory.
    static final int NO_ROOM = -1;

    private final int[] from = new int[MAX_RANGES];
    private final int[] to = new int[MAX_RANGES];
    private int count;
    private MemorySegment memory = MemorySegment.NULL;

    MemorySegment memory() {
        return memory;
    }

    int ranges() {
        return count;
    }

    /// Bytes from the first on without a gap.
    int contiguous() {
        return count > 0 && from[0] == 0 ? to[0] : 0;
    }

    /// Begin of the first range behind a gap; -1 if there is none.
    int behindGap() {
        int index = contiguous() > 0 ? 1 : 0;
        return index < count ? from[index] : -1;
    }

    /// Copies bytes in.
    ///
    /// @return how many of them were there already, or [#NO_ROOM]; then nothing changed
    int put(WindowPool pool, MemorySegment source, long offset, int at, int length) {
        int end = at + length;
        int first = 0;
        while (first < count && to[first] < at) {
            first++;
        }
        int behind = first;
        while (behind < count && from[behind] <= end) {
            behind++;
        }
        if (first == behind && count == MAX_RANGES || !reserve(pool, end)) {
            return NO_ROOM;
        }
        int present = 0;
        int next = at;
        for (int i = first; i < behind; i++) {
            if (from[i] > next) {
                copy(source, offset, at, next, from[i]);
                next = from[i];
            }
            int shared = Math.min(end, to[i]) - next;
            if (shared > 0) {
                present += shared;
                next += shared;
            }
        }
        copy(source, offset, at, next, end);
        merge(first, behind, at, end);
        return present;
    }

    private void copy(MemorySegment source, long offset, int at, int start, int end) {
        if (start < end) {
            MemorySegment.copy(source, offset + start - at, memory, start, end - start);
        }
    }

    /// Replaces ranges `first` to `behind` - 1, which touch or overlap the new one, by their union with it.
    private void merge(int first, int behind, int at, int end) {
        int start = at;
        int stop = end;
        if (first < behind) {
            start = Math.min(at, from[first]);
            stop = Math.max(end, to[behind - 1]);
        }
        System.arraycopy(from, behind, from, first + 1, count - behind);
        System.arraycopy(to, behind, to, first + 1, count - behind);
        from[first] = start;
        to[first] = stop;
        count += 1 - (behind - first);
    }

    /// Forgets the first `length` bytes, there or missing.
    void drop(int length) {
        if (length == 0) {
            return;
        }
        int kept = 0;
        int end = 0;
        for (int i = 0; i < count; i++) {
            if (to[i] > length) {
                from[kept] = Math.max(0, from[i] - length);
                to[kept] = to[i] - length;
                end = to[kept++];
            }
        }
        count = kept;
        if (end > 0) {
            MemorySegment.copy(memory, length, memory, 0, end);
        }
    }

    /// Forgets everything and gives the memory back.
    void clear(WindowPool pool) {
        count = 0;
        pool.release(memory);
        memory = MemorySegment.NULL;
    }

    private boolean reserve(WindowPool pool, int length) {
        if (length <= memory.byteSize()) {
            return true;
        }
        MemorySegment larger = pool.acquire(length);
        if (larger.byteSize() == 0) {
            return false;
        }
        if (count > 0) {
            MemorySegment.copy(memory, 0, larger, 0, to[count - 1]);
        }
        pool.release(memory);
        memory = larger;
        return true;
    }
}
