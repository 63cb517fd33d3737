// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.flow.IdleStrategy;
import dev.ashlar.flow.RingGroup;
import dev.ashlar.flow.RingGroupConsumer;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.internal.capture.Rotation;
import dev.ashlar.ingest.internal.feed.TimeHistogram;
import dev.ashlar.ingest.internal.feed.UtcClock;
import dev.ashlar.ingest.internal.live.KernelDrops;
import dev.ashlar.ingest.internal.live.LineReceiver;
import dev.ashlar.ingest.internal.live.LivePackets;
import dev.ashlar.ingest.internal.live.TcpReceiver;
import dev.ashlar.ingest.internal.live.UdpReceiver;
import dev.ashlar.ingest.live.LiveReport.Lag;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Records a live feed until it is stopped.
///
/// ```
/// LiveFeed feed = new LiveFeed.Udp(List.of(UdpLine.of(Line.parse("233.252.0.1:14310")).on("eth0"),
///         UdpLine.of(Line.parse("233.252.1.1:15310")).on("eth0")));
/// StoreTarget target = new StoreTarget(StoreWriter.open(folder, StoreOptions.defaults()), journal);
/// try (LiveRecorder recorder = LiveRecorder.open(RecordOptions.of(feed, framing), target, LiveListener.NONE)) {
///     System.err.println(recorder.run());     // until another thread calls recorder.stop()
/// }
/// ```
///
/// Each line has a thread that receives packets, stamps them and puts them into the line's ring. The thread that calls
/// [#run] takes them from the rings, arbitrates lines, splits packets into messages, records these and commits:
/// everything that arrived meanwhile is one batch, so that a slow commit is followed by a larger batch.
///
/// **Clock**: a packet is stamped in user space after the system has handed it over, because Java cannot read the
/// system's receive timestamps. A packet that waited in a receive buffer is stamped late.
///
/// **Full**: if the writer cannot keep up, first the ring fills, then the receive buffer of the socket; then the system
/// drops datagrams, which [LiveListener#drops] reports. TCP senders wait.
///
/// **Threading**: [#run] once, by one thread; [#stop], [#report] and [#packets] by any. Allocates nothing per message.
///
/// **Ownership**: owns the target and the sockets once it is open. **Failure**: if the target fails, [#run] closes
/// everything and throws; committed messages stay as durable as the target promised.
public final class LiveRecorder implements AutoCloseable {
    private static final int POLL_LIMIT = 256;
    private static final int MAX_BATCH_MESSAGES = 1 << 16;
    private static final long PROGRESS_NS = 1_000_000_000L;
    private static final int RING_ALIGNMENT = 128;

    /// Carries a failure of the target through the steps between.
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(StoreException cause) {
            super(cause);
        }

