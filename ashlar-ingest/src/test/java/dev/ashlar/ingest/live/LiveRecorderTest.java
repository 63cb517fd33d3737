// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.internal.replay.Losses;
import dev.ashlar.ingest.replay.ReplayGate;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.ingest.replay.ReplayReport;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A capture is sent on two lines of this machine that lose packets, and is recorded.
@Timeout(3_600)
class LiveRecorderTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final Framing FRAMING = Framing.parse(SampleFeed.FRAMING);

    @TempDir
    Path temp;

    @BeforeEach
    void needMulticast() throws IOException {
        Loopback.assumeMulticast();
    }

    /// What both lines lost, as the recorder should report it.
    private static final class LostOnBoth {
        private final List<Losses> losses = new ArrayList<>();
        private long packet;

        LostOnBoth(long seed, double... parts) {
            for (double part : parts) {
                losses.add(new Losses(seed, losses.size(), part));
            }
        }

        /// Whether the next packet came on no line.
        boolean next() {
            packet++;
            boolean lost = true;
            for (Losses each : losses) {
                lost &= each.next();
            }
            return lost;
        }
    }

    private static LiveFeed.Udp feed(List<Line> lines, String through) {
        return new LiveFeed.Udp(lines.stream().map(line -> UdpLine.of(line).on(through)).toList());
    }

    private Path capture(int messages) throws IOException {
        Path capture = temp.resolve("feed.pcap");
        SampleFeed.write(capture, SampleFeed.Options.messages(messages));
        return capture;
    }

    private static ReplayReport replay(Path capture, List<ReplayLine> lines, long seed, Recording recording)
            throws IOException {
        return replay(capture, lines, seed, recording, recording::await);
    }

    private static ReplayReport replay(Path capture, List<ReplayLine> lines, long seed, Recording recording,
            ReplayGate gate) throws IOException {
        UdpReplay.Options options = UdpReplay.Options.at(ReplayPace.UNLIMITED).withHops(0).withSeed(seed)
                .withGate(gate);
        ReplayReport report = Recording.replay(capture, lines, options);
        for (int line = 0; line < lines.size(); line++) {
            recording.awaitPackets(line, report.lines().get(line).sent());
        }
        return report;
    }

    private void recordTwoLines(int messages, double lossA, double lossB) throws Exception {
        recordTwoLines(List.of(Loopback.group(), Loopback.group()), Loopback.name(), messages, lossA, lossB);
    }

    private void recordTwoLines(List<Line> lines, String through, int messages, double lossA, double lossB)
            throws Exception {
        long seed = Seed.of("LiveRecorderTest");
        Path capture = capture(messages);
        Path folder = temp.resolve("day.store");
        List<long[]> gaps = new ArrayList<>();
        LiveListener listener = new LiveListener() {
            @Override
            public void gap(long timeNs, long from, long to, long missing) {
                gaps.add(new long[] {from, to, missing});
            }
        };
        RecordOptions options = RecordOptions.of(feed(lines, through), FRAMING).withClock(Recording.slowClock());
        LiveReport report;
        ReplayReport sent;
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), listener)) {
            List<ReplayLine> to = List.of(ReplayLine.of(lines.get(0)).on(through).withLoss(lossA),
                    ReplayLine.of(lines.get(1)).on(through).withLoss(lossB));
            sent = replay(capture, to, seed, recording);
            report = recording.stop();
        }
        assertEquals(0, report.dropped(), report::toString);
        assertEquals(sent.lines().get(0).sent(), report.lines().get(0).packets());
        assertEquals(sent.lines().get(1).sent(), report.lines().get(1).packets());
        assertTrue(lossA == 0 || sent.lines().get(0).lost() > 0, "nothing was lost on the first line");
        long recorded = compare(capture, folder, new LostOnBoth(seed, lossA, lossB));
        assertEquals(recorded, report.messages());
        assertEquals(recorded, report.lag().count());
        assertEquals(gaps.stream().mapToLong(gap -> gap[2]).sum(), report.missing());
        assertEquals(gaps.size(), report.gaps());
        assertEquals(0, report.packets().channels().getFirst().late());
        assertEquals(0, report.packets().channels().getFirst().strays());
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            assertTrue(store.info().clean());
        }
    }

    /// Compares a store with the capture that was sent.
    ///
    /// @return how many messages it has
    private static long compare(Path capture, Path folder, LostOnBoth lost) throws IOException {
        long[] seen = {-1, 0, 0};
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("messages").cursor();
                MessageSource source = MessageSource.open(capture, SourceOptions.of(FRAMING))) {
            source.drain((context, memory, offset, length) -> {
                if (context.packetIndex() != seen[0]) {
                    seen[0] = context.packetIndex();
                    seen[1] = lost.next() ? 1 : 0;
                }
                if (seen[1] == 0) {
                    assertTrue(cursor.next(), () -> "missing from packet " + context.packetIndex() + " on");
                    assertEquals(context.packetSequence(), cursor.sequence());
                    assertEquals(-1, MemorySegment.mismatch(memory, offset, offset + length, cursor.memory(),
                            cursor.offset(), cursor.offset() + cursor.length()));
                    seen[2]++;
                }
            });
            assertFalse(cursor.next(), "more than was sent");
        }
        return seen[2];
    }

    @Test
    void shouldStoreWhatEitherLineDelivers() throws Exception {
        recordTwoLines(100_000, 0.05, 0.05);
    }

    @Test
    void shouldStoreAllWhenOneLineIsSilent() throws Exception {
        recordTwoLines(20_000, 0, 1);
    }

    /// Groups of the site and of the link alone, whose addresses mean nothing without an interface.
    @Test
    void shouldStoreWhatGroupsOfIpv6Deliver() throws Exception {
        String through = Loopback.assumeMulticast6();
        recordTwoLines(List.of(Loopback.group6(5), Loopback.group6(2)), through, 20_000, 0.05, 0.05);
    }

    @Test
    @Tag("long")
    void shouldStoreTenMillionMessages() throws Exception {
        recordTwoLines(10_000_000, 0.01, 0.01);
    }

    /// Sealing a day takes its time; packets wait in the rings meanwhile.
    @Test
    void shouldLoseNothingAtMidnight() throws Exception {
        long seed = Seed.of("LiveRecorderTest.midnight");
        Path capture = capture(20_000);
        Path folder = temp.resolve("feed");
        String through = Loopback.name();
        List<Line> lines = List.of(Loopback.group(), Loopback.group());
        long midnight = TimeUnit.DAYS.toNanos(20_000);
        // It goes on each time it is read, which an idle recorder does all the time: it must not reach midnight so.
        AtomicLong clock = new AtomicLong(midnight - TimeUnit.MILLISECONDS.toNanos(100));
        RecordOptions options = RecordOptions.of(feed(lines, through), FRAMING).withClock(clock::incrementAndGet);
        ArchiveOptions daily = ArchiveOptions.daily(ZoneOffset.UTC);
        RecordTarget target = new SlowAtMidnight(ArchiveTarget.open(folder, daily, JOURNAL, clock.get()), midnight);
        List<ReplayLine> to = lines.stream().map(line -> ReplayLine.of(line).on(through).withLoss(0.05)).toList();
        List<List<String>> packets = Recording.captured(capture, SampleFeed.FRAMING);
        try (Recording recording = Recording.start(options, target, LiveListener.NONE)) {
            replay(capture, to, seed, recording, (line, sent) -> {
                recording.await(line, sent);
                if (sent == packets.size() / 2) {
                    clock.accumulateAndGet(midnight, Math::max);
                }
            });
            assertEquals(0, recording.stop().dropped());
        }
        LostOnBoth lost = new LostOnBoth(seed, 0.05, 0.05);
        assertEquals(packets.stream().filter(_ -> !lost.next()).flatMap(List::stream).toList(),
                Recording.archived(folder));
        try (Archive archive = Archive.open(folder)) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            assertEquals(2, archive.days().stream().filter(day -> !day.open() && day.rows() > 4_000).count());
        }
    }

    /// An archive whose disk is slow when a day ends.
    private static final class SlowAtMidnight extends PassingTarget {
        private final long midnight;
        private boolean passed;

        SlowAtMidnight(RecordTarget target, long midnight) {
            super(target);
            this.midnight = midnight;
        }

        @Override
        public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
                throws StoreException {
            if (timeNs >= midnight && !passed) {
                passed = true;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
            super.record(memory, offset, length, timeNs, sequence);
        }
    }

    @Test
    void shouldReportTheGapsOfOneLine() throws Exception {
        recordOneLine(0.1);
    }

    private void recordOneLine(double loss) throws Exception {
        long seed = Seed.of("LiveRecorderTest.one");
        Path capture = capture(20_000);
        Path folder = temp.resolve("day.store");
        Line line = Loopback.group();
        RecordOptions options = RecordOptions.of(feed(List.of(line), Loopback.name()), FRAMING)
                .withClock(Recording.slowClock());
        LiveReport report;
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), LiveListener.NONE)) {
            replay(capture, List.of(ReplayLine.of(line).on(Loopback.name()).withLoss(loss)), seed, recording);
            report = recording.stop();
        }
        assertEquals(compare(capture, folder, new LostOnBoth(seed, loss)), report.messages());
        assertTrue(report.gaps() > 10 && !report.isComplete(), report::toString);
        Losses losses = new Losses(seed, 0, loss);
        long packets = Recording.captured(capture, SampleFeed.FRAMING).size();
        long first = 0;
        while (losses.next()) {
            first++;
        }
        long lost = 0;
        long trailing = 0;
        for (long packet = first + 1; packet < packets; packet++) {
            trailing = losses.next() ? trailing + 1 : 0;
            lost += trailing > 0 ? 1 : 0;
        }
        // What is lost in front of the first packet and behind the last one leaves no gap.
        assertEquals(lost - trailing, report.missing());
    }

    @Test
    void shouldReceiveOneSenderOfAGroup() throws Exception {
        Path capture = capture(2_000);
        Line line = Loopback.group();
        UdpLine wanted = UdpLine.of(line).on(Loopback.name());
        InetAddress self = InetAddress.getByName("127.0.0.1");
        InetAddress other = InetAddress.getByName("127.0.0.9");
        Path folder = temp.resolve("self.store");
        RecordOptions options = RecordOptions.of(new LiveFeed.Udp(List.of(wanted.from(self))), FRAMING);
        RecordOptions others = RecordOptions.of(new LiveFeed.Udp(List.of(wanted.from(other))), FRAMING);
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), LiveListener.NONE);
                Recording deaf = Recording.start(others, Recording.store(temp.resolve("other.store"), JOURNAL),
                        LiveListener.NONE)) {
            replay(capture, List.of(ReplayLine.of(line).on(Loopback.name())), 1, recording);
            assertEquals(2_000, recording.stop().messages());
            // What that sender sends comes after all that came before it.
            try (DatagramChannel sender = DatagramChannel.open(StandardProtocolFamily.INET)) {
                sender.bind(new InetSocketAddress(other, 0));
                sender.setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByName(Loopback.name()));
                sender.send(ByteBuffer.allocate(1), LineSockets.address(line));
            }
            deaf.awaitPackets(0, 1);
            assertEquals(1, deaf.recorder.packets(0));
            assertEquals(0, deaf.stop().messages());
        }
        assertEquals(2_000, Recording.stored(folder).size());
    }

    @Test
    void shouldEndAtTheLimit() throws Exception {
        Path capture = capture(5_000);
        Path folder = temp.resolve("day.store");
        RecordOptions options = Recording.unicast(FRAMING).withLimit(1_234).withClock(Recording.slowClock());
        List<List<String>> packets = Recording.captured(capture, SampleFeed.FRAMING);
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), LiveListener.NONE)) {
            UdpReplay.Options at = UdpReplay.Options.at(ReplayPace.UNLIMITED).withGate((_, sent) -> {
                while (recording.thread.isAlive() && recording.recorder.packets(0) < sent - 8) {
                    Thread.onSpinWait();
                }
            });
            Recording.replay(capture, List.of(ReplayLine.of(recording.line(0))), at);
            assertEquals(1_234, recording.end().messages());
        }
        assertEquals(packets.stream().flatMap(List::stream).limit(1_234).toList(), Recording.stored(folder));
    }

    @Test
    void shouldRecordUnorderedPacketsAsTheyCome() throws Exception {
        Path capture = capture(1_000);
        Path folder = temp.resolve("day.store");
        RecordOptions options = Recording.unicast(FRAMING).unordered();
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), LiveListener.NONE)) {
            List<ReplayLine> bound = List.of(ReplayLine.of(recording.line(0)));
            long packets = replay(capture, bound, 1, recording).sent();
            UdpReplay.Options again = UdpReplay.Options.at(ReplayPace.UNLIMITED)
                    .withGate((line, sent) -> recording.await(line, packets + sent));
            Recording.replay(capture, bound, again);
            recording.awaitPackets(0, 2 * packets);
            LiveReport report = recording.stop();
            assertEquals(2_000, report.messages());
            assertEquals(List.of(), report.packets().channels());
            assertEquals(Optional.empty(), report.lines().stream().filter(line -> line.grantedBytes() <= 0).findAny());
        }
    }
}
