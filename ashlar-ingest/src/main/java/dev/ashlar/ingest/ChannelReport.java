// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.util.List;

/// Counts the packets of one channel; see [Arbitration].
///
/// Each packet that arrived is delivered, a duplicate, late, stray, or still waiting.
///
/// @param lines      in order of appearance
/// @param packets    handed out
/// @param duplicates came on another line, or again
/// @param late       missing when their turn came; not handed out
/// @param strays     with a number that fits nowhere, or that another packet had; not handed out
/// @param restarts   how often the sequence restarted
/// @param gapCount   runs of numbers that came on no line in time
/// @param missing    sequence numbers in these gaps, at most 2^63-1
/// @param gaps       the first of these gaps, at most [#MAX_GAPS]
public record ChannelReport(List<LineCount> lines, long packets, long duplicates, long late, long strays, long restarts,
        long gapCount, long missing, List<Gap> gaps) {
    /// Gaps kept for each channel.
    public static final int MAX_GAPS = 256;
    private static final int MAX_SHOWN = 8;

    /// One line.
    ///
    /// @param destination `address:port`
    /// @param packets     packets that arrived on this line
    /// @param first       packets that were handed out from this line, because it delivered them first
    public record LineCount(String destination, long packets, long first) { }

    /// A run of missing sequence numbers, unsigned.
    ///
    /// @param from first
    /// @param to   last
    public record Gap(long from, long to) {
        @Override
        public String toString() {
            return from == to ? Long.toUnsignedString(from)
                    : Long.toUnsignedString(from) + ".." + Long.toUnsignedString(to);
        }
    }

    public ChannelReport {
        lines = List.copyOf(lines);
        gaps = List.copyOf(gaps);
    }

    /// Whether no packet is missing, late or stray, as far as can be determined.
    public boolean isComplete() {
        return gapCount == 0 && late == 0 && strays == 0;
    }

    /// One line of text for people, two with gaps.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("channel");
        for (LineCount line : lines) {
            text.append(text.length() > 8 ? " + " : " ").append(line.destination()).append(" (").append(line.first())
                    .append(" of ").append(line.packets()).append(" first)");
        }
        text.append(": packets=").append(packets).append(", duplicates=").append(duplicates).append(", gaps=")
                .append(gapCount).append(", missing=").append(missing).append(", restarts=").append(restarts)
                .append(", late=").append(late).append(", strays=").append(strays);
        if (gapCount > 0) {
            text.append("\n    missing ");
            gaps.stream().limit(MAX_SHOWN).forEach(gap -> text.append(gap == gaps.getFirst() ? "" : ", ").append(gap));
            text.append(gapCount > MAX_SHOWN ? ", …" : "");
        }
        return text.toString();
    }
}
