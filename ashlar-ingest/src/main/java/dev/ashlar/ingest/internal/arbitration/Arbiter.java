// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.Transport;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.framing.Splitter;
import dev.ashlar.ingest.internal.transport.WindowPool;
import dev.ashlar.sbe.framing.PacketLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Gives each datagram to the channel of its line, and finds out which lines are one channel.
public final class Arbiter {
    /// Sessions of all channels whose sequence has started again, but which slower lines may still fill.
    private static final int MAX_ENDING_SESSIONS = Arbitration.MAX_LINES;

    private final Arbitration arbitration;
    private final Splitter splitter;
    private final SourceContext context;
    private final SourceCounts counts;
    private final WindowPool pool;
    private final SequenceNumbers numbers;
    private final LineTable lines = new LineTable();
    private final RecentPackets recentPackets = new RecentPackets();
    private final List<Channel> channels = new ArrayList<>();
    private final ArrayDeque<Datagram> free = new ArrayDeque<>();
    private final ArrayDeque<SequenceSession> freeSessions = new ArrayDeque<>();
    private int endingSessions;
    private final PacketLayout packet;
    private final Datagram incoming = new Datagram();
    private long sweptNs;
    private MessageHandler handler;
    private GapListener gapListener = GapListener.NONE;
    private boolean live;
    /// Capture time of the packet being read; live, up to when all lines have been read.
    long nowNs = MessageContext.NO_TIME;

    public Arbiter(SegmentAllocator allocator, SourceOptions options, Splitter splitter, SourceContext context,
            SourceCounts counts) {
        this.arbitration = options.arbitration();
        this.splitter = splitter;
        this.context = context;
        this.counts = counts;
        this.pool = new WindowPool(allocator, options.maxBufferedBytes());
        this.packet = options.framing().packet();
        this.numbers = new SequenceNumbers(Math.max(2, packet.sequence().width()));
        for (List<Line> named : arbitration.channels()) {
            Channel channel = newChannel(true);
            named.forEach(line -> lines.add(line, channel));
        }
    }

    /// Reports gaps to this listener from now on.
    public void onGap(GapListener listener) {
        gapListener = listener;
    }

    /// From now on time moves by [#passTime(long, MessageHandler)] alone. Live lines are read in turn, some packets of
    /// each: after a pause, one packet only shows how far its own line has been read.
    public void live() {
        live = true;
    }

    private Channel newChannel(boolean named) {
        Channel channel = new Channel(this, numbers, arbitration.window(), named);
        channel.number = recentPackets.register(channel);
        channels.add(channel);
        return channel;
    }

    /// Takes a datagram whose header was read into the context, and hands out those whose turn it is.
    ///
    /// @return whether it belongs to a channel; if not nothing was done
    public boolean take(MemorySegment memory, long offset, int length, int missing, MessageHandler receiver) {
        LineState line = splitter.hasHeader(length) && !splitter.isIdle(memory, offset, length, missing)
                ? line() : null;
        long span = line == null ? 0 : span(memory, offset);
        if (span < 1 || span > Math.min(arbitration.window(), length + missing - packet.length())) {
            // A heartbeat's number is that of the next message; and no packet has more messages than bytes.
            return false;
        }
        handler = receiver;
        nowNs = live ? nowNs : context.timeNs;
        incoming.read(context, memory, offset, length, missing);
        incoming.hash = missing > 0 ? SequenceSession.ANY_HASH : Hash.of(memory, offset, length);
        incoming.line = line;
        incoming.span = (int) span;
        passTime();
        line.packets++;
        line.lastNs = context.timeNs;
        if (arbitration.pairs()) {
            pair(line);
        }
        line.channel.offer(incoming);
        return true;
    }

    /// Hands out what has waited long enough.
    ///
    /// @param timeNs all that lines received before this time was taken
    public void passTime(long timeNs, MessageHandler receiver) {
        handler = receiver;
        nowNs = timeNs;
        passTime();
    }

    private long span(MemorySegment memory, long offset) {
        return packet.numbersMessages() ? packet.count().read(memory, offset) : 1;
    }

    /// Now and then, lets channels give up what waited long enough, though nothing comes for them.
    private void passTime() {
        if (nowNs != MessageContext.NO_TIME
                && (nowNs - sweptNs > Arbitration.MAX_WAIT_NS / 4 || nowNs < sweptNs)) {
            sweptNs = nowNs;
            for (int i = 0; i < channels.size(); i++) {
                channels.get(i).passTime();
            }
        }
    }

