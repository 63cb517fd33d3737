// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.time.Duration;
import java.util.Objects;

/// Configures a [Loader].
///
/// @param batchPackets  maximum number of packets, or buffers of a raw file, before messages are published
/// @param batchInterval maximum time before messages are published, checked every 16 packets; if packets are rare, use
///                      batches of one packet
/// @param skip          messages to skip at the beginning, to continue a load that was stopped
/// @param limit         maximum number of messages to load
/// @param duplicates    what to do with messages already in the journal
public record LoadOptions(int batchPackets, Duration batchInterval, long skip, long limit, Duplicates duplicates) {
    private static final int DEFAULT_PACKETS = 256;
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(10);

    public LoadOptions {
        Objects.requireNonNull(batchInterval, "batchInterval");
        Objects.requireNonNull(duplicates, "duplicates");
        if (batchPackets < 1 || batchInterval.isNegative() || skip < 0 || limit < 0) {
            throw new IllegalArgumentException("batchPackets must be at least 1, and no option negative: batchPackets="
                    + batchPackets + ", batchInterval=" + batchInterval + ", skip=" + skip + ", limit=" + limit);
        }
    }

    /// Everything, published every 256 packets or 10 ms; messages that the journal already has are refused.
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
