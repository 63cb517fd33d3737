// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

/// How many read and how many move.
enum Crew {
    R1W1(1, 1), R2W1(2, 1), R3W1(3, 1), R2W2(2, 2);

    private final int readers;
    private final int writers;

    Crew(int readers, int writers) {
        this.readers = readers;
        this.writers = writers;
    }

    int readers() {
        return readers;
    }

    int writers() {
        return writers;
    }

    /// For the table; says so where threads have to take turns.
    String label() {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = readers + writers;
        String name = readers + "R" + writers + "W";
        return threads > cores ? name + " (" + threads + " threads on " + cores + " cores)" : name;
    }
}
