// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/// Multicast that stays on this machine. Needs no route, but an interface that can be joined: where there is none, as
/// in some containers, tests say so and are skipped.
public final class Loopback {
    private static final int GROUP = 239 << 24 | 255 << 16;
    private static int groups;

    private Loopback() {
    }

    /// Name of the loopback interface.
    public static String name() throws IOException {
        return NetworkInterface.networkInterfaces().filter(Loopback::isLoopback).findFirst().orElseThrow().getName();
    }

    private static boolean isLoopback(NetworkInterface each) {
        try {
            return each.isLoopback() && each.isUp();
        } catch (IOException e) {
            return false;
        }
    }

    /// A group and port that nobody uses on this machine.
    public static synchronized Line group() throws IOException {
        groups++;
        try (DatagramSocket free = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0))) {
            int low = GROUP | (int) (ProcessHandle.current().pid() & 0xFF) << 8 | groups & 0xFF;
            return new Line(false, 0, Integer.toUnsignedLong(low), free.getLocalPort());
        }
    }

    /// The same of IPv6.
    ///
    /// @param scope 1 for this interface, 2 for the link, 5 for the site
    public static Line group6(int scope) throws IOException {
        Line line = group();
        return new Line(true, 0xFF10L + scope << 48, line.low(), line.port());
    }

    /// Skips a test where a datagram to a group does not come back.
    public static void assumeMulticast() throws IOException {
        assume("multicast", problem(group(), NetworkInterface.getByName(name())));
    }

    /// Skips a test where no datagram to a group of IPv6 comes back.
    ///
    /// @return name of an interface through which one does: Linux has no route for these on its loopback interface;
    ///     with no hops, what is sent through another one stays on this machine as well
    public static String assumeMulticast6() throws IOException {
        StringBuilder problems = new StringBuilder();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp() && each.inetAddresses().anyMatch(Inet6Address.class::isInstance)) {
                String problem = problem(group6(5), each);
                if (problem.isEmpty()) {
                    return each.getName();
                }
                problems.append(each.getName()).append(": ").append(problem).append("; ");
            }
        }
        assume("IPv6 multicast", problems.isEmpty() ? "no interface has an IPv6 address" : problems.toString());
        throw new AssertionError("not reached");
    }

    private static void assume(String what, String problem) {
        if (!problem.isEmpty()) {
            System.out.println("skipped, no " + what + " on this machine: " + problem);
        }
        assumeTrue(problem.isEmpty(), problem);
    }

    private static String problem(Line line, NetworkInterface through) throws IOException {
        InetSocketAddress to = LineSockets.address(line);
        ProtocolFamily family = line.ipv6() ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
        try (DatagramChannel in = DatagramChannel.open(family); DatagramChannel out = DatagramChannel.open(family)) {
            in.bind(to);
            in.join(to.getAddress(), through);
            in.configureBlocking(false);
            out.setOption(StandardSocketOptions.IP_MULTICAST_IF, through);
            out.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0);
            out.send(ByteBuffer.allocate(1), to);
            // Loopback delivers before the sender returns; a busy machine may still take its time.
            for (int i = 0; i < 2_000; i++) {
                if (in.receive(ByteBuffer.allocate(1)) != null) {
                    return "";
                }
                Thread.sleep(1);
            }
            return "a datagram to a group did not come back";
        } catch (IOException | UnsupportedOperationException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e.toString();
        }
    }
}
