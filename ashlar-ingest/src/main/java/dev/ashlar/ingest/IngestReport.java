// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.util.List;

/// What was read so far, and which parts did not become messages.
///
/// @param source       name of the input, or of all that were read as one
/// @param packets      packets read; 0 for a raw file
/// @param bytes        bytes of (decompressed) input read
/// @param messages     handed out
/// @param messageBytes of these
/// @param streams      TCP streams seen; each direction of a connection is one
/// @param truncatedAt  byte position at which the input ends inside a record, frame or compressed block; -1 if it does
///                     not; where several were read as one, in the first that does
/// @param disordered   packets handed out after packets with later times, because their input has them in that order;
///                     see [CaptureReader#disordered()]
/// @param skipped      one entry for each reason that occurred
/// @param channels     one entry for each channel that was arbitrated
public record IngestReport(String source, long packets, long bytes, long messages, long messageBytes, int streams,
        long truncatedAt, long disordered, List<Skipped> skipped, List<ChannelReport> channels) {

    public IngestReport {
        skipped = List.copyOf(skipped);
        channels = List.copyOf(channels);
    }

    /// Whether everything read became messages, as far as can be determined.
    public boolean isComplete() {
        return truncatedAt < 0 && skipped.stream().noneMatch(s -> s.reason().isLoss());
    }

    /// How often bytes were skipped for a reason.
    public long count(SkipReason reason) {
        return skipped.stream().filter(s -> s.reason() == reason).mapToLong(Skipped::count).sum();
    }

    /// How many bytes were skipped for a reason.
    public long bytes(SkipReason reason) {
        return skipped.stream().filter(s -> s.reason() == reason).mapToLong(Skipped::bytes).sum();
    }

    /// A few lines of readable text.
    @Override
    public String toString() {
        return text(false, "\n  ");
    }

    /// The same in one line, without reasons and channels that lost nothing.
    public String problems() {
        return text(true, "; ").replaceAll("\n *", ", ");
    }

    private String text(boolean problemsOnly, String separator) {
        StringBuilder text = new StringBuilder(source).append(": messages=").append(messages)
                .append(", packets=").append(packets).append(", bytes=").append(bytes);
        if (streams > 0) {
            text.append(", streams=").append(streams);
        }
        if (truncatedAt >= 0) {
            text.append(separator).append("truncated: the input ends inside a record, position=").append(truncatedAt);
        }
        if (disordered > 0 && !problemsOnly) {
            text.append(separator).append("packets earlier than those before them: count=").append(disordered);
        }
        for (Skipped entry : skipped) {
            if (entry.reason().isLoss() || !problemsOnly) {
                append(text.append(separator), entry);
            }
        }
        for (ChannelReport channel : channels) {
            if (!problemsOnly || !channel.isComplete()) {
                text.append(separator).append(channel);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Skipped entry) {
        text.append(entry.reason().text()).append(": count=").append(entry.count());
        if (entry.bytes() > 0) {
            text.append(", bytes=").append(entry.bytes());
        }
        if (entry.reason().isLoss()) {
            Skipped.Place place = entry.first().getFirst();
            text.append(", first at packet=").append(place.packetIndex()).append(", position=")
                    .append(place.filePosition());
            if (place.input() > 0) {
                text.append(", input=").append(place.input());
            }
        }
    }
}
