// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.live.FeedException;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Lines as socket addresses, and the interfaces of this machine.
public final class LineSockets {
    public static InetSocketAddress address(Line line) {
        byte[] bytes = line.ipv6() ? ByteBuffer.allocate(16).putLong(line.high()).putLong(line.low()).array()
                : ByteBuffer.allocate(4).putInt((int) line.low()).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), line.port());
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of 4 or 16 bytes was refused", e);
        }
    }

    /// The address of a group on an interface: of IPv6, groups of a link or an interface are different ones on each.
    public static InetSocketAddress address(Line group, NetworkInterface on) {
        InetSocketAddress address = address(group);
        if (!(address.getAddress() instanceof Inet6Address)) {
            return address;
        }
        try {
            byte[] bytes = address.getAddress().getAddress();
            return new InetSocketAddress(Inet6Address.getByAddress(null, bytes, on.getIndex()), group.port());
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of 16 bytes was refused", e);
        }
    }

    public static Line line(InetSocketAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress().getAddress());
        return address.getAddress() instanceof Inet6Address
                ? new Line(true, bytes.getLong(), bytes.getLong(), address.getPort())
                : new Line(false, 0, Integer.toUnsignedLong(bytes.getInt()), address.getPort());
    }

    /// `address:port` as [Line#parse] reads it.
    public static String text(Line line) {
        InetSocketAddress address = address(line);
        String host = address.getAddress().getHostAddress();
        return (line.ipv6() ? "[" + host + "]" : host) + ":" + line.port();
    }

    /// Closes a socket of a line that failed.
    ///
    /// @param channel null if there is none yet
    public static void close(Channel channel, Exception cause) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /// The interface of this name; without a name, the only one that a group can be reached through.
    ///
    /// @throws FeedException if there is none, or a choice
    public static NetworkInterface interfaceFor(Optional<String> name, Line group) throws FeedException {
        try {
            return name.isPresent() ? named(name.get()) : only(group);
        } catch (SocketException e) {
            throw new FeedException("interfaces cannot be listed: " + e.getMessage(), e);
        }
    }

    private static NetworkInterface named(String name) throws SocketException, FeedException {
        NetworkInterface found = NetworkInterface.getByName(name);
        if (found == null) {
            throw new FeedException("no such interface: " + name + "; there are: " + interfaces());
        }
        if (!found.isUp()) {
            throw new FeedException("interface is down: " + name + "; there are: " + interfaces());
        }
        return found;
    }

    private static NetworkInterface only(Line group) throws SocketException, FeedException {
        List<NetworkInterface> fit = all().stream().filter(each -> canReach(each, group)).toList();
        if (fit.size() != 1) {
            throw new FeedException((fit.isEmpty() ? "no interface for multicast" : "several interfaces for multicast, name one")
                    + ": group=" + text(group) + "; there are: " + interfaces());
        }
        return fit.getFirst();
    }

    private static boolean canReach(NetworkInterface each, Line group) {
        try {
            return each.isUp() && each.supportsMulticast() && !each.isLoopback() && each.inetAddresses()
                    .anyMatch(address -> address instanceof Inet6Address == group.ipv6());
        } catch (SocketException _) {
            // It has gone meanwhile.
            return false;
        }
    }

    /// Names and addresses of the interfaces that are up, for messages.
    private static String interfaces() throws SocketException {
        return all().stream().filter(each -> each.inetAddresses().findAny().isPresent()).map(each -> each.getName() + " ("
                + each.inetAddresses().map(address -> address.getHostAddress().replaceAll("%.*", ""))
                .collect(Collectors.joining(", ")) + ")").sorted().collect(Collectors.joining(", "));
    }

    private static List<NetworkInterface> all() throws SocketException {
        return NetworkInterface.networkInterfaces().toList();
    }
}
