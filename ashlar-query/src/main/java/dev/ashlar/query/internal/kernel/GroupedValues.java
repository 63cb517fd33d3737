// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.Arrays;

/// One set of words per group; [DistinctValues] is the same for all rows. Values that are close together are bits of a
/// window, in which each group has a line; other pairs of group and value are in a hash table.
///
/// **Threading**: one thread. **Ownership**: reserves memory from a budget until it is released.
public final class GroupedValues {
    private static final int LEAST_SLOTS = 64;
    private static final int MAX_SLOTS = 1 << 28;
    private static final int WORD_LOG = 6;
    /// Bits that there may be for however few values: 128 KiB.
    private static final long FREE_BITS = 1 << 20;
    private static final long SPARE_BITS = 1 << 6;
    private static final long SPARE_GROUPS = 8;
    private static final long BITS_PER_VALUE = 128;
    private static final long MAX_WORDS = 1 << 28;

    private final QueryBudget budget;
    /// Pairs of the table, which are not in the window.
    private int tabled;
    private int nextTry;
    private long tableMin = Long.MAX_VALUE;
    private long tableMax = Long.MIN_VALUE;
    private int tableGroups;
    private long bytes;

    /// The value of the first bit of each line, a multiple of 64.
    long least;
    /// How many values have a bit.
    long span;
    /// How many groups have a line.
    int lines;
    int lineWords;
    long[] bits = {};
    /// Two words for each of as many slots as a power of two: the number of a group plus 1, or 0, and a value.
    long[] table = new long[2 * LEAST_SLOTS];

    GroupedValues(QueryBudget budget) {
        this.budget = budget;
        reserve(8L * table.length);
    }

    private void reserve(long more) {
        bytes += more;
        budget.reserve(more);
    }

    /// Whether a table has a value of a group. Without effects, so that what a loop has loaded stays loaded.
    static boolean has(long[] table, int group, long value) {
        return table[slot(table, group, value)] != 0;
    }

    /// Where a pair is, or would be.
    private static int slot(long[] table, int group, long value) {
        int mask = table.length / 2 - 1;
        for (int at = GroupTable.place(GroupTable.hash(group, value), mask);; at = at + 1 & mask) {
            long found = table[2 * at];
            if (found == 0 || found == group + 1 && table[2 * at + 1] == value) {
                return 2 * at;
            }
        }
    }

    /// Adds a value of a group.
    public void add(int group, long value) {
        if (isInWindow(group, value)) {
            set(group, value);
        } else if (!has(table, group, value)) {
            if (tabled >= nextTry && widen(value, value, group + 1, 1)) {
                set(group, value);
            } else {
                insert(group, value);
            }
        }
    }

    private boolean isInWindow(int group, long value) {
        return group < lines && Long.compareUnsigned(value - least, span) < 0;
    }

    private void set(int group, long value) {
        long at = value - least;
        bits[group * lineWords + (int) (at >>> WORD_LOG)] |= 1L << at;
    }

    private void insert(int group, long value) {
        tableMin = Math.min(tableMin, value);
        tableMax = Math.max(tableMax, value);
        tableGroups = Math.max(tableGroups, group + 1);
        tabled++;
        if (GroupTable.isTooFull(tabled, table.length / 2)) {
            rehash();
        }
        put(table, group, value);
    }

    private static void put(long[] table, int group, long value) {
        int slot = slot(table, group, value);
        table[slot] = group + 1;
        table[slot + 1] = value;
    }

    private void rehash() {
        long[] old = table;
        int slots = (old.length < GroupTable.SPARSE_PLACES ? 4 : 2) * (old.length / 2);
        if (slots > MAX_SLOTS) {
            throw new QueryException(Reason.MEMORY, "too many distinct values: values=" + tabled);
        }
        budget.check();
        reserve(8L * (2 * slots - old.length));
        table = new long[2 * slots];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i] != 0) {
                put(table, (int) old[i] - 1, old[i + 1]);
            }
        }
    }

    /// Makes room in the window for values from `low` to `high` of some groups, and all of the table, if that is not
    /// too much for as many values.
    private boolean widen(long low, long high, int groups, long values) {
        nextTry = 2 * tabled + 16;
        long from = Math.min(Math.min(low, tableMin), span > 0 ? least : low);
        long to = Math.max(Math.max(high, tableMax), span > 0 ? least + (span - 1) : high);
        if (from < Long.MIN_VALUE / 2 || to > Long.MAX_VALUE / 2 || to - from > MAX_WORDS << WORD_LOG) {
            return false;
        }
        long wanted = to - from + (to - from) / 2 + SPARE_BITS;
        long first = (span > 0 && from < least ? to - wanted : from) & -Long.SIZE;
        long words = Math.max(wanted, to - first + 1) + Long.SIZE - 1 >>> WORD_LOG;
        long all = Math.max(lines, Math.max(groups, tableGroups));
        all += all > lines ? all / 2 + SPARE_GROUPS : 0;
        if (words * all > MAX_WORDS || words * all << WORD_LOG > Math.max(FREE_BITS, BITS_PER_VALUE
                * (values + tabled + DistinctValues.count(bits)))
                || !budget.tryReserve(8 * (words * all - bits.length))) {
            return false;
        }
        bytes += 8 * (words * all - bits.length);
        long[] wider = new long[(int) (words * all)];
        for (int group = 0; group < lines; group++) {
            System.arraycopy(bits, group * lineWords, wider, (int) (group * words + (least - first >>> WORD_LOG)),
                    lineWords);
        }
        bits = wider;
        least = first;
        span = words << WORD_LOG;
        lines = (int) all;
        lineWords = (int) words;
        moveIntoWindow();
        return true;
    }

    private void moveIntoWindow() {
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                set((int) table[i] - 1, table[i + 1]);
            }
        }
        Arrays.fill(table, 0);
        tabled = 0;
        nextTry = 0;
        tableMin = Long.MAX_VALUE;
        tableMax = Long.MIN_VALUE;
        tableGroups = 0;
    }

    /// How many values each group has.
    public long[] counts(int groups) {
        long[] counts = new long[groups];
        for (int i = 0; i < bits.length; i++) {
            if (bits[i] != 0) {
                counts[i / lineWords] += Long.bitCount(bits[i]);
            }
        }
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                counts[(int) table[i] - 1]++;
            }
        }
        return counts;
    }

    /// Adds all values of another.
    ///
    /// @param numbers by group of the other: its number here
    public void addAll(GroupedValues other, int[] numbers) {
        int groups = Arrays.stream(numbers).max().orElse(-1) + 1;
        boolean covered = groups <= lines && other.least >= least && other.least + other.span <= least + span;
        if (other.span > 0 && !covered) {
            widen(other.least, other.least + (other.span - 1), groups, DistinctValues.count(other.bits));
        }
        for (int i = 0; i < other.bits.length; i++) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            long first = other.least + ((long) (i % other.lineWords) << WORD_LOG);
            if (other.bits[i] != 0 && isInWindow(numbers[i / other.lineWords], first)) {
                bits[numbers[i / other.lineWords] * lineWords + (int) (first - least >>> WORD_LOG)] |= other.bits[i];
            } else {
                for (long word = other.bits[i]; word != 0; word &= word - 1) {
                    add(numbers[i / other.lineWords], first + Long.numberOfTrailingZeros(word));
                }
            }
        }
        for (int i = 0; i < other.table.length; i += 2) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            if (other.table[i] != 0) {
                add(numbers[(int) other.table[i] - 1], other.table[i + 1]);
            }
        }
    }

    /// Of no use afterwards.
    public void release() {
        budget.release(bytes);
        bytes = 0;
    }
}
