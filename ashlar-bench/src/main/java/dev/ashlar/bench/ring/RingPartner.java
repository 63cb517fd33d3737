// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.lab.queue.Passing;
import java.io.IOException;

/// The other process.
public final class RingPartner {
    private RingPartner() {
    }

    /// @param args those of [Passing#partner]
    public static void main(String[] args) throws IOException {
        Passing.partner(args, PeerQueue::named);
    }
}
