// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Keys to look up, and what all of them together have to give.
///
/// @param name     for the table
/// @param keys     one after the other
/// @param expected sum of the rows that are found, of which each has the number of its key; -1 for those that are not
record Keys(String name, long[] keys, long expected) {
    private static final long SEED = 20_130_729;
    /// As many sets are looked up by turns, so that none finds in a cache what it left there itself.
    private static final int SETS = 16;

    /// The key of a row. Each row has another, in no order.
    static long keyOf(long row) {
        long bits = (row ^ row >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d0_49bb_1331_11ebL;
        return bits ^ bits >>> 31;
    }

    /// Sets of the same kind, for one lookup after the other.
    ///
    /// @param count       how many keys in each
    /// @param rows        of the table
    /// @param skewed      whether some keys come much more often than others: the k-th in proportion to 1/k
    /// @param hitsPercent how many of a hundred are in the table
    static List<Keys> of(int count, long rows, boolean skewed, int hitsPercent) {
        SplittableRandom random = new SplittableRandom(SEED + count + hitsPercent);
        return Stream.generate(() -> of(count, rows, skewed, hitsPercent, random)).limit(SETS).toList();
    }

    /// @throws IOException if something else was found
    void check(long sum, String way, String index) throws IOException {
        if (sum != expected) {
            throw new IOException("wrong sum: sum=" + sum + ", expected=" + expected + ", way=" + way + ", index="
                    + index);
        }
    }

    private static Keys of(int count, long rows, boolean skewed, int hitsPercent, SplittableRandom random) {
        long[] keys = new long[count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long row = skewed ? skewed(random, rows) : random.nextLong(rows);
            boolean hit = random.nextInt(100) < hitsPercent;
            keys[i] = keyOf(hit ? row : rows + row);
            sum += hit ? row : -1;
        }
        return new Keys((skewed ? "skewed" : "uniform") + ", " + hitsPercent + " % hits", keys, sum);
    }

    /// The logarithm is spread evenly; which rows are the frequent ones is mixed.
    private static long skewed(SplittableRandom random, long rows) {
        long rank = Math.min(rows - 1, (long) Math.pow(rows, random.nextDouble()));
        return Math.floorMod(keyOf(rank), rows);
    }
}
