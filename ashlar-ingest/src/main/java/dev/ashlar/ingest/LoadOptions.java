// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.time.Duration;
import java.util.Objects;

/// Configures a [Loader].
///
/// @param batchPackets  messages are published at the latest after this many packets, or buffers of a raw file
/// @param batchInterval or when this much time has passed, which is looked at every 16 packets; if packets are rare,
///                      let each be a batch
/// @param skip          messages to skip at the beginning, to continue a load that was stopped
/// @param limit         most messages to load
/// @param duplicates    what to do with messages already in the journal
public record LoadOptions(int batchPackets, Duration batchInterval, long skip, long limit, Duplicates duplicates) {
    private static final int DEFAULT_PACKETS = 256;
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(10);

    public LoadOptions {
        Objects.requireNonNull(batchInterval, "batchInterval");
        Objects.requireNonNull(duplicates, "duplicates");
        if (batchPackets < 1 || batchInterval.isNegative() || skip < 0 || limit < 0) {
            throw new IllegalArgumentException("batches are of one packet at least, and nothing is negative: batchPackets="
                    + batchPackets + ", batchInterval=" + batchInterval + ", skip=" + skip + ", limit=" + limit);
        }
    }

    /// Everything, published every 256 packets or 10 ms; duplicates of messages in the journal are refused.
    public static LoadOptions defaults() {
        return new LoadOptions(DEFAULT_PACKETS, DEFAULT_INTERVAL, 0, Long.MAX_VALUE, Duplicates.REFUSE);
    }

    /// Each packet is published as it arrives: for inputs that are still being written.
    public LoadOptions live() {
        return new LoadOptions(1, batchInterval, skip, limit, duplicates);
    }

    public LoadOptions withSkip(long messages) {
        return new LoadOptions(batchPackets, batchInterval, messages, limit, duplicates);
    }

    public LoadOptions withLimit(long messages) {
        return new LoadOptions(batchPackets, batchInterval, skip, messages, duplicates);
    }

    public LoadOptions withDuplicates(Duplicates which) {
        return new LoadOptions(batchPackets, batchInterval, skip, limit, which);
    }
}
