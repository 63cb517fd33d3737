// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.SkipReason;

/// Counts of a channel's packets, by what was done with them.
final class ChannelCounts {
    long packets;
    long duplicates;
    long late;
    long strays;
    long restarts;

    void count(SkipReason reason) {
        duplicates += reason == SkipReason.DUPLICATE_PACKET ? 1 : 0;
        late += reason == SkipReason.LATE_PACKET ? 1 : 0;
        strays += reason == SkipReason.STRAY_PACKET ? 1 : 0;
    }

    void add(ChannelCounts other) {
        packets += other.packets;
        duplicates += other.duplicates;
        late += other.late;
        strays += other.strays;
        restarts += other.restarts;
    }
}
