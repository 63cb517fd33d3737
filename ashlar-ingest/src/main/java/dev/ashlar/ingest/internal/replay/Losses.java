// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import java.util.SplittableRandom;

/// Which packets of a line are left out: the same for the same seed and line, packet by packet.
public final class Losses {
    private final SplittableRandom random;
    private final double part;

    public Losses(long seed, int line, double part) {
        // Lines of one seed lose different packets.
        this.random = new SplittableRandom(seed * 31 + line);
        this.part = part;
    }

    /// Whether the next packet is left out.
    public boolean next() {
        return part > 0 && random.nextDouble() < part;
    }
}
