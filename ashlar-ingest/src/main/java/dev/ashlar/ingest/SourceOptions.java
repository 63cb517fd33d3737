// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.sbe.framing.Framing;
import java.util.Objects;

/// What a [MessageSource] reads, and its limits.
///
/// @param framing          framing of the messages
/// @param format           what the input is
/// @param filter           which packets to read
/// @param maxMessageLength longest frame accepted as valid, in bytes; 64 to 16 Mi
/// @param maxStreams       directions of TCP connections followed at once; if there are more, the ones idle longest are
///                         dropped
/// @param maxBufferedBytes memory for TCP bytes that wait for missing ones, all streams together; and the same amount
///                         again for packets that wait for missing ones, all channels together
/// @param arbitration      which lines are redundant; has no effect on TCP and raw files
public record SourceOptions(Framing framing, Format format, PacketFilter filter, int maxMessageLength, int maxStreams,
        long maxBufferedBytes, Arbitration arbitration) {
    /// What an input is.
    public enum Format {
        /// A capture if it begins like one, else raw binary.
        AUTO,
        /// A pcap or pcapng capture.
        CAPTURE,
        /// Frames from the first byte on, as in a stream.
        RAW
    }

    private static final int DEFAULT_MESSAGE_LENGTH = 1 << 20;
    private static final int DEFAULT_STREAMS = 4096;
    private static final long DEFAULT_BUFFERED_BYTES = 64L << 20;

    public SourceOptions {
        Objects.requireNonNull(framing, "framing");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(filter, "filter");
        arbitration.requireFit(framing);
        requireIn("maxMessageLength", maxMessageLength, 64, 16 << 20);
        requireIn("maxStreams", maxStreams, 1, 1 << 20);
        requireIn("maxBufferedBytes", maxBufferedBytes, 1 << 16, 1L << 40);
    }

    /// Everything in the input, with the default limits: messages of 1 MiB, 4,096 streams, 64 MiB of waiting bytes.
    public static SourceOptions of(Framing framing) {
        return new SourceOptions(framing, Format.AUTO, PacketFilter.ALL, DEFAULT_MESSAGE_LENGTH, DEFAULT_STREAMS,
                DEFAULT_BUFFERED_BYTES, Arbitration.NONE);
    }

    /// The same with another format.
    public SourceOptions withFormat(Format newFormat) {
        return new SourceOptions(framing, newFormat, filter, maxMessageLength, maxStreams, maxBufferedBytes,
                arbitration);
    }

    /// The same with another filter.
    public SourceOptions withFilter(PacketFilter newFilter) {
        return new SourceOptions(framing, format, newFilter, maxMessageLength, maxStreams, maxBufferedBytes,
                arbitration);
    }

    /// The same with arbitration of redundant lines, of the packets that the filter accepts.
    ///
    /// @throws IllegalArgumentException if the framing's packet header lacks the required fields
    public SourceOptions withArbitration(Arbitration newArbitration) {
        return new SourceOptions(framing, format, filter, maxMessageLength, maxStreams, maxBufferedBytes,
                newArbitration);
    }

    private static void requireIn(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " out of bounds: " + name + "=" + value + ", min=" + min
                    + ", max=" + max);
        }
    }
}
