// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.util.Arrays;

/// A hash table whose buckets are lists; a node is key, value and the place of the next.
final class ChainedHash implements Index {
    private static final int NODE_WORDS = 3;
    private static final int END = -1;

    private final int[] heads;
    private final long[] nodes;

    /// @param count of keys, a power of two
    ChainedHash(int count) {
        heads = new int[count];
        nodes = new long[count * NODE_WORDS];
        Arrays.fill(heads, END);
        for (int i = 0; i < count; i++) {
            int node = i * NODE_WORDS;
            int bucket = bucket(Keys.of(i));
            nodes[node] = Keys.of(i);
            nodes[node + 1] = i;
            nodes[node + 2] = heads[bucket];
            heads[bucket] = node;
        }
    }

    private int bucket(long key) {
        return (int) Keys.hash(key) & heads.length - 1;
    }

    @Override
    public long find(long key) {
        int node = heads[bucket(key)];
        while (node != END) {
            if (nodes[node] == key) {
                return nodes[node + 1];
            }
            node = (int) nodes[node + 2];
        }
        return -1;
    }

    @Override
    public long findBatch(long[] keys, int from, int count) {
        int[] at = new int[count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            at[i] = heads[bucket(keys[from + i])];
        }
        int open = count;
        while (open > 0) {
            int left = 0;
            for (int i = 0; i < count; i++) {
                int node = at[i];
                if (node != END) {
                    boolean found = nodes[node] == keys[from + i];
                    sum += found ? nodes[node + 1] : 0;
                    at[i] = found ? END : (int) nodes[node + 2];
                    left += at[i] == END ? 0 : 1;
                }
            }
            open = left;
        }
        return sum;
    }
}
