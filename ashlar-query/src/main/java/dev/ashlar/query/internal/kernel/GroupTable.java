// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.Arrays;

/// A hash table of keys, numbered in order of insertion. Each key has a fixed number of key words and result words.
///
/// Open addressing, at most half full; at most one eighth full while the table is small, because processors cannot
/// predict an occasional second probe. Kernels look up keys in the arrays by static methods. These have no side
/// effects, so values that a loop has loaded stay in registers.
///
/// **Threading**: one thread. **Ownership**: reserves memory from a budget until it is released.
public final class GroupTable {
    private static final int LEAST_GROUPS = 64;
    private static final int MAX_GROUPS = 1 << 29;
    /// Places that may be mostly empty: what stays in a processor's cache.
    static final int SPARSE_PLACES = 1 << 14;
    private static final int SPARSE = 8;
    /// Found by trying: unlike the golden ratio it also spreads texts that differ in one character, numbers with zeros
    /// at their end, and times of full seconds. `GroupTableTest` has more.
    private static final long MIX = 0xced046630686b423L;
    private static final long SPREAD = 0x9e37_79b1L;

    private final int keyWords;
    private final int resultWords;
    private final long[] initial;
    private final QueryBudget budget;
    private int count;
    /// Something of what was read ahead, so that the JIT does not leave it out.
    private long ahead;
    private long bytes;
    /// Numbers of groups, plus 1; 0 where there is none. As many as a power of two.
    int[] places = new int[2 * LEAST_GROUPS];
    /// Keys of all groups, one after the other.
    long[] keys;
    /// Results of all groups, one after the other.
    public long[] results;

    /// By group: a row of it, the first that came.
    private long[] rows;

    /// @param initial results of a new group
    /// @param noted   whether rows are noted
    GroupTable(int keyWords, long[] initial, boolean noted, QueryBudget budget) {
        this.keyWords = keyWords;
        resultWords = initial.length;
        this.initial = initial;
        this.budget = budget;
        keys = new long[LEAST_GROUPS * keyWords];
        results = new long[LEAST_GROUPS * resultWords];
        rows = new long[noted ? LEAST_GROUPS : 0];
        reserve(4L * places.length + 8L * (keys.length + results.length + rows.length));
    }

    private void reserve(long more) {
        bytes += more;
        budget.reserve(more);
    }

    public int count() {
        return count;
    }

    public long key(int group, int word) {
        return keys[group * keyWords + word];
    }

    /// The row with which a group came, where these are noted.
    public long row(int group) {
        return rows[group];
    }

    /// The group of a key of one word; -1 if there is none.
    static int look(int[] places, long[] keys, long key) {
        int mask = places.length - 1;
        for (int at = place(hash(key), mask);; at = at + 1 & mask) {
            int group = places[at] - 1;
            if (group < 0 || keys[group] == key) {
                return group;
            }
        }
    }

    /// The group of a key of two words; -1 if there is none.
    static int look(int[] places, long[] keys, long first, long second) {
        int mask = places.length - 1;
        for (int at = place(hash(first, second), mask);; at = at + 1 & mask) {
            int group = places[at] - 1;
            if (group < 0 || keys[2 * group] == first && keys[2 * group + 1] == second) {
                return group;
            }
        }
    }

    /// The group of a key of any number of words; -1 if there is none.
    static int look(int[] places, long[] keys, long[] key, int words) {
        int mask = places.length - 1;
        for (int at = place(hash(key, 0, words), mask);; at = at + 1 & mask) {
            int group = places[at] - 1;
            if (group < 0 || holds(keys, group * words, key, words)) {
                return group;
            }
        }
    }

    static long hash(long word) {
        return word * MIX;
    }

    /// The first place to look at, of as many as a power of two: by the highest bits, since only these depend on all
    /// bits of a word. The last characters of a text are its highest.
    ///
    /// @param mask one less than there are places, and more than 0
    static int place(long hash, int mask) {
        return (int) (hash >>> Long.numberOfLeadingZeros(mask));
    }

    static long hash(long first, long second) {
        return hash(Long.rotateLeft(first * MIX, 29) ^ second);
    }

    static long hash(long[] key, int words) {
        return hash(key, 0, words);
    }

    /// Which of some threads has the groups of a hash: by its upper half, since only that depends on all bits of a key,
    /// and mixed again, or the keys of one thread would have the same highest bits, and fall on a part of the places.
    static int division(long hash, int divisions) {
        return (int) (((hash >>> Integer.SIZE) * SPREAD & 0xffff_ffffL) * divisions >>> Integer.SIZE);
    }

    private static long hash(long[] words, int from, int count) {
        long hash = count == 0 ? 0 : words[from];
        for (int i = 1; i < count; i++) {
            hash = Long.rotateLeft(hash * MIX, 29) ^ words[from + i];
        }
        return hash(hash);
    }

