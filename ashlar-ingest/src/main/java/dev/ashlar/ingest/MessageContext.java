// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.ingest.internal.framing.SourceContext;

/// Where the current message, or packet, came from.
///
/// **Threading**: belongs to the thread that runs the source. **Ownership**: one object, overwritten for each packet.
public sealed interface MessageContext permits SourceContext {
    /// Stands for an unknown time.
    long NO_TIME = Long.MIN_VALUE;
    /// Stands for a sequence number that the framing does not carry.
    long NO_SEQUENCE = -1;

    /// When the packet that completed the message was captured: nanoseconds since 1970-01-01 UTC, or [#NO_TIME].
    long timeNs();

    /// Index of the input among merged ones, from 0; see [MessageSource#merge].
    int input();

    /// Index in the capture, from 0, of the packet that completed the message; 0 for a raw file.
    long packetIndex();

    /// Byte position in the (decompressed) input: of that packet's record, or of the message's frame in a raw file.
    long filePosition();

    /// Index of the message among those of its packet or TCP segment, from 0; in a raw file, among all.
    long messageIndex();

    /// What carried the message.
    Transport transport();

    /// Number of the TCP stream, one for each direction of each connection, in order of appearance; -1 if none.
    int stream();

    /// Whether the addresses are IPv6.
    boolean ipv6();

    /// First eight bytes of the source address, 0 with IPv4.
    long sourceHigh();

    /// Last eight bytes of the source address; with IPv4, all four.
    long sourceLow();

    /// First eight bytes of the destination address, 0 with IPv4.
    long destinationHigh();

    /// Last eight bytes of the destination address; with IPv4, all four.
    long destinationLow();

    /// Source port; 0 for a raw file.
    int sourcePort();

    /// Destination port; 0 for a raw file.
    int destinationPort();

    /// Sequence number in the framing's packet header, unsigned, or [#NO_SEQUENCE].
    long packetSequence();

    /// Sending time in the framing's packet header, in the feed's unit (nanoseconds since 1970-01-01 UTC in each of the
    /// named framings), or [#NO_TIME].
    long sendingTimeNs();

    /// `address:port` of the source; allocates.
    String source();

    /// `address:port` of the destination; allocates.
    String destination();
}
