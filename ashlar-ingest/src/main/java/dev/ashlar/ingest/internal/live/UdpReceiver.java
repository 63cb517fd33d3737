// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import dev.ashlar.flow.OneToOneRingProducer;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.UdpLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Receives the datagrams of one line.
///
/// A multicast socket is bound to its group, so that datagrams to other groups and to this machine, at the same port,
/// are not received.
public final class UdpReceiver extends LineReceiver {
    /// Unix keeps lower ones for root.
    private static final int FIRST_FREE_PORT = 1024;
    private static final boolean WINDOWS = java.io.File.separatorChar == '\\';

    private final DatagramChannel channel;
    private final Line line;
    private final String name;
    private final int requestedBytes;
    private final int grantedBytes;
    private final KernelDrops drops;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PacketRecord.MAX_PAYLOAD);
    private final MemorySegment bytes = MemorySegment.ofBuffer(buffer);

    private UdpReceiver(int index, OneToOneRingProducer ring, LongSupplier clock, DatagramChannel channel, Line line,
            int requestedBytes) throws IOException {
        super(index, ring, clock);
        this.channel = channel;
        this.line = line;
        this.requestedBytes = requestedBytes;
        name = LineSockets.text(line);
        grantedBytes = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        drops = KernelDrops.of(line);
    }

    /// Opens the socket and joins the group: datagrams that arrive from then on wait in the receive buffer.
    ///
    /// @throws FeedException if the line cannot be received here, with the reason and what to do
    public static UdpReceiver open(int index, UdpLine wanted, int receiveBufferBytes, OneToOneRingProducer ring,
            LongSupplier clock) throws FeedException {
        InetSocketAddress address = LineSockets.address(wanted.destination());
        boolean group = address.getAddress().isMulticastAddress();
        if (group && address.getPort() == 0) {
            throw new FeedException("a group needs a port: " + LineSockets.text(wanted.destination()));
        }
        if (!group && wanted.source().isPresent()) {
            throw new FeedException("only groups have a source; name a multicast group, or leave the source out: "
                    + LineSockets.text(wanted.destination()));
        }
        DatagramChannel channel = null;
        try {
            channel = DatagramChannel.open(wanted.destination().ipv6() ? StandardProtocolFamily.INET6
                    : StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
            if (group) {
                NetworkInterface on = LineSockets.interfaceFor(wanted.networkInterface(), wanted.destination());
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(WINDOWS ? new InetSocketAddress(address.getPort())
                        : LineSockets.address(wanted.destination(), on));
                join(channel, address.getAddress(), on, wanted);
            } else {
                channel.bind(address);
            }
            Line line = group ? wanted.destination()
                    : LineSockets.line((InetSocketAddress) channel.getLocalAddress());
            return new UdpReceiver(index, ring, clock, channel, line, receiveBufferBytes);
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            LineSockets.close(channel, e);
            throw e instanceof FeedException feed ? feed : refused(wanted, e);
        }
    }

    private static void join(DatagramChannel channel, InetAddress group, NetworkInterface on, UdpLine wanted)
            throws IOException {
        try {
            if (wanted.source().isPresent()) {
                channel.join(group, on, wanted.source().get());
            } else {
                channel.join(group, on);
            }
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            throw new FeedException("group cannot be joined: " + e.getMessage() + "; check the interface and the source, and "
                    + "net.ipv4.igmp_max_memberships if there are many groups: group="
                    + LineSockets.text(wanted.destination()) + ", interface=" + on.getName()
                    + wanted.source().map(source -> ", source=" + source.getHostAddress()).orElse(""), e);
        }
    }

    private static FeedException refused(UdpLine wanted, Exception e) {
        InetSocketAddress address = LineSockets.address(wanted.destination());
        String advice = !(e instanceof BindException) ? "check the address"
                : !isOfThisMachine(address.getAddress())
                        ? "name an address of this machine, 0.0.0.0 for all, or a multicast group"
                : address.getPort() < FIRST_FREE_PORT
                        ? "another process has this port, or only root may take it; take another port"
                : "another process has this port; stop it, or take another port";
        return new FeedException("line cannot be opened: " + e.getMessage() + "; " + advice + ": line="
                + LineSockets.text(wanted.destination()), e);
    }

    /// The reason for a failure is a text in the language of the system, so another port is tried.
    private static boolean isOfThisMachine(InetAddress address) {
        try (DatagramSocket _ = new DatagramSocket(0, address)) {
            return true;
        } catch (SocketException _) {
            return address.isMulticastAddress();
        }
    }

    @Override
    public Line line() {
        return line;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    protected void receive() throws IOException {
        while (!stopped) {
            buffer.clear();
            sender.set(channel.receive(buffer));
            put(PacketRecord.DATAGRAM, bytes, buffer.position());
        }
    }

    /// Datagrams that the system dropped because they did not fit, if it counts them for each socket.
    public OptionalLong dropped() {
        return drops.count();
    }

    @Override
    public LineReport report() {
        return new LineReport(name, packets(), bytes(), dropped().orElse(-1), waits(), waitNs(), requestedBytes,
                grantedBytes, 0);
    }

    @Override
    public void close() {
        stopped = true;
        drops.freeze();
        try {
            channel.close();
        } catch (IOException _) {
            // Nothing was written to it.
        }
    }
}
