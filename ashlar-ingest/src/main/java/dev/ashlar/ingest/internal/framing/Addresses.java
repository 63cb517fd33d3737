// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.framing;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/// Who sent a packet to whom: IP addresses, and ports where the transport has them. An IPv4 address is the low 32 bits
/// of `low`.
public final class Addresses {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    public boolean ipv6;
    public long sourceHigh;
    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;
    public int sourcePort;
    public int destinationPort;

    public void set(Addresses other) {
        ipv6 = other.ipv6;
        sourceHigh = other.sourceHigh;
        sourceLow = other.sourceLow;
        destinationHigh = other.destinationHigh;
        destinationLow = other.destinationLow;
        sourcePort = other.sourcePort;
        destinationPort = other.destinationPort;
    }

    /// Those of an answer.
    public void setReversed(Addresses other) {
        ipv6 = other.ipv6;
        sourceHigh = other.destinationHigh;
        sourceLow = other.destinationLow;
        destinationHigh = other.sourceHigh;
        destinationLow = other.sourceLow;
        sourcePort = other.destinationPort;
        destinationPort = other.sourcePort;
    }

    /// Whether hosts and ports are the same.
    public boolean isSame(Addresses other) {
        return sourcePort == other.sourcePort && destinationPort == other.destinationPort && isSameHosts(other);
    }

    public boolean isSameHosts(Addresses other) {
        return sourceLow == other.sourceLow && destinationLow == other.destinationLow
                && sourceHigh == other.sourceHigh && destinationHigh == other.destinationHigh && ipv6 == other.ipv6;
    }

    /// Mixes all bits upwards: take the upper ones.
    public long hash() {
        long hash = sourceHigh * FACTOR ^ sourceLow;
        hash = hash * FACTOR ^ destinationHigh;
        hash = hash * FACTOR ^ destinationLow;
        hash = hash * FACTOR ^ (long) sourcePort << 16 ^ destinationPort;
        return hash * FACTOR;
    }

    /// `address:port` of the sender.
    String source() {
        return text(sourceHigh, sourceLow, sourcePort);
    }

    /// `address:port` of the receiver.
    public String destination() {
        return text(destinationHigh, destinationLow, destinationPort);
    }

    private String text(long high, long low, int port) {
        ByteBuffer bytes = ByteBuffer.allocate(ipv6 ? 16 : 4);
        if (ipv6) {
            bytes.putLong(high).putLong(low);
        } else {
            bytes.putInt((int) low);
        }
        try {
            String address = InetAddress.getByAddress(bytes.array()).getHostAddress();
            return (ipv6 ? "[" + address + "]" : address) + ":" + port;
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of 4 or 16 bytes was refused", e);
        }
    }
}
