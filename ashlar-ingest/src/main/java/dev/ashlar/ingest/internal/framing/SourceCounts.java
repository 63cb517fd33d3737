// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.framing;

import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.Skipped;
import java.util.ArrayList;
import java.util.List;

/// Counts what was handed out and what was skipped, with the first places of each reason; allocates nothing for it.
public final class SourceCounts {
    private static final SkipReason[] REASONS = SkipReason.values();
    private static final int PLACE_LENGTH = 5;

    private final SourceContext context;
    private final long[] counts = new long[REASONS.length];
    private final long[] bytes = new long[REASONS.length];
    private final long[] places = new long[REASONS.length * Skipped.MAX_PLACES * PLACE_LENGTH];
    public long messages;
    public long messageBytes;
    public int streams;

    public SourceCounts(SourceContext context) {
        this.context = context;
    }

    /// Counts one time at the context's place.
    public void skip(SkipReason reason, long length) {
        int row = reason.ordinal();
        if (counts[row] < Skipped.MAX_PLACES) {
            int at = (row * Skipped.MAX_PLACES + (int) counts[row]) * PLACE_LENGTH;
            places[at] = context.packetIndex;
            places[at + 1] = context.filePosition;
            places[at + 2] = context.stream;
            places[at + 3] = length;
            places[at + 4] = context.input;
        }
        counts[row]++;
        bytes[row] += length;
    }

    /// How often something was skipped for this reason.
    public long count(SkipReason reason) {
        return counts[reason.ordinal()];
    }

    public IngestReport report(List<String> inputs, long packets, long inputBytes, long truncatedAt, long disordered,
            List<ChannelReport> channels) {
        List<Skipped> skipped = new ArrayList<>();
        for (SkipReason reason : REASONS) {
            if (counts[reason.ordinal()] > 0) {
                skipped.add(skipped(reason));
            }
        }
        return new IngestReport(String.join(" + ", inputs), packets, inputBytes, messages, messageBytes, streams,
                truncatedAt, disordered, skipped, channels);
    }

    private Skipped skipped(SkipReason reason) {
        int row = reason.ordinal();
        List<Skipped.Place> first = new ArrayList<>();
        for (int i = 0; i < Math.min(counts[row], Skipped.MAX_PLACES); i++) {
            int at = (row * Skipped.MAX_PLACES + i) * PLACE_LENGTH;
            first.add(new Skipped.Place(places[at], places[at + 1], (int) places[at + 2], places[at + 3],
                    (int) places[at + 4]));
        }
        return new Skipped(reason, counts[row], bytes[row], first);
    }
}
