// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.util.Arrays;

/// Keys in order, with their values in a second array; found by halving.
final class SortedArray implements Index {
    private final long[] keys;
    private final long[] values;

    /// @param count of keys, a power of two
    SortedArray(int count) {
        keys = new long[count];
        values = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = Keys.of(i);
        }
        Arrays.sort(keys);
        for (int i = 0; i < count; i++) {
            values[place(Keys.of(i))] = i;
        }
    }

    /// The last place whose key is not greater, or 0.
    private int place(long key) {
        int low = 0;
        for (int half = keys.length >>> 1; half > 0; half >>>= 1) {
            low = keys[low + half] <= key ? low + half : low;
        }
        return low;
    }

    @Override
    public long find(long key) {
        int place = place(key);
        return keys[place] == key ? values[place] : -1;
    }

    @Override
    public long findBatch(long[] wanted, int from, int count) {
        int[] low = new int[count];
        for (int half = keys.length >>> 1; half > 0; half >>>= 1) {
            for (int i = 0; i < count; i++) {
                low[i] = keys[low[i] + half] <= wanted[from + i] ? low[i] + half : low[i];
            }
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += keys[low[i]] == wanted[from + i] ? values[low[i]] : -1;
        }
        return sum;
    }
}
