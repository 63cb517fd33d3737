// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

/// The senders and receivers of messages.
public enum Shape {
    /// The same thread sends and receives in turn: the cost of the queue itself, in CPU time, which depends least on
    /// other load of the machine.
    ALONE("one thread", 1),
    ONE_TO_ONE("1P1C", 1),
    THREE_TO_ONE("3P1C", 3),
    PROCESSES("two processes", 1);

    private final String label;
    final int producers;

    Shape(String label, int producers) {
        this.label = label;
        this.producers = producers;
    }

    public String label() {
        return label;
    }

    /// Threads that are active at the same time.
    public int threads() {
        return this == ALONE ? 1 : producers + 1;
    }
}
