// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

/// Which channel packets of late came on, by hash: how two lines are found to be one channel. Bounded, newer ones
/// displace older.
final class RecentPackets {
    private static final int SHIFT = 16;

    private final long[] hashes = new long[1 << SHIFT];
    private final Channel[] channels = new Channel[1 << SHIFT];

    /// Remembers that a packet came on `channel`.
    ///
    /// @return the channel that it came on before, which may be the same, or `null`
    Channel put(long hash, Channel channel) {
        int at = (int) (hash >>> Long.SIZE - SHIFT);
        Channel before = hashes[at] == hash ? channels[at] : null;
        hashes[at] = hash;
        channels[at] = channel;
        return before;
    }
}
