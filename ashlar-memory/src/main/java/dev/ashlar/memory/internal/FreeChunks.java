// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.util.Arrays;

/// The free chunks of a pool in one process: a list in the order of release, last first, and a bit for each.
///
/// A claim with a preferred chunk takes that chunk, if it is free. Else it starts with the chunk released last, whose
/// bytes are most likely still in the cache, if enough free chunks follow it; else it takes the first run of free
/// chunks that is long enough; else single chunks, last released first.
///
/// **Threading**: one thread at a time, which the caller ensures. **Failure**: a claim is made whole or not at all.
public final class FreeChunks implements Claims {
    private static final int NONE = -1;

    private long[] free = new long[1];
    private int[] next = new int[0];
    private int[] previous = new int[0];
    private int head = NONE;
    private int capacity;
    private int count;

    @Override
    public void add(int firstChunk, int added) {
        int end = firstChunk + added;
        if (end > next.length) {
            int length = Math.max(end, next.length + (next.length >> 1));
            next = Arrays.copyOf(next, length);
            previous = Arrays.copyOf(previous, length);
            free = Arrays.copyOf(free, (length >> 6) + 1);
        }
        capacity = Math.max(capacity, end);
        for (int chunk = end - 1; chunk >= firstChunk; chunk--) {
            give(chunk);
        }
    }

    @Override
    public boolean claim(int wanted, int wish, int[] chunks, int from) {
        if (wanted > count) {
            return false;
        }
        int first = NONE;
        if (wish != NONE && isRow(wish, wanted)) {
            first = wish;
        } else if (wanted > 0 && isRow(head, wanted)) {
            first = head;
        } else if (wanted > 1) {
            first = firstRow(wanted);
        }
        for (int i = 0; i < wanted; i++) {
            int chunk = first != NONE ? first + i : head;
            take(chunk);
            chunks[from + i] = chunk;
        }
        return true;
    }

    @Override
    public void release(int[] chunks, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            assert !isFree(chunks[i]) : "released twice: chunk=" + chunks[i];
            give(chunks[i]);
        }
    }

    @Override
    public int freeCount() {
        return count;
    }

    private boolean isRow(int first, int length) {
        if (first > capacity - length) {
            return false;
        }
        return length == 0 || nextTaken(first, first + length) == first + length;
    }

    private int firstRow(int length) {
        for (int start = nextFree(0); start <= capacity - length;) {
            int end = nextTaken(start, start + length);
            if (end == start + length) {
                return start;
            }
            start = nextFree(end);
        }
        return NONE;
    }

    private int nextFree(int from) {
        int word = from >> 6;
        if (word >= free.length) {
            return capacity;
        }
        long bits = free[word] & -1L << from;
        while (bits == 0) {
            if (++word == free.length) {
                return capacity;
            }
            bits = free[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    private int nextTaken(int from, int limit) {
        int word = from >> 6;
        long bits = ~free[word] & -1L << from;
        while (bits == 0) {
            if (++word << 6 >= limit) {
                return limit;
            }
            bits = ~free[word];
        }
        return Math.min((word << 6) + Long.numberOfTrailingZeros(bits), limit);
    }

    private boolean isFree(int chunk) {
        return (free[chunk >> 6] & 1L << chunk) != 0;
    }

    private void give(int chunk) {
        free[chunk >> 6] |= 1L << chunk;
        next[chunk] = head;
        previous[chunk] = NONE;
        if (head != NONE) {
            previous[head] = chunk;
        }
        head = chunk;
        count++;
    }

    private void take(int chunk) {
        free[chunk >> 6] &= ~(1L << chunk);
        if (previous[chunk] == NONE) {
            head = next[chunk];
        } else {
            next[previous[chunk]] = next[chunk];
        }
        if (next[chunk] != NONE) {
            previous[next[chunk]] = previous[chunk];
        }
        count--;
    }
}
