// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

import dev.ashlar.memory.AllocationException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// Sorts keys with their rows, off the heap: byte by byte from the last byte, each time keeping the order of equal
/// keys. Bytes in which all keys agree cost nothing, and neither do keys that are in order already.
///
/// **Threading**: one thread.
///
/// **Ownership**: owns its memory; release it when done.
public final class KeySort extends Generation {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int PAIR = 16;
    private static final int DIGITS = Long.BYTES;
    private static final int VALUES = 1 << Byte.SIZE;

    private MemorySegment pairs;
    /// Null until it is needed.
    private MemorySegment spare;
    private final long[][] counts = new long[DIGITS][VALUES];
    private final long capacity;
    private long count;
    private boolean inOrder = true;

    /// @param capacity how many keys may be added
    public KeySort(long capacity) throws AllocationException {
        this.capacity = capacity;
        pairs = allocate(Math.multiplyExact(capacity, (long) PAIR));
    }

    public void add(long key, long row) {
        assert count < capacity : "capacity=" + capacity;
        inOrder &= count == 0 || key(count - 1) <= key;
        pairs.set(LONG, count * PAIR, key);
        pairs.set(LONG, count * PAIR + Long.BYTES, row);
        count++;
    }

    /// Forgets all that was added, to be used again.
    public void clear() {
        count = 0;
        inOrder = true;
    }

    public long count() {
        return count;
    }

    public long key(long at) {
        return pairs.get(LONG, at * PAIR);
    }

    public long row(long at) {
        return pairs.get(LONG, at * PAIR + Long.BYTES);
    }

    public void row(long at, long row) {
        pairs.set(LONG, at * PAIR + Long.BYTES, row);
    }

    /// Sorts by key, as signed numbers.
    public void sort() throws AllocationException {
        if (inOrder) {
            return;
        }
        if (spare == null) {
            spare = allocate(capacity * PAIR);
        }
        for (long[] places : counts) {
            Arrays.fill(places, 0);
        }
        for (long i = 0; i < count; i++) {
            long key = digits(key(i));
            for (int digit = 0; digit < DIGITS; digit++) {
                counts[digit][(int) (key >>> digit * Byte.SIZE) & 0xff]++;
            }
        }
        for (int digit = 0; digit < DIGITS; digit++) {
            if (counts[digit][(int) (digits(key(0)) >>> digit * Byte.SIZE) & 0xff] != count) {
                pass(digit);
            }
        }
    }

    /// Gives each row another key and sorts by it, keeping the order of what is equal.
    public void sortBy(LongUnaryOperator keyOfRow) throws AllocationException {
        inOrder = true;
        long last = Long.MIN_VALUE;
        for (long i = 0; i < count; i++) {
            long key = keyOfRow.applyAsLong(row(i));
            pairs.set(LONG, i * PAIR, key);
            inOrder &= last <= key;
            last = key;
        }
        sort();
    }

    /// Signed numbers are in the order of these as unsigned ones.
    private static long digits(long key) {
        return key ^ Long.MIN_VALUE;
    }

    private void pass(int digit) {
        long[] places = counts[digit];
        long place = 0;
        for (int value = 0; value < VALUES; value++) {
            long number = places[value];
            places[value] = place;
            place += number;
        }
        int shift = digit * Byte.SIZE;
        for (long i = 0; i < count; i++) {
            long key = pairs.get(LONG, i * PAIR);
            long to = places[(int) (digits(key) >>> shift) & 0xff]++ * PAIR;
            spare.set(LONG, to, key);
            spare.set(LONG, to + Long.BYTES, pairs.get(LONG, i * PAIR + Long.BYTES));
        }
        MemorySegment sorted = spare;
        spare = pairs;
        pairs = sorted;
    }
}
