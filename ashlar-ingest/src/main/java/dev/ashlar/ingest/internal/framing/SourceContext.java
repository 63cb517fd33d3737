// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.framing;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.Transport;

/// The one context of a source: the steps that learn something write it here.
public final class SourceContext implements MessageContext {
    public long timeNs = NO_TIME;
    public int input;
    public long packetIndex;
    public long filePosition;
    /// Of the frame, from where the current run of frames began.
    public long frameOffset;
    public long messageIndex;
    public Transport transport = Transport.FILE;
    public int stream = -1;
    public final Addresses addresses = new Addresses();
    public long packetSequence = NO_SEQUENCE;
    public long sendingTimeNs = NO_TIME;

    @Override
    public long timeNs() {
        return timeNs;
    }

    @Override
    public int input() {
        return input;
    }

    @Override
    public long packetIndex() {
        return packetIndex;
    }

    @Override
    public long filePosition() {
        return transport == Transport.FILE ? filePosition + frameOffset : filePosition;
    }

    @Override
    public long messageIndex() {
        return messageIndex;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public int stream() {
        return stream;
    }

    @Override
    public boolean ipv6() {
        return addresses.ipv6;
    }

    @Override
    public long sourceHigh() {
        return addresses.sourceHigh;
    }

    @Override
    public long sourceLow() {
        return addresses.sourceLow;
    }

    @Override
    public long destinationHigh() {
        return addresses.destinationHigh;
    }

    @Override
    public long destinationLow() {
        return addresses.destinationLow;
    }

    @Override
    public int sourcePort() {
        return addresses.sourcePort;
    }

    @Override
    public int destinationPort() {
        return addresses.destinationPort;
    }

    @Override
    public long packetSequence() {
        return packetSequence;
    }

    @Override
    public long sendingTimeNs() {
        return sendingTimeNs;
    }

    @Override
    public String source() {
        return addresses.source();
    }

    @Override
    public String destination() {
        return addresses.destination();
    }
}
