// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.util.Arrays;

/// A balanced binary tree whose nodes are in random memory order; a node has a key, a value and the places of two
/// nodes.
final class SearchTree implements Index {
    private static final int NODE_WORDS = 4;
    private static final int LEFT = 2;
    private static final int RIGHT = 3;
    private static final int NONE = -1;

    private final long[] nodes;
    private final int root;
    private int placed;

    /// @param count number of keys, a power of two
    SearchTree(int count) {
        nodes = new long[count * NODE_WORDS];
        long[] sorted = new long[count];
        long[] values = new long[count];
        Arrays.setAll(sorted, Keys::of);
        Arrays.sort(sorted);
        for (int i = 0; i < count; i++) {
            values[Arrays.binarySearch(sorted, Keys.of(i))] = i;
        }
        root = place(sorted, values, Keys.shuffled(count), 0, count);
    }

    /// Places nodes in random memory order.
    private int place(long[] sorted, long[] values, int[] places, int from, int to) {
        if (from == to) {
            return NONE;
        }
        int middle = from + to >>> 1;
        int node = places[placed++] * NODE_WORDS;
        nodes[node] = sorted[middle];
        nodes[node + 1] = values[middle];
        nodes[node + LEFT] = place(sorted, values, places, from, middle);
        nodes[node + RIGHT] = place(sorted, values, places, middle + 1, to);
        return node;
    }

    @Override
    public long find(long key) {
        int node = root;
        while (node != NONE) {
            if (nodes[node] == key) {
                return nodes[node + 1];
            }
            node = (int) nodes[node + (key < nodes[node] ? LEFT : RIGHT)];
        }
        return -1;
    }

    @Override
    public long findBatch(long[] keys, int from, int count) {
        int[] at = new int[count];
        Arrays.fill(at, root);
        long sum = 0;
        int open = count;
        while (open > 0) {
            int left = 0;
            for (int i = 0; i < count; i++) {
                int node = at[i];
                if (node != NONE) {
                    long key = keys[from + i];
                    long here = nodes[node];
                    sum += here == key ? nodes[node + 1] : 0;
                    at[i] = here == key ? NONE : (int) nodes[node + (key < here ? LEFT : RIGHT)];
                    left += at[i] == NONE ? 0 : 1;
                }
            }
            open = left;
        }
        return sum;
    }
}
