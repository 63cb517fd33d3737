// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelDropsTest {
    private static final String HEAD = "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  "
            + "timeout inode ref pointer drops\n";

    @TempDir
    Path proc;

    private static DatagramChannel open(String host) throws IOException {
        return DatagramChannel.open(host.contains(":") ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
    }

    private static boolean isHere(String host) {
        try (DatagramChannel channel = open(host)) {
            channel.bind(new InetSocketAddress(host, 0));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            // The address is missing, or all of IPv6.
            return false;
        }
    }

    /// What was sent was either received or dropped.
    @Test
    void shouldCountWhatTheSystemDropped() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/net/udp")), "skipped, this system has no /proc/net/udp");
        for (String host : new String[] {"127.0.0.1", "::1"}) {
            if (!isHere(host)) {
                System.out.println("skipped, no such address on this machine: " + host);
                continue;
            }
            try (DatagramChannel receiver = open(host); DatagramChannel sender = DatagramChannel.open()) {
                receiver.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
                receiver.bind(new InetSocketAddress(host, 0));
                InetSocketAddress address = (InetSocketAddress) receiver.getLocalAddress();
                KernelDrops drops = KernelDrops.of(LineSockets.line(address));
                assertEquals(OptionalLong.of(0), drops.count());
                int sent = 1_000;
                for (int i = 0; i < sent; i++) {
                    sender.send(ByteBuffer.allocate(500), address);
                }
                receiver.configureBlocking(false);
                long received = 0;
                while (received + drops.count().orElseThrow() < sent) {
                    received += receiver.receive(ByteBuffer.allocate(500)) == null ? 0 : 1;
                }
                assertTrue(drops.count().orElseThrow() > 0 && received > 0, "received=" + received);
                drops.freeze();
                for (int i = 0; i < sent; i++) {
                    sender.send(ByteBuffer.allocate(500), address);
                }
                assertEquals(OptionalLong.of(sent - received), drops.count());
            }
        }
    }

    private void write(String table, String text) throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.createDirectories(proc.resolve("self/fd"));
        Files.writeString(proc.resolve("net/" + table), text);
    }

    @Test
    void shouldReadTheRowOfItsOwnSocket() throws IOException {
        Line line = Line.parse("239.1.2.3:15000");
        String address = KernelDrops.address(line);
        String row = ": %s 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 %d 2 0000000000000000 %s\n";
        write("udp", HEAD + "  1" + row.formatted(address, 77, "5") + "  2" + row.formatted(address, 78, "6") + "  3"
                + row.formatted("0100007F:3A98", 79, "7"));
        assertEquals(OptionalLong.empty(), KernelDrops.of(line, proc).count());
        Files.createSymbolicLink(proc.resolve("self/fd/9"), Path.of("socket:[78]"));
        Files.createSymbolicLink(proc.resolve("self/fd/10"), Path.of("socket:[79]"));
        KernelDrops drops = KernelDrops.of(line, proc);
        assertEquals(OptionalLong.of(6), drops.count());
        write("udp", HEAD + " 2" + row.formatted(address, 78, "8"));
        assertEquals(OptionalLong.of(8), drops.count());
        // Rows that have gone, or make no sense, leave the last count.
        for (String nonsense : new String[] {"", "\n\n", HEAD, HEAD + "x y z\n", HEAD + "  2" + row.formatted(address, 78, "-1"),
            HEAD + "  2" + row.formatted(address, 78, "99999999999999999999")}) {
            write("udp", nonsense);
            assertEquals(OptionalLong.of(8), drops.count(), nonsense);
        }
    }

    @Test
    void shouldReadTheCountOfTheMachine() throws IOException {
        assertEquals(OptionalLong.empty(), KernelDrops.ofMachine(proc));
        write("snmp", "Ip: a\nIp: 1\nUdp: InDatagrams NoPorts RcvbufErrors\nUdp: 1 2 34\nUdpLite: x\nUdpLite: 9\n");
        assertEquals(OptionalLong.of(34), KernelDrops.ofMachine(proc));
        for (String nonsense : new String[] {"", "Udp: RcvbufErrors\n", "Udp: RcvbufErrors\nUdp:\n", "Udp: A\nUdp: 1\n",
            "Udp: RcvbufErrors\nUdp: x\n"}) {
            write("snmp", nonsense);
            assertEquals(OptionalLong.empty(), KernelDrops.ofMachine(proc), nonsense);
        }
    }
}
