// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.replay.ReplayLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/// Sends datagrams on one line.
///
/// **Threading**: one thread at a time. Allocates nothing per datagram.
public final class UdpSender implements AutoCloseable {
    /// Longest payload of a UDP datagram over IPv4; sockets send no longer ones over IPv6 either.
    private static final int MAX_LENGTH = 65_507;
    private static final int SEND_BUFFER_BYTES = 1 << 22;

    private final ReplayLine line;
    private final DatagramChannel channel;
    private final InetSocketAddress destination;
    private final Losses losses;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final MemorySegment bytes = MemorySegment.ofBuffer(buffer);
    private long sent;
    private long sentBytes;
    private long lost;

    private UdpSender(ReplayLine line, DatagramChannel channel, Losses losses, InetSocketAddress destination) {
        this.line = line;
        this.channel = channel;
        this.losses = losses;
        this.destination = destination;
    }

    /// Opens the socket of a line.
    ///
    /// @param hops time to live of multicast packets; 0 keeps them on this machine
    /// @throws FeedException if it cannot be sent from here
    public static UdpSender open(ReplayLine line, int hops, Losses losses) throws FeedException {
        DatagramChannel channel = null;
        try {
            channel = DatagramChannel.open(line.destination().ipv6() ? StandardProtocolFamily.INET6
                    : StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            InetSocketAddress destination = LineSockets.address(line.destination());
            if (destination.getAddress().isMulticastAddress()) {
                NetworkInterface through = LineSockets.interfaceFor(line.networkInterface(), line.destination());
                channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, through);
                channel.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
                channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, hops);
                destination = LineSockets.address(line.destination(), through);
            }
            return new UdpSender(line, channel, losses, destination);
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            LineSockets.close(channel, e);
            throw e instanceof FeedException feed ? feed : new FeedException("line cannot be sent: " + e.getMessage()
                    + "; check interface and address: line=" + LineSockets.text(line.destination()), e);
        }
    }

    /// Whether a datagram of the capture with these addresses goes out on this line.
    public boolean takes(Addresses addresses) {
        if (line.from().isEmpty()) {
            return true;
        }
        Line from = line.from().get();
        return from.port() == addresses.destinationPort && from.low() == addresses.destinationLow
                && from.high() == addresses.destinationHigh && from.ipv6() == addresses.ipv6;
    }

    /// Whether the next datagram is left out on this line, which counts it.
    public boolean loses() {
        boolean loses = losses.next();
        lost += loses ? 1 : 0;
        return loses;
    }

    /// Sends a datagram.
    ///
    /// @throws FeedException if the system refuses it
    public void send(MemorySegment memory, long offset, int length) throws FeedException {
        if (length > MAX_LENGTH) {
            throw new FeedException("datagram too long to be sent: length=" + length + ", max=" + MAX_LENGTH + ": line="
                    + LineSockets.text(line.destination()));
        }
        buffer.clear();
        MemorySegment.copy(memory, offset, bytes, 0, length);
        buffer.limit(length);
        try {
            channel.send(buffer, destination);
        } catch (IOException e) {
            throw new FeedException("datagram cannot be sent: " + e.getMessage() + "; check the route, and name the interface "
                    + "of a group: line=" + LineSockets.text(line.destination()) + ", length=" + length, e);
        }
        sent++;
        sentBytes += length;
    }

    public String name() {
        return LineSockets.text(line.destination());
    }

    public long sent() {
        return sent;
    }

    public long sentBytes() {
        return sentBytes;
    }

    public long lost() {
        return lost;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // What was sent has left.
        }
    }
}
