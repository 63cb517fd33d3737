// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import static dev.ashlar.bench.TrialSuite.NS_PER_S;

import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Sends the packets of the sample feed repeatedly, with rising sequence numbers and times, at a fixed rate.
///
/// **Threading**: one thread.
final class FeedSender implements AutoCloseable {
    private static final int MESSAGES = 20_000;
    /// Ethernet, IPv4 and UDP before the payload.
    private static final int HEADERS = 42;
    private static final int SEQUENCE = 0;
    private static final int SENDING_TIME = 4;
    private static final int PACKET_HEADER = 12;

    private final List<ByteBuffer> packets = new ArrayList<>();
    private final DatagramChannel channel = DatagramChannel.open();
    /// Number of messages in the packets up to each packet.
    private final List<Long> messages = new ArrayList<>();

    /// The totals of a run.
    ///
    /// @param sent    packets sent on each line
    /// @param seconds duration
    /// @param busy    fraction of the duration that the sender used the CPU, without its waiting
    record Sent(long sent, double seconds, double busy) {
        double rate() {
            return sent / seconds;
        }
    }

    FeedSender() throws IOException {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 22);
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-feed")) {
            Path capture = folder.resolve("feed.pcap");
            SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES));
            try (CaptureReader reader = CaptureReader.open(capture)) {
                while (reader.next()) {
                    int length = reader.length() - HEADERS;
                    ByteBuffer packet = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
                    packet.put(reader.memory().asSlice(reader.offset() + HEADERS, length).asByteBuffer());
                    packets.add(packet);
                    messages.add((messages.isEmpty() ? 0 : messages.getLast()) + messages(packet));
                }
            }
        }
    }

    /// Counts the frames after the packet header; each begins with its length.
    private static int messages(ByteBuffer packet) {
        int count = 0;
        for (int at = PACKET_HEADER; at < packet.capacity(); at += Short.toUnsignedInt(packet.getShort(at))) {
            count++;
        }
        return count;
    }

    /// Messages in the first `count` packets of the feed.
    long messages(long count) {
        long rounds = count / packets.size();
        int rest = (int) (count % packets.size());
        return rounds * messages.getLast() + (rest == 0 ? 0 : messages.get(rest - 1));
    }

    /// Mean bytes of a packet.
    double packetBytes() {
        return packets.stream().mapToInt(ByteBuffer::capacity).average().orElseThrow();
    }

    double messagesPerPacket() {
        return (double) MESSAGES / packets.size();
    }

    /// Sends for a time, or until `wanted` packets were sent.
    ///
    /// @param rate packets per second, on each line
    Sent send(List<InetSocketAddress> lines, double rate, double seconds) throws IOException {
        long wanted = Math.max(1, (long) (rate * seconds));
        double nsPerPacket = NS_PER_S / rate;
        long start = System.nanoTime();
        long waited = 0;
        long timeNs = 1_700_000_000_000_000_000L;
        for (long i = 0; i < wanted; i++) {
            long before = System.nanoTime();
            long now = before;
            while (now - start < (long) (i * nsPerPacket)) {
                Thread.onSpinWait();
                now = System.nanoTime();
            }
            waited += now - before;
            ByteBuffer packet = packets.get((int) (i % packets.size()));
            packet.putInt(SEQUENCE, (int) (i + 1)).putLong(SENDING_TIME, timeNs + i);
            for (int line = 0; line < lines.size(); line++) {
                channel.send(packet.clear(), lines.get(line));
            }
        }
        double elapsed = System.nanoTime() - start;
        return new Sent(wanted, elapsed / NS_PER_S, (elapsed - waited) / elapsed);
    }

    /// CPU time of a thread, in nanoseconds.
    static long cpuNs(long thread) {
        return Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
