// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import dev.ashlar.ingest.IngestReport;
import java.util.List;

/// What a replay has sent.
///
/// @param lines      one entry for each line, or for the connection
/// @param input      what was read, and what was skipped
/// @param mixed      whether datagrams to several destinations of the capture were sent on one line: the packet
///                   sequence on that line is then unlike that of any feed
/// @param elapsedNs  from the first packet to the end
/// @param lateP50Ns  how late packets with a capture time were sent: median, at most 6 % too high
/// @param lateP999Ns 99.9 % of them were not later
/// @param lateMaxNs  the latest
public record ReplayReport(List<LineSent> lines, IngestReport input, boolean mixed, long elapsedNs, long lateP50Ns,
        long lateP999Ns, long lateMaxNs) {
    private static final double NS_PER_S = 1e9;

    /// What was sent on one line.
    ///
    /// @param name   `address:port`
    /// @param sent   packets; over TCP, messages
    /// @param bytes  of these
    /// @param lost   packets dropped on purpose
    public record LineSent(String name, long sent, long bytes, long lost) { }

    public ReplayReport {
        lines = List.copyOf(lines);
    }

    /// Packets sent on all lines.
    public long sent() {
        return lines.stream().mapToLong(LineSent::sent).sum();
    }

    /// The rate that the busiest line achieved.
    public double packetsPerSecond() {
        return lines.stream().mapToLong(LineSent::sent).max().orElse(0) / (Math.max(1, elapsedNs) / NS_PER_S);
    }
}
