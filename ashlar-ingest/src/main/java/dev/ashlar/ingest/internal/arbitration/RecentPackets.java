// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import java.util.ArrayList;
import java.util.List;

/// Which channel packets of late came on, by hash: how two lines are found to be one channel. Bounded, newer ones
/// displace older.
final class RecentPackets {
    private static final int SHIFT = 16;
    private static final long CHANNEL_MASK = (1 << SHIFT) - 1;

    /// By the upper bits of a hash: the others, and in their place the channel's number plus 1. One array, since each
    /// packet misses the cache here.
    private final long[] entries = new long[1 << SHIFT];
    private final List<Channel> channels = new ArrayList<>();

    /// Gives a channel its number.
    ///
    /// @return fewer than 65,535, since lines are fewer
    int register(Channel channel) {
        channels.add(channel);
        return channels.size() - 1;
    }

    /// Remembers that a packet came on `channel`.
    ///
    /// @return the channel that it came on before, which may be the same, or `null`
    Channel put(long hash, int channel) {
        int at = (int) (hash >>> Long.SIZE - SHIFT);
        long rest = hash << SHIFT;
        long before = entries[at];
        entries[at] = rest | channel + 1;
        return before != 0 && (before & ~CHANNEL_MASK) == rest ? channels.get((int) (before & CHANNEL_MASK) - 1) : null;
    }
}