    private static boolean holds(long[] keys, int from, long[] key, int words) {
        for (int i = 0; i < words; i++) {
            if (keys[from + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    /// Bytes that it takes.
    long bytes() {
        return bytes;
    }

    /// Reads what lies at some places, and the keys of the groups there.
    ///
    /// @param at the places; the groups afterwards
    void readAhead(int[] at, int count) {
        for (int i = 0; i < count; i++) {
            at[i] = Math.max(places[at[i]] - 1, 0);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += keys[at[i] * keyWords];
        }
        ahead += sum;
    }

    void readResultsAhead(int[] numbers, int count) {
        long sum = 0;
        for (int i = 0; resultWords > 0 && i < count; i++) {
            sum += results[numbers[i] * resultWords] + results[numbers[i] * resultWords + resultWords - 1];
        }
        ahead += sum;
    }

    /// Keys of all groups there are now, one after the other; later groups come after these, or into another array.
    public long[] keys() {
        return keys;
    }

    /// Has no rows in any of its groups from here on.
    ///
    /// @param areTaken whether somebody still has the results so far, and gives back their memory, 8 bytes for each
    public void beginResults(boolean areTaken) {
        if (areTaken) {
            budget.reserve((long) Long.BYTES * results.length);
            results = new long[results.length];
        }
        for (int group = 0; group < count; group++) {
            System.arraycopy(initial, 0, results, group * resultWords, resultWords);
        }
    }

    /// The group of a key; -1 if there is none.
    public int look(long[] key) {
        return look(places, keys, key, keyWords);
    }

    /// The group of a key, which is added if there is none.
    public int find(long key, long row) {
        int group = look(places, keys, key);
        if (group < 0) {
            group = add(row);
            keys[group] = key;
            place(group);
        }
        return group;
    }

    /// The same of a key of many words, or of none.
    public int find(long[] key, long row) {
        int group = look(places, keys, key, keyWords);
        if (group < 0) {
            group = add(row);
            System.arraycopy(key, 0, keys, group * keyWords, keyWords);
            place(group);
        }
        return group;
    }

    /// Makes room for one more group, with results as they are in the beginning.
    private int add(long row) {
        int group = count;
        if ((long) (group + 1) * keyWords > keys.length || (long) (group + 1) * resultWords > results.length
                || rows.length > 0 && group == rows.length) {
            grow(group);
        }
        if (rows.length > 0) {
            rows[group] = row;
        }
        System.arraycopy(initial, 0, results, group * resultWords, resultWords);
        count++;
        return group;
    }

    private void grow(int groups) {
        long more = 2L * Math.max(groups, LEAST_GROUPS);
        if (more * Math.max(keyWords, resultWords) > Integer.MAX_VALUE - 8 || more > MAX_GROUPS) {
            throw new QueryException(Reason.MEMORY, "too many groups: groups=" + groups + ", words of each="
                    + Math.max(keyWords, resultWords));
        }
        budget.check();
        reserve(8 * (more - groups) * (keyWords + resultWords + (rows.length > 0 ? 1 : 0)));
        keys = Arrays.copyOf(keys, (int) more * keyWords);
        results = Arrays.copyOf(results, (int) more * resultWords);
        rows = rows.length > 0 ? Arrays.copyOf(rows, (int) more) : rows;
    }

    private void place(int group) {
        if (isTooFull(count, places.length)) {
            int more = places.length < SPARSE_PLACES ? SPARSE : 2;
            budget.check();
            reserve(4L * (more - 1) * places.length);
            places = new int[more * places.length];
            for (int from = 0; from < count; from += KernelState.AHEAD_ROWS) {
                putAll(from, Math.min(count, from + KernelState.AHEAD_ROWS));
            }
        } else {
            put(group);
        }
    }

    private void putAll(int from, int to) {
        // Wrong foresight ends a processor's work on later groups, so that it would wait for each place.
        int occupied = 0;
        for (int group = from; group < to; group++) {
            occupied |= places[firstPlace(group)];
        }
        ahead += occupied;
        for (int group = from; group < to; group++) {
            put(group);
        }
    }

    /// Whether keys are to get more places.
    static boolean isTooFull(int keys, int places) {
        return (places < SPARSE_PLACES ? SPARSE : 2) * keys > places;
    }

    private int firstPlace(int group) {
        return place(hash(keys, group * keyWords, keyWords), places.length - 1);
    }

    private void put(int group) {
        int mask = places.length - 1;
        int at = firstPlace(group);
        while (places[at] != 0) {
            at = at + 1 & mask;
        }
        places[at] = group + 1;
    }

    /// Of no use afterwards.
    public void release() {
        budget.release(bytes);
        bytes = 0;
    }
}