        StoreException reason() {
            return (StoreException) getCause();
        }
    }

    private final RecordTarget target;
    private final LiveListener listener;
    private final long limit;
    private final LongSupplier clock;
    private final UtcClock systemClock = new UtcClock();
    private final Arena arena = Arena.ofShared();
    private final List<LineReceiver> lines = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final RingGroupConsumer consumer;
    private final LivePackets packets;
    private final TimeHistogram lag = new TimeHistogram();
    private final TimeHistogram lastLag = new TimeHistogram();
    private final long[] stamps = new long[MAX_BATCH_MESSAGES];
    private final long[] reportedDrops;
    private final boolean[] reportedFailures;
    private final OptionalLong machineDropsBefore = KernelDrops.ofMachine();
    private final long startNs = System.nanoTime();
    private long reportedMachineDrops;
    /// The line that is read first.
    private int turn;
    private int batch;
    private long messages;
    private long messageBytes;
    private long tooLong;
    private long commits;
    private volatile boolean stopped;
    private volatile LiveReport report;
    private boolean begun;
    private boolean closed;

    private LiveRecorder(RecordOptions options, RecordTarget target, LiveListener listener) throws FeedException {
        this.target = target;
        this.listener = listener;
        limit = options.limit();
        clock = options.clock().orElse(systemClock);
        int count = options.feed() instanceof LiveFeed.Udp udp ? udp.lines().size() : 1;
        MemorySegment memory = arena.allocate(RingGroup.byteSize(count, options.ringBytes()), RING_ALIGNMENT);
        RingGroup rings = RingGroup.create(memory, 0, count, options.ringBytes());
        consumer = rings.consumer();
        openLines(options, rings);
        packets = new LivePackets(bound(options).sourceOptions(), lines.stream().map(LineReceiver::line).toList(),
                lines.stream().map(LineReceiver::name).toList(), this::onMessage, listener::gap, this::disconnect);
        reportedDrops = new long[count];
        reportedFailures = new boolean[count];
        report = snapshot();
    }

    private void openLines(RecordOptions options, RingGroup rings) throws FeedException {
        try {
            switch (options.feed()) {
                case LiveFeed.Udp udp -> {
                    for (UdpLine line : udp.lines()) {
                        lines.add(UdpReceiver.open(lines.size(), line, options.receiveBufferBytes(),
                                rings.producer(lines.size()), clock));
                    }
                }
                case LiveFeed.Tcp tcp -> lines.add(TcpReceiver.of(0, tcp, options.receiveBufferBytes(),
                        rings.producer(0), clock, listener));
            }
        } catch (FeedException e) {
            lines.forEach(LineReceiver::close);
            arena.close();
            throw e;
        }
    }

    /// The options with the ports that lines were bound to.
    private RecordOptions bound(RecordOptions options) {
        if (!(options.feed() instanceof LiveFeed.Udp)) {
            return options;
        }
        LiveFeed feed = new LiveFeed.Udp(lines.stream().map(line -> UdpLine.of(line.line())).toList());
        return new RecordOptions(feed, options.framing(), options.ordered(), options.window(),
                options.receiveBufferBytes(), options.ringBytes(), options.limit(), options.clock());
    }

    /// Opens the sockets and joins the groups. Datagrams that arrive from now on wait in the receive buffers.
    ///
    /// @param target ownership passes to the recorder, unless this fails
    /// @throws FeedException if a line cannot be received here, with the reason and what to do
    public static LiveRecorder open(RecordOptions options, RecordTarget target, LiveListener listener)
            throws FeedException {
        return new LiveRecorder(options, target, listener);
    }

    /// Records until [#stop] is called, the limit is reached, or a feed that does not reconnect has ended; then closes
    /// the target.
    ///
    /// @return what was recorded
    /// @throws StoreException if the target cannot accept more messages, or cannot be closed
    /// @throws FeedException  if the feed failed; everything received before is recorded
    public LiveReport run() throws IOException {
        if (begun || closed) {
            throw new IllegalStateException("a recorder runs once: closed=" + closed);
        }
        begun = true;
        // Nothing has been received before.
        packets.passTime(clock.getAsLong());
        for (LineReceiver line : lines) {
            threads.add(Thread.ofPlatform().name("ashlar-line-" + line.name()).daemon().start(line));
        }
        try {
            takeAll();
            packets.finish();
            commit();
            checkLines();
        } catch (Refused e) {
            close(e.reason());
            throw e.reason();
        } catch (IOException | RuntimeException | Error e) {
            close(e);
            throw e;
        }
        close();
        return report;
    }

    private void takeAll() throws StoreException {
        IdleStrategy idle = IdleStrategy.backingOff();
        long reportedNs = System.nanoTime();
        while (true) {
            // Before the poll, which then finds all that they have put in.
            boolean last = areEnded();
            int polled = poll();
            if (polled == 0 && last) {
                return;
            }
            commit();
            if (messages >= limit && !stopped) {
                stop();
            }
            long nowNs = System.nanoTime();
            if (nowNs - reportedNs >= PROGRESS_NS) {
                reportedNs = nowNs;
                passSecond();
            }
            idle.idle(polled);
        }
    }

    /// Takes some packets of each line, beginning with another line each time; then lets time pass up to when all lines
    /// have been read. A line with more packets than that has been read up to the last one taken: what the other lines
    /// miss may come behind it.
    private int poll() {
        long upToNs = clock.getAsLong();
        int count = 0;
        boolean damaged = false;
        for (int i = 0; i < lines.size(); i++) {
            int polled = consumer.lane((turn + i) % lines.size()).poll(packets, POLL_LIMIT);
            damaged |= polled < 0;
            count += Math.max(0, polled);
            if (polled == POLL_LIMIT) {
                upToNs = Math.min(upToNs, packets.lastNs());
            }
        }
        turn = (turn + 1) % lines.size();
        if (count == 0 && damaged) {
            throw new IllegalStateException("a ring is damaged: lines=" + lines.size());
        }
        packets.passTime(upToNs);
        return count;
    }

    private boolean areEnded() {
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isEnded()) {
                return false;
            }
        }
        return true;
    }

    private void passSecond() {
        systemClock.adjust();
        report = snapshot();
        lastLag.clear();
        reportDrops();
        reportFailures();
        listener.progress(report);
    }

    private void reportFailures() {
        for (int i = 0; i < lines.size(); i++) {
            IOException failure = lines.get(i).failure();
            if (failure != null && !reportedFailures[i]) {
                reportedFailures[i] = true;
                listener.failed(lines.get(i).name(), failure);
            }
        }
    }

    private void reportDrops() {
        for (int i = 0; i < lines.size(); i++) {
            long dropped = report.lines().get(i).dropped();
            if (dropped > reportedDrops[i]) {
                listener.drops(lines.get(i).name(), dropped - reportedDrops[i]);
                reportedDrops[i] = dropped;
            }
        }
        if (report.machineDropped() > reportedMachineDrops) {
            listener.drops("this machine", report.machineDropped() - reportedMachineDrops);
            reportedMachineDrops = report.machineDropped();
        }
    }

    private void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        if (messages >= limit) {
            return;
        }
        if (length > target.maxLength()) {
            tooLong++;
            return;
        }
        try {
            target.record(memory, offset, (int) length, context.timeNs(), context.packetSequence());
            messages++;
            messageBytes += length;
            stamps[batch++] = context.timeNs();
            if (batch == MAX_BATCH_MESSAGES) {
                commit();
            }
        } catch (StoreException e) {
            throw new Refused(e);
        }
    }

    private void commit() throws StoreException {
        if (batch == 0) {
            return;
        }
        target.commit();
        long nowNs = clock.getAsLong();
        for (int i = 0; i < batch; i++) {
            lag.add(nowNs - stamps[i]);
            lastLag.add(nowNs - stamps[i]);
        }
        batch = 0;
        commits++;
    }

    private void disconnect(long connection) {
        for (LineReceiver line : lines) {
            if (line instanceof TcpReceiver tcp) {
                tcp.disconnect(connection);
            }
        }
    }

    private void checkLines() throws IOException {
        for (LineReceiver line : lines) {
            IOException failure = line.failure();
            if (failure instanceof FeedException feed) {
                throw feed;
            }
            if (failure != null) {
                String reason = failure.getMessage() == null ? failure.getClass().getSimpleName()
                        : failure.getMessage();
                throw new FeedException("line failed: " + reason + " (" + line.name() + ")", failure);
            }
        }
    }

    /// Ends [#run] soon: packets that the lines have received so far are recorded; those in receive buffers are not.
    public void stop() {
        stopped = true;
        lines.forEach(LineReceiver::close);
    }

    /// Whether [#stop] was called, or the limit reached.
    public boolean isStopped() {
        return stopped;
    }

    /// What was recorded, as of at most a second ago; complete once [#run] has ended.
    public LiveReport report() {
        return report;
    }

    /// Packets that a line has received so far.
    ///
    /// @param line index of the line
    public long packets(int line) {
        return lines.get(line).packets();
    }

    /// A report for each line as of now, with the receive buffer that the system granted.
    public List<LineReport> lines() {
        return lines.stream().map(LineReceiver::report).toList();
    }

    private LiveReport snapshot() {
        List<LineReport> all = lines();
        boolean known = all.stream().noneMatch(line -> line.dropped() < 0);
        OptionalLong machine = known ? OptionalLong.empty() : KernelDrops.ofMachine();
        long machineDropped = machine.isPresent() && machineDropsBefore.isPresent()
                ? machine.getAsLong() - machineDropsBefore.getAsLong() : -1;
        return new LiveReport(all, messages, messageBytes, tooLong, commits, packets.report(), machineDropped, of(lag),
                of(lastLag), target.lag(), System.nanoTime() - startNs);
    }

    private static Lag of(TimeHistogram times) {
        return times.count() == 0 ? Lag.NONE : new Lag(times.count(), times.percentileNs(0.5), times.percentileNs(0.99),
                times.percentileNs(0.999), times.maxNs());
    }

    private void close(Throwable problem) {
        try {
            close();
        } catch (StoreException | RuntimeException e) {
            problem.addSuppressed(e);
        }
    }

    /// Ends the lines and closes the target. Only for a recorder that is not running.
    ///
    /// @throws StoreException if not everything could be stored
    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closed = true;
        stop();
        // Lines that wait for room in their rings would wait for good.
        consumer.close();
        // They use the rings.
        threads.forEach(Rotation::join);
        try (arena; packets; consumer; target) {
            report = snapshot();
            reportDrops();
        }
    }
}
