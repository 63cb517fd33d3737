// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import java.io.IOException;

/// A measuring JVM did not end well.
public final class TradeFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean outOfMemory;

    TradeFailure(TradeJvm jvm, boolean outOfMemory, int exit, String said) {
        super("a measuring JVM failed: exit=" + exit + ", kind=" + jvm.kind() + ", flags=" + String.join(" ", jvm.flags())
                + (said.isEmpty() ? "" : ": " + said));
        this.outOfMemory = outOfMemory;
    }

    /// Whether the rows did not fit into its heap.
    public boolean isOutOfMemory() {
        return outOfMemory;
    }
}
