// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceContext;
import java.lang.foreign.MemorySegment;

/// A packet with a sequence number and all that its context said: the one just read, whose bytes lie in the capture's
/// buffer, or one that waits for others and has a copy of them. Reused.
final class Datagram {
    final Addresses addresses = new Addresses();
    MemorySegment memory = MemorySegment.NULL;
    long offset;
    int length;
    int missing;
    long timeNs;
    int input;
    long packetIndex;
    long filePosition;
    long sequence;
    /// How many sequence numbers it takes, from that one on.
    int span;
    long sendingTimeNs;
    /// Of its bytes; never 0.
    long hash;
    LineState line;

    /// Whether this has a sending time that can be compared with another.
    boolean isTimed(long otherTimeNs) {
        return isKnown(sendingTimeNs) && isKnown(otherTimeNs);
    }

    /// Senders that leave the time out, and replayed journals, have 0 there.
    private static boolean isKnown(long sendingTimeNs) {
        return sendingTimeNs != MessageContext.NO_TIME && sendingTimeNs != 0;
    }

    /// Whether this was sent before another; not if either time is unknown.
    boolean isBefore(long otherTimeNs) {
        return isTimed(otherTimeNs) && sendingTimeNs < otherTimeNs;
    }

    /// Whether this was sent after another; not if either time is unknown.
    boolean isAfter(long otherTimeNs) {
        return isTimed(otherTimeNs) && sendingTimeNs > otherTimeNs;
    }

    void set(Datagram other) {
        addresses.set(other.addresses);
        length = other.length;
        missing = other.missing;
        timeNs = other.timeNs;
        input = other.input;
        packetIndex = other.packetIndex;
        filePosition = other.filePosition;
        sequence = other.sequence;
        span = other.span;
        sendingTimeNs = other.sendingTimeNs;
        hash = other.hash;
        line = other.line;
    }

    /// Keeps place and bytes of a packet just read.
    void read(SourceContext context, MemorySegment source, long at, int payloadLength, int missingLength) {
        addresses.set(context.addresses);
        memory = source;
        offset = at;
        length = payloadLength;
        missing = missingLength;
        timeNs = context.timeNs;
        input = context.input;
        packetIndex = context.packetIndex;
        filePosition = context.filePosition;
        sequence = context.packetSequence;
        sendingTimeNs = context.sendingTimeNs;
    }

    /// Sets a context to what it was when this datagram was read.
    void restore(SourceContext context) {
        context.addresses.set(addresses);
        context.timeNs = timeNs;
        context.input = input;
        context.packetIndex = packetIndex;
        context.filePosition = filePosition;
        context.messageIndex = 0;
        context.packetSequence = sequence;
        context.sendingTimeNs = sendingTimeNs;
    }
}
