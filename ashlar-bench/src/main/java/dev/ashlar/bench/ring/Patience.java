// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

/// Waits as all contenders do: spins for a while, then lets others run.
final class Patience {
    /// As the Disruptor's yielding strategy, which is the one that waits inside.
    private static final int SPINS = 100;

    /// Some hundred microseconds: for round trips, whose partner is there in much less, if it runs at all.
    private static final int LONG_SPINS = 10_000;

    private final int spins;
    private int spun;

    private Patience(int spins) {
        this.spins = spins;
    }

    static Patience usual() {
        return new Patience(SPINS);
    }

    static Patience spinning() {
        return new Patience(LONG_SPINS);
    }

    void after(int work) {
        if (work > 0) {
            spun = 0;
        } else if (spun < spins) {
            spun++;
            Thread.onSpinWait();
        } else {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the other side has failed");
            }
            Thread.yield();
        }
    }
}
