// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// A list of nodes of one cache line each, linked in memory order or in another order.
final class LinkedData {
    private static final int NODE_WORDS = 8;

    private final long[] nodes;
    private final int count;

    /// @param count      number of nodes, a power of two
    /// @param linearised whether their memory order is the order of the list
    LinkedData(int count, boolean linearised) {
        this.count = count;
        nodes = new long[count * NODE_WORDS];
        int[] places = linearised ? null : Keys.shuffled(count);
        for (int i = 0; i < count; i++) {
            int next = i + 1 & count - 1;
            int node = (linearised ? i : places[i]) * NODE_WORDS;
            nodes[node] = (linearised ? next : places[next]) * (long) NODE_WORDS;
            nodes[node + 1] = i;
        }
    }

    /// @return the sum of all values
    long sum() {
        long sum = 0;
        int node = 0;
        for (int i = 0; i < count; i++) {
            sum += nodes[node + 1];
            node = (int) nodes[node];
        }
        return sum;
    }
}
