// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.Line;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
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

    /// Skips a test where a datagram to a group does not come back.
    public static void assumeMulticast() throws IOException {
        String problem = problem();
        if (!problem.isEmpty()) {
            System.out.println("skipped, no multicast on this machine: " + problem);
        }
        assumeTrue(problem.isEmpty(), problem);
    }

    private static String problem() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByName(name());
        Line line = group();
        InetAddress group = InetAddress.getByAddress(ByteBuffer.allocate(4).putInt((int) line.low()).array());
        InetSocketAddress to = new InetSocketAddress(group, line.port());
        try (DatagramChannel in = DatagramChannel.open(StandardProtocolFamily.INET);
                DatagramChannel out = DatagramChannel.open(StandardProtocolFamily.INET)) {
            in.bind(to);
            in.join(group, loopback);
            in.configureBlocking(false);
            out.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback);
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
