// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// A list of nodes, each of a cache line, linked in the order in which they lie or in another.
final class LinkedData {
    private static final int NODE_WORDS = 8;

    private final long[] nodes;
    private final int count;

    /// @param count      of nodes, a power of two
    /// @param linearised whether they lie in the order of the list
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
