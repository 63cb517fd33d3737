// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.SmallDisk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Senders, machines and disks that do what they should not.
@Isolated("finds threads by their names")
@Timeout(600)
class HostileFeedTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());

    private static final long DAY_NS = 86_400_000_000_000L;
    private static final long START = 20_000 * DAY_NS;

    @TempDir
    Path temp;

    private static RecordOptions unicast(String framing) {
        return Recording.unicast(Framing.parse(framing));
    }

    /// In an archive, time goes by such that days begin with some of them.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveAnyDatagram(boolean archived) throws Exception {
        SplittableRandom random = Seed.random("HostileFeedTest");
        int days = 0;
        for (String framing : List.of("cme-mdp3", "memoir", "coinbase-md", "b3", "sofh",
                "packet=2,sequence=u16le@0,length=u16le")) {
            Path folder = temp.resolve(framing.replaceAll("\\W", ""));
            AtomicLong clock = new AtomicLong(START);
            RecordTarget target = archived ? archive(folder) : Recording.store(folder, JOURNAL);
            try (Recording recording = Recording.start(unicast(framing).withClock(clock::incrementAndGet), target,
                    LiveListener.NONE);
                    DatagramChannel sender = DatagramChannel.open()) {
                InetSocketAddress to = recording.address(0);
                byte[] last = new byte[0];
                int packets = archived ? 1_500 : 3_000;
                for (int i = 0; i < packets; i++) {
                    byte[] bytes = random.nextInt(4) == 0 ? last.clone() : new byte[length(random)];
                    if (random.nextInt(4) > 0) {
                        random.nextBytes(bytes);
                    } else if (bytes.length > 0) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    // One by one: a small receive buffer does not hold several of the longest.
                    recording.awaitPackets(0, i);
                    clock.addAndGet(random.nextInt(100) == 0 ? DAY_NS : 0);
                    sender.send(ByteBuffer.wrap(bytes), to);
                    last = bytes;
                }
                recording.awaitPackets(0, packets);
                LiveReport report = recording.stop();
                assertEquals(packets, report.packets().packets(), framing);
                assertEquals(report.packets().messages(), report.messages() + report.tooLong(), framing);
                assertEquals(report.messages(), stored(folder, archived).size(), framing);
            }
            days += assertSound(folder, archived);
        }
        assertTrue(!archived || days > 20, "hardly any days: " + days);
    }

    private static ArchiveTarget archive(Path folder) throws StoreException {
        return ArchiveTarget.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(StoreOptions.defaults()
                .withChunkBytes(1 << 18)), JOURNAL, START);
    }

    private static List<String> stored(Path folder, boolean archived) throws IOException {
        return archived ? Recording.archived(folder) : Recording.stored(folder);
    }

    /// @return how many days there are
    private static int assertSound(Path folder, boolean archived) throws IOException {
        if (archived) {
            try (Archive archive = Archive.open(folder)) {
                assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
                return archive.days().size();
            }
        }
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            return 0;
        }
    }

    private static int length(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> 40_000 + random.nextInt(25_508);
            default -> random.nextInt(100);
        };
    }

    /// The longest datagram there is, and one of another sender between others.
    @Test
    void shouldTakeTheLongestDatagram() throws Exception {
        byte[] text = new byte[65_507 - 2];
        byte[] longest = ByteBuffer.allocate(65_507).putShort((short) 65_507).put(text).array();
        Path folder = temp.resolve("day.store");
        try (Recording recording = Recording.start(unicast("length=u16be"), Recording.store(folder, JOURNAL),
                LiveListener.NONE); DatagramChannel first = DatagramChannel.open();
                DatagramChannel second = DatagramChannel.open()) {
            InetSocketAddress to = recording.address(0);
            first.send(ByteBuffer.wrap(longest), to);
            recording.awaitPackets(0, 1);
            second.send(ByteBuffer.wrap(Packets.frames("short")), to);
            recording.awaitPackets(0, 2);
            assertEquals(2, recording.stop().messages());
        }
        assertEquals(List.of(2 * text.length, 10), Recording.stored(folder).stream().map(String::length).toList());
    }

    @Test
    void shouldCountMessagesThatDoNotFit() throws Exception {
        Path folder = temp.resolve("day.store");
        StoreTarget target = new StoreTarget(StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 14)),
                JOURNAL);
        try (Recording recording = Recording.start(unicast("length=u16be"), target, LiveListener.NONE);
                DatagramChannel sender = DatagramChannel.open()) {
            InetSocketAddress to = recording.address(0);
            sender.send(ByteBuffer.wrap(Packets.frames("x".repeat(20_000), "fits")), to);
            recording.awaitPackets(0, 1);
            LiveReport report = recording.stop();
            assertEquals(1, report.messages());
            assertEquals(1, report.tooLong());
            assertTrue(!report.isComplete(), report::toString);
        }
    }

    /// An interrupted thread finds its channel closed.
    @Test
    void shouldGoOnWithOneLineWhenTheOtherFails() throws Exception {
        List<String> failed = Collections.synchronizedList(new ArrayList<>());
        LiveListener listener = new LiveListener() {
            @Override
            public void failed(String line, IOException problem) {
                failed.add(line);
            }
        };
        LiveFeed feed = twoLines();
        Path folder = temp.resolve("day.store");
        RecordOptions options = RecordOptions.of(feed, Framing.parse("packet=2,sequence=u16be@0,length=u16be"));
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), listener);
                DatagramChannel sender = DatagramChannel.open()) {
            String name = recording.recorder.lines().getFirst().name();
            recording.awaitThat(() -> thread(name) != null);
            thread(name).interrupt();
            recording.awaitThat(() -> !failed.isEmpty());
            assertEquals(List.of(name), failed);
            sender.send(ByteBuffer.wrap(Packets.join(new byte[] {0, 1}, Packets.frames("still here"))),
                    recording.address(1));
            recording.awaitPackets(1, 1);
            FeedException problem = assertThrows(FeedException.class, recording::stop);
            assertTrue(problem.getMessage().startsWith("line failed: ") && problem.getMessage().endsWith(" (" + name + ")"),
                    problem.getMessage());
            assertEquals(1, recording.recorder.report().messages());
        }
        assertEquals(1, Recording.stored(folder).size());
    }

    private static Thread thread(String line) {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("ashlar-line-" + line))
                .findFirst().orElse(null);
    }

    /// On two ports that nobody uses; both are taken at once, so that they are not the same.
    private static LiveFeed twoLines() throws IOException {
        try (DatagramSocket one = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0));
                DatagramSocket two = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0))) {
            return new LiveFeed.Udp(List.of(UdpLine.of(Line.parse("127.0.0.1:" + one.getLocalPort())),
                    UdpLine.of(Line.parse("127.0.0.1:" + two.getLocalPort()))));
        }
    }

    @Test
    void shouldSayWhyALineCannotBeOpened() throws Exception {
        String loopback = Loopback.name();
        assertRefused(UdpLine.of(Line.parse("239.255.0.1:15000")).on("eth99"), "no such interface: eth99; there are: .*"
                + loopback + " \\(.*127.0.0.1.*\\).*");
        assertRefused(UdpLine.of(Line.parse("239.255.0.1:0")).on(loopback), "a group needs a port: 239.255.0.1:0");
        assertRefused(UdpLine.of(Line.parse("127.0.0.1:15000")).from(InetAddress.getByName("10.0.0.1")),
                "only groups have a source; .*: 127.0.0.1:15000");
        assertRefused(UdpLine.of(Line.parse("203.0.113.77:15000")), "line cannot be opened: .*; name an address of this "
                + "machine, 0.0.0.0 for all, or a multicast group: line=203.0.113.77:15000");
        assertRefused(UdpLine.of(Line.parse("239.255.0.1:15000")).on(loopback).from(InetAddress.getByName("::1")),
                "group cannot be joined: .*check the interface and the source.*: group=239.255.0.1:15000, interface="
                        + loopback + ", source=.*");
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0))) {
            assertRefused(UdpLine.of(Line.parse("127.0.0.1:" + taken.getLocalPort())),
                    "line cannot be opened: .*; another process has this port; stop it, or take another port: line=.*");
        }
        Line line = Line.parse("127.0.0.1:1");
        List<UdpLine> twice = List.of(UdpLine.of(line), UdpLine.of(line));
        assertThrows(IllegalArgumentException.class, () -> new LiveFeed.Udp(twice));
        LiveFeed two = new LiveFeed.Udp(List.of(UdpLine.of(line), UdpLine.of(Line.parse("127.0.0.1:2"))));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> RecordOptions.of(two, Framing.parse("sofh"))).getMessage()
                .startsWith("lines cannot be arbitrated: the packet header of framing sofh has no sequence number"));
    }

    private void assertRefused(UdpLine line, String pattern) throws IOException {
        RecordOptions options = RecordOptions.of(new LiveFeed.Udp(List.of(line)), Framing.parse("cme-mdp3"));
        try (StoreTarget target = Recording.store(temp.resolve("day.store"), JOURNAL)) {
            FeedException refused = assertThrows(FeedException.class,
                    () -> LiveRecorder.open(options, target, LiveListener.NONE));
            assertTrue(refused.getMessage().matches(pattern), refused.getMessage());
        }
    }

    /// In an archive, when a day begins or while it grows.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndWhenTheDiskIsFull(boolean archived) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temp.resolve("."), 2_048)) {
            Path folder = disk.folder().resolve("feed");
            AtomicLong clock = new AtomicLong(START);
            RecordTarget target = archived ? archive(folder) : Recording.store(folder, JOURNAL);
            disk.leave(archived ? 1_000 : 100);
            try (Recording recording = Recording.start(unicast("length=u16be").withClock(clock::incrementAndGet), target,
                    LiveListener.NONE);
                    DatagramChannel sender = DatagramChannel.open()) {
                InetSocketAddress to = recording.address(0);
                byte[] packet = Packets.frames("x".repeat(10_000));
                for (int i = 0; i < 2_000 && recording.thread.isAlive(); i++) {
                    clock.addAndGet(i % 50 == 49 ? DAY_NS : 0);
                    sender.send(ByteBuffer.wrap(packet), to);
                    while (recording.thread.isAlive() && recording.recorder.packets(0) <= i) {
                        Thread.onSpinWait();
                    }
                }
                StoreException full = assertThrows(StoreException.class, recording::end);
                assertEquals(StoreException.Reason.NO_SPACE, full.reason());
                long recorded = recording.recorder.report().messages();
                disk.leave(1_000);
                List<String> stored = stored(folder, archived);
                assertTrue(stored.size() > 1 && stored.size() <= recorded, "stored=" + stored.size() + ", recorded=" + recorded);
                assertTrue(stored.stream().allMatch("78".repeat(10_000)::equals));
            }
        }
    }

    /// A disk that stands still: what ring and receive buffer cannot hold is lost, and counted.
    @Test
    void shouldCountWhatTheSystemDrops() throws Exception {
        List<Long> drops = Collections.synchronizedList(new ArrayList<>());
        LiveListener listener = new LiveListener() {
            @Override
            public void drops(String line, long dropped) {
                drops.add(dropped);
            }
        };
        Path folder = temp.resolve("day.store");
        RecordTarget store = Recording.store(folder, JOURNAL);
        CountDownLatch disk = new CountDownLatch(1);
        RecordOptions options = unicast("length=u16be").withReceiveBufferBytes(1 << 16)
                .withRingBytes(RecordOptions.MIN_RING_BYTES);
        int sent = 5_000;
        int inRing = 600;
        try (Recording recording = Recording.start(options, new StandingTarget(store, disk), listener);
                DatagramChannel sender = DatagramChannel.open()) {
            InetSocketAddress to = recording.address(0);
            assumeTrue(Files.exists(Path.of("/proc/net/udp")), "the system does not count for each socket");
            byte[] packet = Packets.frames("x".repeat(1_000));
            for (int i = 0; i < sent; i++) {
                // The receiver is as far as that, however slow the machine; from there on it is not waited for.
                if (i < inRing) {
                    recording.await(0, i);
                }
                sender.send(ByteBuffer.wrap(packet), to);
            }
            disk.countDown();
            recording.awaitThat(() -> recording.recorder.packets(0) + recording.recorder.report().dropped() >= sent);
            LiveReport report = recording.stop();
            assertTrue(report.dropped() > 1_000 && report.messages() > 500, report::toString);
            assertEquals(sent, report.messages() + report.dropped());
            assertEquals(report.dropped(), drops.stream().mapToLong(Long::longValue).sum());
            assertTrue(!report.isComplete(), report::toString);
            assertEquals(report.messages(), Recording.stored(folder).size());
        }
    }

    /// The line waits for room for a packet when it is stopped.
    @Test
    void shouldRecordThePacketInHandWhenItIsStopped() throws Exception {
        Path folder = temp.resolve("day.store");
        CountDownLatch disk = new CountDownLatch(1);
        RecordTarget target = new StandingTarget(Recording.store(folder, JOURNAL), disk);
        try (Recording recording = Recording.start(unicast("length=u16be").withRingBytes(RecordOptions.MIN_RING_BYTES),
                target, LiveListener.NONE); DatagramChannel sender = DatagramChannel.open()) {
            InetSocketAddress to = recording.address(0);
            byte[] packet = Packets.frames("x".repeat(50_000));
            int sent = 0;
            boolean full = false;
            while (!full) {
                int before = sent++;
                sender.send(ByteBuffer.wrap(packet), to);
                recording.awaitThat(() -> recording.recorder.packets(0) > before
                        || recording.recorder.lines().getFirst().ringWaits() > 0);
                full = recording.recorder.packets(0) <= before;
            }
            recording.recorder.stop();
            Thread.sleep(100);
            disk.countDown();
            assertEquals(sent, recording.end().messages());
        }
    }

    /// Both lines are received while the disk stands still for two seconds, and each brings what the other one lost.
    @Test
    void shouldMissNothingThatALineBroughtWhileTheDiskStoodStill() throws Exception {
        LiveFeed feed = twoLines();
        Path folder = temp.resolve("day.store");
        AtomicLong clock = new AtomicLong(START);
        RecordOptions options = RecordOptions.of(feed, Framing.parse("packet=2,sequence=u16be@0,length=u16be"))
                .withClock(clock::get);
        CountDownLatch disk = new CountDownLatch(1);
        StandingTarget target = new StandingTarget(Recording.store(folder, JOURNAL), disk);
        int packets = 200;
        try (Recording recording = Recording.start(options, target, LiveListener.NONE);
                DatagramChannel sender = DatagramChannel.open()) {
            long[] received = new long[2];
            for (int n = 1; n <= packets; n++) {
                if (n == packets / 2) {
                    target.stands.await();
                }
                clock.addAndGet(20_000_000);
                byte[] packet = Packets.join(Packets.shorts(n), Packets.frames("m" + n));
                for (int line = 0; line < 2; line++) {
                    // Whichever line is read first misses one that the other has.
                    if (n != packets / 2 + 10 + line) {
                        sender.send(ByteBuffer.wrap(packet), recording.address(line));
                        recording.awaitPackets(line, ++received[line]);
                    }
                }
            }
            disk.countDown();
            LiveReport report = recording.stop();
            assertEquals(0, report.gaps(), report::toString);
            assertEquals(packets, report.messages());
            assertTrue(report.isComplete(), report::toString);
        }
        assertEquals(packets, Recording.stored(folder).size());
    }

    /// A target that fails at its n-th call, for each n until it does not: the recorder ends with that failure, and has
    /// closed everything.
    @Test
    void shouldEndWithTheFailureOfItsTarget() throws Exception {
        boolean failed = true;
        for (int n = 1; failed; n++) {
            FailingTarget target = new FailingTarget(n);
            try (Recording recording = Recording.start(unicast("length=u16be").withLimit(3), target, LiveListener.NONE);
                    DatagramChannel sender = DatagramChannel.open()) {
                InetSocketAddress to = recording.address(0);
                sender.send(ByteBuffer.wrap(Packets.frames("one", "two", "three")), to);
                failed = false;
                try {
                    assertEquals(3, recording.end().messages());
                } catch (StoreException e) {
                    failed = true;
                    assertEquals(target.failure, e);
                }
                assertTrue(target.closed);
                // The port is free again.
                new DatagramSocket(to).close();
            }
            assertTrue(n < 20);
        }
    }

    @Test
    void shouldCloseATargetThatCannotTellItsLag() throws Exception {
        FailingTarget target = new FailingTarget(1) {
            @Override
            public SyncLag lag() {
                if (failed) {
                    throw new IllegalStateException("on purpose");
                }
                return super.lag();
            }
        };
        try (Recording recording = Recording.start(unicast("length=u16be"), target, LiveListener.NONE);
                DatagramChannel sender = DatagramChannel.open()) {
            sender.send(ByteBuffer.wrap(Packets.frames("one")), recording.address(0));
            assertEquals(target.failure, assertThrows(StoreException.class, recording::end));
            assertTrue(target.closed);
        }
    }

    private static class FailingTarget implements RecordTarget {
        final StoreException failure = new StoreException(StoreException.Reason.MISSING, Path.of("nowhere"), "on purpose");
        boolean closed;
        boolean failed;
        private int left;

        FailingTarget(int calls) {
            left = calls;
        }

        private void call() throws StoreException {
            if (--left == 0) {
                failed = true;
                throw failure;
            }
        }

        @Override
        public int maxLength() {
            return 100;
        }

        @Override
        public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
                throws StoreException {
            call();
        }

        @Override
        public void commit() throws StoreException {
            call();
        }

        @Override
        public SyncLag lag() {
            return new SyncLag(0, 0, 0, 0);
        }

        @Override
        public void close() throws StoreException {
            closed = true;
            call();
        }
    }
}
