// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.transport.IpReassembler;
import dev.ashlar.ingest.internal.transport.PacketParser;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The UDP datagrams of a capture, one after the other. Packets that are not complete datagrams are counted and
/// skipped.
///
/// **Threading**: one thread at a time. **Ownership**: borrows the capture.
public final class CapturedDatagrams implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final CaptureReader capture;
    private final PacketParser packet = new PacketParser();
    private final SourceContext context = new SourceContext();
    private final SourceCounts counts = new SourceCounts(context);
    private final IpReassembler fragments = new IpReassembler(arena, counts);
    private MemorySegment memory = MemorySegment.NULL;

    public CapturedDatagrams(CaptureReader capture) {
        this.capture = capture;
    }

    /// Goes to the next datagram.
    ///
    /// @return false at the end of the capture
    public boolean next() throws IOException {
        while (capture.next()) {
            context.packetIndex = capture.index();
            context.filePosition = capture.position();
            context.input = capture.input();
            if (isDatagram()) {
                return true;
            }
        }
        fragments.finish();
        return false;
    }

    private boolean isDatagram() {
        memory = capture.memory();
        int kind = packet.parse(memory, capture.offset(), capture.length(), capture.linkType());
        if (kind == PacketParser.PIECE) {
            memory = fragments.add(packet, memory, capture.timeNs(), capture.packets());
            if (memory.byteSize() == 0) {
                return false;
            }
            kind = packet.parseTransport(memory);
        }
        if (kind == PacketParser.DATAGRAM && packet.missingLength == 0) {
            return true;
        }
        counts.skip(reason(kind), capture.length());
        return false;
    }

    private SkipReason reason(int kind) {
        if (kind == PacketParser.SEGMENT) {
            return SkipReason.FILTERED;
        }
        boolean cut = kind == PacketParser.DATAGRAM || capture.length() < capture.wireLength();
        return cut ? SkipReason.CUT_PACKET : PacketParser.reason(kind);
    }

    /// When the datagram was captured, or [dev.ashlar.ingest.MessageContext#NO_TIME].
    public long timeNs() {
        return capture.timeNs();
    }

    public Addresses addresses() {
        return packet.addresses;
    }

    /// Holds the payload.
    public MemorySegment memory() {
        return memory;
    }

    public long offset() {
        return packet.payloadOffset;
    }

    public int length() {
        return packet.payloadLength;
    }

    /// What was read, and what was passed over.
    public IngestReport report() {
        return counts.report(capture.names(), capture.packets(), capture.bytesRead(), capture.truncatedAt(),
                capture.disordered(), List.of());
    }

    @Override
    public void close() {
        arena.close();
    }
}
