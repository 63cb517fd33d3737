// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.source;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.PacketFilter;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.Transport;
import dev.ashlar.ingest.internal.arbitration.Arbiter;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.framing.Splitter;
import dev.ashlar.ingest.internal.transport.IpReassembler;
import dev.ashlar.ingest.internal.transport.PacketParser;
import dev.ashlar.ingest.internal.transport.TcpStreams;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// The messages of a capture.
public final class CaptureMessages implements MessageSource {
    private final Arena arena = Arena.ofShared();
    private final CaptureReader capture;
    private final PacketFilter filter;
    private final PacketParser packet = new PacketParser();
    private final SourceContext context = new SourceContext();
    private final SourceCounts counts = new SourceCounts(context);
    private final Splitter splitter;
    private final TcpStreams streams;
    private final IpReassembler fragments;
    private final Optional<Arbiter> arbiter;
    private boolean finished;

    public CaptureMessages(CaptureReader capture, SourceOptions options) {
        this.capture = capture;
        this.filter = options.filter();
        this.splitter = new Splitter(options.framing(), options.maxMessageLength(), context, counts);
        this.streams = new TcpStreams(arena, options, splitter, context, counts);
        this.arbiter = options.arbitration().isWanted()
                ? Optional.of(new Arbiter(arena, options, splitter, context, counts)) : Optional.empty();
        this.fragments = new IpReassembler(arena, counts);
    }

    @Override
    public boolean poll(MessageHandler handler) throws IOException {
        if (finished) {
            return false;
        }
        try {
            if (capture.next()) {
                readPacket(handler);
                return true;
            }
        } catch (CaptureFormatException e) {
            finish(handler);
            throw e;
        }
        finish(handler);
        return false;
    }

    private void finish(MessageHandler handler) {
        finished = true;
        fragments.finish();
        arbiter.ifPresent(a -> a.finish(handler));
        streams.finish(handler);
    }

    private void readPacket(MessageHandler handler) {
        context.timeNs = capture.timeNs();
        context.input = capture.input();
        context.packetIndex = capture.index();
        context.filePosition = capture.position();
        context.messageIndex = 0;
        context.stream = -1;
        MemorySegment memory = capture.memory();
        int length = capture.length();
        int kind = packet.parse(memory, capture.offset(), length, capture.linkType());
        if (kind == PacketParser.PIECE) {
            memory = fragments.add(packet, memory, capture.timeNs(), capture.packets());
            if (memory.byteSize() == 0) {
                return;
            }
            kind = packet.parseTransport(memory);
        }
        switch (kind) {
            case PacketParser.DATAGRAM -> {
                context.transport = Transport.UDP;
                context.addresses.set(packet.addresses);
                readDatagram(memory, handler);
            }
            case PacketParser.SEGMENT -> readSegment(memory, handler);
            default -> {
                SkipReason reason = PacketParser.reason(kind);
                boolean cut = reason == SkipReason.BAD_HEADER && length < capture.wireLength();
                counts.skip(cut ? SkipReason.CUT_PACKET : reason, length);
            }
        }
    }

    private void readDatagram(MemorySegment memory, MessageHandler handler) {
        long offset = packet.payloadOffset;
        int length = packet.payloadLength;
        splitter.header(memory, offset, length);
        if (!filter.accepts(context)) {
            counts.skip(SkipReason.FILTERED, length);
        } else if (arbiter.isEmpty() || !arbiter.get().take(memory, offset, length, packet.missingLength, handler)) {
            splitter.datagram(memory, offset, length, packet.missingLength, handler);
        }
    }

    private void readSegment(MemorySegment memory, MessageHandler handler) {
        context.transport = Transport.TCP;
        context.addresses.set(packet.addresses);
        context.packetSequence = MessageContext.NO_SEQUENCE;
        context.sendingTimeNs = MessageContext.NO_TIME;
        if (filter.accepts(context)) {
            streams.segment(packet, memory, handler);
        } else {
            counts.skip(SkipReason.FILTERED, packet.payloadLength);
        }
    }

    @Override
    public IngestReport report() {
        return counts.report(capture.names(), capture.packets(), capture.bytesRead(), capture.truncatedAt(),
                capture.disordered(), arbiter.map(Arbiter::report).orElse(List.of()));
    }

    @Override
    public void close() throws IOException {
        if (arena.scope().isAlive()) {
            finished = true;
            arena.close();
            capture.close();
        }
    }
}
