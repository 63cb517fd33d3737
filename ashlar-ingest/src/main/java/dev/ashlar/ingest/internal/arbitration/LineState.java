// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.ChannelReport.LineCount;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.internal.framing.Addresses;

/// The state of one line: its channel, and counts of its packets.
final class LineState {
    final Line line;
    final String text;
    Channel channel;
    long packets;
    long first;
    /// The latest session of its channel that this line brought a packet of; 0 if none.
    long reached;
    /// The session that opened, but has not begun, of which this line brought a packet.
    long opened;
    /// Capture time of its last packet.
    long lastNs = MessageContext.NO_TIME;

    LineState(Line line, String text, Channel channel) {
        this.line = line;
        this.text = text;
        this.channel = channel;
    }

    /// Moves to another channel.
    void join(Channel other) {
        channel = other;
        reached = 0;
        opened = 0;
    }

    /// Whether more may come: its last packet came not long ago, or it was named and none has come yet.
    boolean isAlive(long nowNs) {
        return packets == 0 || nowNs == MessageContext.NO_TIME || nowNs - lastNs <= Arbitration.MAX_WAIT_NS;
    }

    boolean isTo(Addresses addresses) {
        return line.low() == addresses.destinationLow && line.port() == addresses.destinationPort
                && line.high() == addresses.destinationHigh && line.ipv6() == addresses.ipv6;
    }

    LineCount count() {
        return new LineCount(text, packets, first);
    }
}
