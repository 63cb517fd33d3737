// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

/// Who sends to whom.
enum Shape {
    /// The same thread sends and receives by turns: what the queue itself costs, in time of the processor, which
    /// depends least on what else the machine does.
    ALONE("one thread", 1),
    ONE_TO_ONE("1P1C", 1),
    THREE_TO_ONE("3P1C", 3),
    PROCESSES("two processes", 1);

    private final String label;
    private final int producers;

    Shape(String label, int producers) {
        this.label = label;
        this.producers = producers;
    }

    /// For the table; says so where threads have to take turns.
    String label() {
        int threads = this == ALONE ? 1 : producers + 1;
        int cores = Runtime.getRuntime().availableProcessors();
        return threads > cores ? label + " (" + threads + " threads on " + cores + " cores)" : label;
    }

    int producers() {
        return producers;
    }
}
