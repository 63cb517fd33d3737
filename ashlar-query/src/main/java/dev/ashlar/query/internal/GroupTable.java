// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.util.Arrays;

/// Keys of some words each, numbered in the order in which they came, with some words of results for each.
///
/// Open addressing, at most half full. Short keys are found in an array instead.
///
/// **Threading**: one thread. **Ownership**: takes memory from a guard, and gives it back when it is released.
final class GroupTable {
    /// Keys of one word below this are their own place.
    static final int DIRECT_KEYS = 1024;
    private static final int LEAST_GROUPS = 64;
    private static final int MAX_GROUPS = 1 << 29;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int keyWords;
    private final int resultWords;
    private final long[] initial;
    private final Guard guard;
    private final int[] direct;
    /// Numbers of groups, plus 1; 0 where there is none.
    private int[] places;
    private int mask;
    private long[] keys;
    private int count;
    private long bytes;
    /// Results of all groups, one after the other.
    long[] results;

    /// @param initial results of a new group
    /// @param isDirect whether all keys are from 0 to [#DIRECT_KEYS], exclusive
    GroupTable(int keyWords, long[] initial, boolean isDirect, Guard guard) {
        this.keyWords = keyWords;
        resultWords = initial.length;
        this.initial = initial;
        this.guard = guard;
        direct = new int[isDirect ? DIRECT_KEYS : 0];
        places = new int[2 * LEAST_GROUPS];
        mask = places.length - 1;
        keys = new long[LEAST_GROUPS * keyWords];
        results = new long[LEAST_GROUPS * resultWords];
        take(4L * (direct.length + places.length) + 8L * (keys.length + results.length));
    }

    private void take(long more) {
        bytes += more;
        guard.take(more);
    }

    int count() {
        return count;
    }

    long key(int group, int word) {
        return keys[group * keyWords + word];
    }

    /// The group of a key that is one short word.
    int findDirect(long key) {
        int group = direct[(int) key];
        if (group == 0) {
            group = 1 + add();
            keys[group - 1] = key;
            direct[(int) key] = group;
        }
        return group - 1;
    }

    /// The group of a key that is one word.
    int find(long key) {
        for (int at = (int) (key * MIX >>> 32) & mask;; at = at + 1 & mask) {
            int group = places[at];
            if (group == 0) {
                return addAt(at, key);
            }
            if (keys[group - 1] == key) {
                return group - 1;
            }
        }
    }

    private int addAt(int at, long key) {
        int group = add();
        keys[group] = key;
        place(at, group);
        return group;
    }

    /// The group of a key of many words, or of none.
    int find(long[] key) {
        for (int at = hash(key, 0) & mask;; at = at + 1 & mask) {
            int group = places[at];
            if (group == 0) {
                group = add();
                System.arraycopy(key, 0, keys, group * keyWords, keyWords);
                place(at, group);
                return group;
            }
            if (holds(group - 1, key)) {
                return group - 1;
            }
        }
    }

    private boolean holds(int group, long[] key) {
        int from = group * keyWords;
        for (int i = 0; i < keyWords; i++) {
            if (keys[from + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    private int hash(long[] words, int from) {
        long hash = keyWords == 0 ? 0 : words[from] * MIX;
        for (int i = 1; i < keyWords; i++) {
            hash = (Long.rotateLeft(hash, 29) ^ words[from + i]) * MIX;
        }
        return (int) (hash >>> 32);
    }

    /// Makes room for one more group, with results as they are in the beginning.
    private int add() {
        int group = count;
        if ((long) (group + 1) * keyWords > keys.length || (long) (group + 1) * resultWords > results.length) {
            grow(group);
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
        guard.check();
        take(8 * (more - groups) * (keyWords + resultWords));
        keys = Arrays.copyOf(keys, (int) more * keyWords);
        results = Arrays.copyOf(results, (int) more * resultWords);
    }

    private void place(int at, int group) {
        places[at] = group + 1;
        if (2 * count > places.length) {
            int size = 2 * places.length;
            take(4L * places.length);
            places = new int[size];
            mask = size - 1;
            for (int g = 0; g < count; g++) {
                int to = (keyWords == 1 ? (int) (keys[g] * MIX >>> 32) : hash(keys, g * keyWords)) & mask;
                while (places[to] != 0) {
                    to = to + 1 & mask;
                }
                places[to] = g + 1;
            }
        }
    }

    /// Of no use afterwards.
    void release() {
        guard.give(bytes);
        bytes = 0;
    }
}
