// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal;

import dev.ashlar.ingest.ChannelReport.LineCount;
import dev.ashlar.ingest.Line;

/// One line: whose it is, and what came on it.
final class LineState {
    final Line line;
    final String text;
    Channel channel;
    long packets;
    long first;

    LineState(Line line, String text, Channel channel) {
        this.line = line;
        this.text = text;
        this.channel = channel;
    }

    boolean isTo(Addresses addresses) {
        return line.low() == addresses.destinationLow && line.port() == addresses.destinationPort
                && line.high() == addresses.destinationHigh && line.ipv6() == addresses.ipv6;
    }

    LineCount count() {
        return new LineCount(text, packets, first);
    }
}
