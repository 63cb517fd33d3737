// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.PcapWriter;
import java.io.IOException;

/// Puts market, packets and totals of one feed together.
final class SampleWriter implements AutoCloseable {
    private final SampleFeed.Options options;
    private final FeedTally counts = new FeedTally();
    private final FeedLines lines;
    private final FeedMarket market;

    SampleWriter(PcapWriter capture, SampleFeed.Options options) {
        this.options = options;
        // Of their own, so that the messages are the same on one line and on two.
        Dice ofLines = new Dice(~options.seed());
        lines = new FeedLines(capture, options.secondLine(), options.lostPerMillion(), ofLines);
        market = new FeedMarket(options.instruments(), options.maxMessages(), lines, counts, new Dice(options.seed()),
                options.day());
    }

    SampleTotals run() throws IOException {
        boolean more = true;
        while (more) {
            more = step();
        }
        return totals();
    }

    /// Writes the messages of one event.
    ///
    /// @return whether there are to be more
    boolean step() throws IOException {
        market.event();
        return counts.messages() < options.maxMessages() && lines.bytes() < options.maxBytes();
    }

    private SampleTotals totals() throws IOException {
        market.finish();
        return counts.totals(Integer.toUnsignedLong(lines.sequence()), lines.packetsByLine(), lines.bytes());
    }

    @Override
    public void close() {
        lines.close();
    }
}
