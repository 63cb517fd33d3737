// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.framing.Addresses;
import java.util.ArrayList;
import java.util.List;

/// The lines of a capture, found by destination address and port; a bounded hash table.
final class LineTable {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final LineState[] table = new LineState[4 * Arbitration.MAX_LINES];
    private final List<LineState> all = new ArrayList<>();

    /// In order of appearance.
    List<LineState> all() {
        return all;
    }

    boolean isFull() {
        return all.size() == Arbitration.MAX_LINES;
    }

    /// The line to this destination, or `null`.
    LineState find(Addresses addresses) {
        int at = start(addresses.destinationHigh, addresses.destinationLow, addresses.destinationPort);
        while (table[at] != null && !table[at].isTo(addresses)) {
            at = at + 1 & table.length - 1;
        }
        return table[at];
    }

    /// Adds a line that is not there; there must be room.
    LineState add(Line line, Channel channel) {
        int at = start(line.high(), line.low(), line.port());
        while (table[at] != null) {
            at = at + 1 & table.length - 1;
        }
        Addresses addresses = new Addresses();
        addresses.ipv6 = line.ipv6();
        addresses.destinationHigh = line.high();
        addresses.destinationLow = line.low();
        addresses.destinationPort = line.port();
        LineState added = new LineState(line, addresses.destination(), channel);
        table[at] = added;
        all.add(added);
        return added;
    }

    private int start(long high, long low, int port) {
        long hash = ((high * FACTOR ^ low) * FACTOR ^ port) * FACTOR;
        return (int) (hash >>> 32) & table.length - 1;
    }
}
