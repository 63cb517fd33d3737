// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.Arrays;

/// A set of words. Words that are close together are bits of a window, which kernels set themselves. Other words are in
/// a hash table, which kernels search; they add to it outside of their loop.
///
/// The window grows as long as it does not have far more bits than values.
///
/// **Threading**: one thread. **Ownership**: reserves memory from a budget until it is released.
public final class DistinctValues {
    private static final int LEAST_SLOTS = 64;
    private static final int MAX_SLOTS = 1 << 29;
    private static final int WORD_LOG = 6;
    /// Bits that there may be for however few values: 128 KiB.
    private static final long FREE_BITS = 1 << 20;
    private static final long SPARE_BITS = 1 << 12;
    private static final long BITS_PER_VALUE = 128;
    private static final long MAX_BITS = 1L << 34;

    private final QueryBudget budget;
    /// Values of the table, which are not in the window.
    private int tabled;
    private int nextTry;
    private long tableMin = Long.MAX_VALUE;
    private long tableMax = Long.MIN_VALUE;
    private long bytes;

    /// The value of the first bit, a multiple of 64.
    long least;
    /// How many values have a bit.
    long span;
    long[] bits = {};
    /// As many slots as a power of two, 0 where there is none; behind them whether 0 is a value.
    long[] table = new long[LEAST_SLOTS + 1];

    DistinctValues(QueryBudget budget) {
        this.budget = budget;
        reserve(8L * table.length);
    }

    private void reserve(long more) {
        bytes += more;
        budget.reserve(more);
    }

    /// Whether a table has a value. Without effects, so that what a loop has loaded stays loaded.
    static boolean has(long[] table, long value) {
        int mask = table.length - 2;
        if (value == 0) {
            return table[mask + 1] != 0;
        }
        // The JIT reads a place as often as it is named.
        for (int at = GroupTable.place(GroupTable.hash(value), mask);; at = at + 1 & mask) {
            long found = table[at];
            if (found == value || found == 0) {
                return found != 0;
            }
        }
    }

    /// Adds a value.
    public void add(long value) {
        if (Long.compareUnsigned(value - least, span) >= 0 && !has(table, value)
                && (tabled < nextTry || !widen(value, value))) {
            insert(value);
            return;
        }
        if (Long.compareUnsigned(value - least, span) < 0) {
            set(value);
        }
    }

    private void set(long value) {
        long at = value - least;
        bits[(int) (at >>> WORD_LOG)] |= 1L << at;
    }

    private void insert(long value) {
        tableMin = Math.min(tableMin, value);
        tableMax = Math.max(tableMax, value);
        tabled++;
        if (GroupTable.isTooFull(tabled, table.length - 1)) {
            rehash();
        }
        put(table, value);
    }

    private static void put(long[] table, long value) {
        int mask = table.length - 2;
        if (value == 0) {
            table[mask + 1] = 1;
            return;
        }
        int at = GroupTable.place(GroupTable.hash(value), mask);
        while (table[at] != 0) {
            at = at + 1 & mask;
        }
        table[at] = value;
    }

    private void rehash() {
        long[] old = table;
        int slots = (old.length < GroupTable.SPARSE_PLACES ? 4 : 2) * (old.length - 1);
        if (slots > MAX_SLOTS) {
            throw new QueryException(Reason.MEMORY, "too many distinct values: values=" + tabled);
        }
        budget.check();
        reserve(8L * (slots + 1 - old.length));
        table = new long[slots + 1];
        for (int i = 0; i < old.length - 1; i++) {
            if (old[i] != 0) {
                put(table, old[i]);
            }
        }
        table[slots] = old[old.length - 1];
    }

    /// Makes room in the window for values from `low` to `high` and all of the table, if that is not too much.
    private boolean widen(long low, long high) {
        long from = Math.min(low, tableMin);
        long to = Math.max(high, tableMax);
        boolean down = span > 0 && from < least;
        if (span > 0) {
            from = Math.min(from, least);
            to = Math.max(to, least + (span - 1));
        }
        long distance = to - from;
        nextTry = 2 * tabled + 16;
        // Some more than there are; at the ends of all numbers that may be too many.
        long wanted = distance + distance / 2 + SPARE_BITS;
        if (distance < 0 || wanted < 0 || wanted > MAX_BITS || wanted > FREE_BITS
                && wanted > BITS_PER_VALUE * (tabled + count(bits)) || from < Long.MIN_VALUE / 2
                || to > Long.MAX_VALUE / 2) {
            return false;
        }
        long first = (down ? to - wanted : from) & -Long.SIZE;
        long[] wider = room(first, to, wanted);
        if (wider == null) {
            return false;
        }
        if (span > 0) {
            System.arraycopy(bits, 0, wider, (int) (least - first >>> WORD_LOG), bits.length);
        }
        bits = wider;
        least = first;
        span = (long) wider.length << WORD_LOG;
        moveIntoWindow();
        return true;
    }

    private long[] room(long first, long to, long wanted) {
        int words = (int) (Math.max(wanted, to - first + 1) + Long.SIZE - 1 >>> WORD_LOG);
        if (!budget.tryReserve(8L * (words - bits.length))) {
            return null;
        }
        bytes += 8L * (words - bits.length);
        return new long[words];
    }

    private void moveIntoWindow() {
        for (int i = 0; i < table.length - 1; i++) {
            if (table[i] != 0) {
                set(table[i]);
            }
        }
        if (table[table.length - 1] != 0) {
            set(0);
        }
        Arrays.fill(table, 0);
        tabled = 0;
        nextTry = 0;
        tableMin = Long.MAX_VALUE;
        tableMax = Long.MIN_VALUE;
    }

    /// How many values a window has.
    static long count(long[] bits) {
        long count = 0;
        for (long word : bits) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /// How many values there are.
    public long count() {
        return tabled + count(bits);
    }

    /// Adds all values of another.
    public void addAll(DistinctValues other) {
        boolean covered = other.span > 0 && (other.least >= least && other.least + other.span <= least + span
                || widen(other.least, other.least + (other.span - 1)));
        for (int i = 0; i < other.bits.length; i++) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            if (covered) {
                bits[(int) (other.least - least >>> WORD_LOG) + i] |= other.bits[i];
            } else {
                for (long word = other.bits[i]; word != 0; word &= word - 1) {
                    add(other.least + ((long) i << WORD_LOG) + Long.numberOfTrailingZeros(word));
                }
            }
        }
        for (int i = 0; i < other.table.length - 1; i++) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            if (other.table[i] != 0) {
                add(other.table[i]);
            }
        }
        if (other.table[other.table.length - 1] != 0) {
            add(0);
        }
    }

    /// Of no use afterwards.
    public void release() {
        budget.release(bytes);
        bytes = 0;
    }
}
