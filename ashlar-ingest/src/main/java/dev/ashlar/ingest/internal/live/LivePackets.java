// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import dev.ashlar.flow.QueueHandler;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.Transport;
import dev.ashlar.ingest.internal.arbitration.Arbiter;
import dev.ashlar.ingest.internal.arbitration.GapListener;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.framing.Splitter;
import dev.ashlar.ingest.internal.transport.PacketParser;
import dev.ashlar.ingest.internal.transport.TcpStreams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/// Turns the packets of the rings into messages, as those of a capture are: datagrams are arbitrated and split, the
/// bytes of a connection are segments that come in order.
///
/// **Threading**: one thread at a time. **Ownership**: owns the memory of what waits. Allocates nothing per packet.
public final class LivePackets implements QueueHandler, AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final SourceContext context = new SourceContext();
    private final SourceCounts counts = new SourceCounts(context);
    private final Splitter splitter;
    private final TcpStreams streams;
    private final Optional<Arbiter> arbiter;
    private final PacketParser segment = new PacketParser();
    private final Addresses[] lines;
    private final List<String> names;
    private final MessageHandler handler;
    private final boolean marked;
    private final LongConsumer outOfStep;
    private long packets;
    private long bytes;
    private long lastNs;
    /// Connections opened.
    private long connections;
    private int sequence;
    private boolean connected;

    /// @param wanted    the lines, by their indexes
    /// @param handler   receives the messages
    /// @param gaps      hears of gaps
    /// @param outOfStep called with the number of a connection, from 1, when its bytes do not fit the framing, so that
    ///                  nothing more of it can be used
    public LivePackets(SourceOptions options, List<Line> wanted, List<String> names, MessageHandler handler,
            GapListener gaps, LongConsumer outOfStep) {
        this.names = List.copyOf(names);
        this.handler = handler;
        this.outOfStep = outOfStep;
        lines = wanted.stream().map(LivePackets::addresses).toArray(Addresses[]::new);
        splitter = new Splitter(options.framing(), options.maxMessageLength(), context, counts);
        streams = new TcpStreams(arena, options, splitter, context, counts);
        marked = options.framing().stream().marked();
        arbiter = options.arbitration().isWanted()
                ? Optional.of(new Arbiter(arena, options, splitter, context, counts)) : Optional.empty();
        arbiter.ifPresent(a -> {
            a.onGap(gaps);
            a.live();
        });
    }

    private static Addresses addresses(Line line) {
        Addresses addresses = new Addresses();
        addresses.ipv6 = line.ipv6();
        addresses.destinationHigh = line.high();
        addresses.destinationLow = line.low();
        addresses.destinationPort = line.port();
        return addresses;
    }

    @Override
    public void handle(MemorySegment memory, long offset, int length, int type) {
        int line = PacketRecord.line(type);
        int kind = PacketRecord.kind(type);
        long payload = offset + PacketRecord.HEADER_BYTES;
        int payloadLength = length - PacketRecord.HEADER_BYTES;
        Addresses addresses = lines[line];
        lastNs = PacketRecord.timeNs(memory, offset);
        context.timeNs = lastNs;
        context.input = line;
        context.packetIndex = packets;
        context.messageIndex = 0;
        context.stream = -1;
        addresses.sourceHigh = PacketRecord.high(memory, offset);
        addresses.sourceLow = PacketRecord.low(memory, offset);
        addresses.sourcePort = PacketRecord.port(memory, offset);
        bytes += payloadLength;
        if (kind == PacketRecord.DATAGRAM) {
            packets++;
            context.transport = Transport.UDP;
            context.addresses.set(addresses);
            datagram(memory, payload, payloadLength);
        } else {
            packets += kind == PacketRecord.BYTES ? 1 : 0;
            context.transport = Transport.TCP;
            context.addresses.set(addresses);
            segment(kind, addresses, memory, payload, payloadLength);
        }
    }

    private void datagram(MemorySegment memory, long offset, int length) {
        splitter.header(memory, offset, length);
        if (arbiter.isEmpty() || !arbiter.get().take(memory, offset, length, 0, handler)) {
            splitter.datagram(memory, offset, length, 0, handler);
        }
    }

    private void segment(int kind, Addresses addresses, MemorySegment memory, long offset, int length) {
        context.packetSequence = MessageContext.NO_SEQUENCE;
        context.sendingTimeNs = MessageContext.NO_TIME;
        segment.addresses.set(addresses);
        if (kind == PacketRecord.OPENED) {
            // Far from the last one, so that nobody takes it for a repeated segment of it.
            sequence += 1 << 30;
            connections++;
            connected = true;
        } else if (!connected) {
            return;
        }
        long before = counts.count(SkipReason.BAD_FRAME);
        segment.setSegment(sequence, kind == PacketRecord.OPENED, kind == PacketRecord.ENDED, offset, length);
        streams.segment(segment, memory, handler);
        sequence += kind == PacketRecord.OPENED ? 1 : length;
        if (!marked && counts.count(SkipReason.BAD_FRAME) > before) {
            // Without marks nothing shows where the next frame begins: only another connection does.
            connected = false;
            outOfStep.accept(connections);
        }
    }

    /// Hands out packets that have waited long enough.
    ///
    /// @param timeNs all that lines received before this time was taken
    public void passTime(long timeNs) {
        if (arbiter.isPresent()) {
            arbiter.get().passTime(timeNs, handler);
        }
    }

    /// Nothing more comes: hands out all that waits.
    public void finish() {
        arbiter.ifPresent(a -> a.finish(handler));
        streams.finish(handler);
    }

    /// When the packet taken last was received.
    public long lastNs() {
        return lastNs;
    }

    public IngestReport report() {
        return counts.report(names, packets, bytes, -1, 0, arbiter.map(Arbiter::report).orElse(List.of()));
    }

    @Override
    public void close() {
        arena.close();
    }
}
