// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.util.Arrays;

/// A balanced binary tree whose nodes lie in no order; a node is key, value and the places of two more.
final class SearchTree implements Index {
    private static final int NODE_WORDS = 4;
    private static final int LEFT = 2;
    private static final int RIGHT = 3;
    private static final int NONE = -1;

    private final long[] nodes;
    private final int root;

    /// @param count of keys, a power of two
    SearchTree(int count) {
        nodes = new long[count * NODE_WORDS];
        long[] sorted = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = Keys.of(i);
        }
        Arrays.sort(sorted);
        for (int i = 0; i < count; i++) {
            values[Arrays.binarySearch(sorted, Keys.of(i))] = i;
        }
        root = new Placing(sorted, values, Keys.shuffled(count)).place(0, count);
    }

    /// Puts nodes where an order of chance has them.
    private final class Placing {
        private final long[] sorted;
        private final long[] values;
        private final int[] places;
        private int placed;

        Placing(long[] sorted, long[] values, int[] places) {
            this.sorted = sorted;
            this.values = values;
            this.places = places;
        }

        int place(int from, int to) {
            if (from == to) {
                return NONE;
            }
            int middle = from + to >>> 1;
            int node = places[placed++] * NODE_WORDS;
            nodes[node] = sorted[middle];
            nodes[node + 1] = values[middle];
            nodes[node + LEFT] = place(from, middle);
            nodes[node + RIGHT] = place(middle + 1, to);
            return node;
        }
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