    private LineState line() {
        LineState line = lines.find(context.addresses);
        if (line == null && arbitration.pairs() && !lines.isFull()) {
            Addresses to = context.addresses;
            line = lines.add(new Line(to.ipv6, to.destinationHigh, to.destinationLow, to.destinationPort),
                    newChannel(false));
        }
        return line;
    }

    /// Joins the line's channel with the one on which the same packet came. A packet without a sending time proves
    /// nothing: heartbeats of two channels may be the same.
    private void pair(LineState line) {
        if (incoming.sendingTimeNs == 0 || incoming.hash == SequenceSession.ANY_HASH) {
            return;
        }
        Channel other = recentPackets.put(incoming.hash, line.channel.number);
        while (other != null && other.successor != null) {
            other = other.successor;
        }
        Channel own = line.channel;
        if (other == null || other == own || own.named && other.named) {
            return;
        }
        if (own.yieldsTo(other)) {
            join(other, own);
        } else {
            join(own, other);
        }
    }

    private void join(Channel channel, Channel gone) {
        channels.remove(gone);
        for (LineState line : lines.all()) {
            if (line.channel == gone) {
                line.join(channel);
            }
        }
        channel.absorb(gone);
    }

    /// The latest session that all lines of a channel have reached; lines that have fallen silent do not count.
    long reachedByAll(Channel channel) {
        long ordinal = Long.MAX_VALUE;
        for (LineState line : lines.all()) {
            if (line.channel == channel && line.isAlive(nowNs)) {
                ordinal = Math.min(ordinal, line.reached);
            }
        }
        return ordinal;
    }

    /// Whether all lines of a channel brought packets of a session that opened.
    boolean openedByAll(Channel channel, long ordinal) {
        for (LineState line : lines.all()) {
            if (line.channel == channel && line.opened != ordinal) {
                return false;
            }
        }
        return true;
    }

    /// A session of a channel has begun: lines that brought packets of it have reached it.
    void promote(Channel channel, long ordinal) {
        for (LineState line : lines.all()) {
            if (line.channel == channel && line.opened == ordinal) {
                line.reached = ordinal;
            }
        }
    }

    /// Counts one more session that ends.
    ///
    /// @return whether it may take its time
    boolean mayEnd() {
        return ++endingSessions <= MAX_ENDING_SESSIONS;
    }

    void hasEnded() {
        endingSessions--;
    }

    SequenceSession newSession() {
        return freeSessions.isEmpty() ? new SequenceSession(numbers, arbitration.window()) : freeSessions.pop();
    }

    /// Keeps a session for the next one that opens.
    ///
    /// @param session or `null`
    void recycle(SequenceSession session) {
        if (session != null) {
            freeSessions.push(session);
        }
    }

    void handOut(Datagram packet) {
        packet.line.first++;
        restore(packet);
        splitter.datagram(packet.memory, packet.offset, packet.length, packet.missing, handler);
    }

    void skip(Datagram packet, SkipReason reason) {
        restore(packet);
        counts.skip(reason, packet.length);
    }

    void noteGap(long from, long to, long missing) {
        counts.skip(SkipReason.SEQUENCE_GAP, 0);
        gapListener.gap(nowNs, from, to, missing);
    }

    private void restore(Datagram packet) {
        packet.restore(context);
        context.transport = Transport.UDP;
        context.stream = -1;
    }

    /// A copy that may wait, or `null` if too many wait.
    Datagram keep(Datagram packet) {
        MemorySegment memory = pool.acquire(Math.max(1, packet.length));
        if (memory.byteSize() == 0) {
            return null;
        }
        Datagram kept = free.isEmpty() ? new Datagram() : free.pop();
        kept.set(packet);
        MemorySegment.copy(packet.memory, packet.offset, memory, 0, packet.length);
        kept.memory = memory;
        kept.offset = 0;
        return kept;
    }

    void recycle(Datagram kept) {
        pool.release(kept.memory);
        kept.memory = MemorySegment.NULL;
        free.push(kept);
    }

    /// The capture is over: hands out all that waits.
    public void finish(MessageHandler receiver) {
        handler = receiver;
        finish();
    }

    /// Hands out all that waits.
    public void finish() {
        for (int i = 0; i < channels.size(); i++) {
            channels.get(i).finish();
        }
    }

    public List<ChannelReport> report() {
        return channels.stream().map(this::report).toList();
    }

    private ChannelReport report(Channel channel) {
        ChannelCounts counts = channel.counts;
        return new ChannelReport(lines.all().stream().filter(line -> line.channel == channel).map(LineState::count)
                .toList(), counts.packets, counts.duplicates, counts.late, counts.strays, counts.restarts,
                channel.gaps.count, channel.gaps.missing, channel.gaps.kept());
    }
}
