// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.util.Arrays;

/// Objects on the heap that refer to each other: a binary tree whose nodes also refer to their parent. It is traced
/// like the marking of a collector: depth first with a stack, and a mark in each object, so that none is visited twice.
///
/// **Threading**: one thread.
final class ObjectGraph {
    /// A node is popped from the stack before its references, at most three, are pushed.
    private static final int REFERENCES = 3;

    private final Node root;
    private final int count;
    private final Node[] stack;
    private int epoch;

    private ObjectGraph(Node root, int count) {
        this.root = root;
        this.count = count;
        stack = new Node[REFERENCES * Integer.SIZE];
    }

    /// Nodes in random memory order, as after many allocations and collections.
    static ObjectGraph shuffled(int count) {
        // While nodes have no references to each other, they stay in allocation order, even if they are moved.
        Node[] places = new Node[count];
        Arrays.setAll(places, _ -> new Node());
        int[] order = Keys.shuffled(count);
        for (int i = 0; i < count; i++) {
            Node node = places[order[i]];
            node.value = i;
            node.left = child(places, order, 2 * i + 1);
            node.right = child(places, order, 2 * i + 2);
            node.parent = i == 0 ? null : places[order[(i - 1) / 2]];
        }
        return new ObjectGraph(places[order[0]], count);
    }

    private static Node child(Node[] places, int[] order, int number) {
        return number < places.length ? places[order[number]] : null;
    }

    /// The same graph in new objects whose memory order is the order of the trace.
    ObjectGraph copied() {
        return new ObjectGraph(copy(root, null), count);
    }

    private static Node copy(Node node, Node parent) {
        Node copy = new Node();
        copy.value = node.value;
        copy.parent = parent;
        copy.left = node.left == null ? null : copy(node.left, copy);
        copy.right = node.right == null ? null : copy(node.right, copy);
        return copy;
    }

    /// Visits each object once.
    ///
    /// @return the sum of all values
    long trace() {
        epoch++;
        long sum = 0;
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            Node node = stack[--depth];
            if (node.mark != epoch) {
                node.mark = epoch;
                sum += node.value;
                depth = push(node.parent, depth);
                depth = push(node.right, depth);
                depth = push(node.left, depth);
            }
        }
        return sum;
    }

    private int push(Node node, int depth) {
        if (node != null) {
            stack[depth] = node;
            return depth + 1;
        }
        return depth;
    }

    private static final class Node {
        Node left;
        Node right;
        Node parent;
        int mark;
        int value;
    }
}
