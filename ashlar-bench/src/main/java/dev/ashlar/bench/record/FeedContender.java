// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.live.LiveFeed;
import dev.ashlar.ingest.live.LiveListener;
import dev.ashlar.ingest.live.LiveRecorder;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.ingest.live.RecordOptions;
import dev.ashlar.ingest.live.StoreTarget;
import dev.ashlar.ingest.live.UdpLine;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// The contenders that receive the feed.
enum FeedContender {
    /// A loop that takes datagrams from the socket and counts them: no program that uses channels can be faster.
    RECEIVE_ONLY("a loop that only receives", 1),
    ONE_LINE("recorded, one line", 1),
    TWO_LINES("recorded, two lines", 2),
    /// Each batch is synced before the next one.
    COMMIT("recorded, one line, synced by commit", 1);

    private static final int BUFFER_BYTES = 1 << 24;

    final String label;
    final int lines;

    FeedContender(String label, int lines) {
        this.label = label;
        this.lines = lines;
    }

    boolean isOurs() {
        return this != RECEIVE_ONLY;
    }

    /// The result of a run.
    ///
    /// @param packets  packets received on all lines
    /// @param stored   messages in the store
    /// @param p999Ms   p99.9 of the time from receive to commit
    /// @param lineNs   CPU time of the busiest line
    /// @param writerNs CPU time of the writer
    record Received(long packets, long stored, double p999Ms, long lineNs, long writerNs) { }

    /// A running receiver.
    interface Running {
        List<InetSocketAddress> addresses();

        /// Packets taken so far.
        long taken();

        /// Messages committed so far.
        long stored();

        Received stop() throws Exception;
    }

    /// @param folder folder for a new store
    Running start(Path folder) throws IOException {
        return isOurs() ? new Recorded(this, folder) : new Loop();
    }

    private static final class Loop implements Running {
        private final DatagramChannel channel = DatagramChannel.open();
        private final AtomicLong taken = new AtomicLong();
        private final Thread thread;
        private volatile long cpuNs;

        Loop() throws IOException {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
            thread = Thread.ofPlatform().daemon().start(this::run);
        }

        private void run() {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
            try {
                while (channel.receive(buffer.clear()) != null) {
                    taken.setOpaque(taken.getPlain() + 1);
                }
            } catch (IOException e) {
                // It was closed.
                cpuNs = FeedSender.cpuNs(Thread.currentThread().threadId());
            }
        }

        @Override
        public List<InetSocketAddress> addresses() {
            try {
                return List.of((InetSocketAddress) channel.getLocalAddress());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long taken() {
            return taken.getOpaque();
        }

        @Override
        public long stored() {
            return 0;
        }

        @Override
        public Received stop() throws Exception {
            channel.close();
            thread.join();
            return new Received(taken.get(), 0, 0, cpuNs, 0);
        }
    }

    private static final class Recorded implements Running {
        private final LiveRecorder recorder;
        private final CountingTarget target;
        private final Thread thread;
        private final CompletableFuture<LiveReport> result = new CompletableFuture<>();

        Recorded(FeedContender contender, Path folder) throws IOException {
            StoreOptions options = StoreOptions.defaults()
                    .withDurability(contender == COMMIT ? Durability.COMMIT : Durability.INTERVAL);
            List<UdpLine> lines = new ArrayList<>();
            for (int i = 0; i < contender.lines; i++) {
                lines.add(UdpLine.of(Line.parse("127.0.0.1:" + freePort())));
            }
            target = new CountingTarget(new StoreTarget(StoreWriter.open(folder, options),
                    new JournalDefinition("messages", SampleFeed.schema())));
            recorder = LiveRecorder.open(RecordOptions.of(new LiveFeed.Udp(lines), Framing.parse(SampleFeed.FRAMING))
                    .withReceiveBufferBytes(BUFFER_BYTES), target, LiveListener.NONE);
            thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    result.complete(recorder.run());
                } catch (IOException | RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        }

        private static int freePort() throws IOException {
            try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0))) {
                return socket.getLocalPort();
            }
        }

        @Override
        public List<InetSocketAddress> addresses() {
            return recorder.lines().stream().map(line -> new InetSocketAddress("127.0.0.1",
                    Line.parse(line.name()).port())).toList();
        }

        @Override
        public long taken() {
            return IntStream.range(0, recorder.lines().size()).mapToLong(recorder::packets).sum();
        }

        @Override
        public long stored() {
            return target.committed();
        }

        @Override
        public Received stop() throws Exception {
            long lineNs = Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().startsWith("ashlar-line-"))
                    .mapToLong(each -> FeedSender.cpuNs(each.threadId())).max().orElse(0);
            long writerNs = FeedSender.cpuNs(thread.threadId());
            recorder.stop();
            LiveReport report = result.get();
            return new Received(report.packets().packets(), report.messages(), report.lag().p999Ns() / 1e6, lineNs,
                    writerNs);
        }
    }
}
