// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.Transport;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceContext;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import dev.ashlar.ingest.internal.framing.Splitter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.Comparator;

/// All TCP streams of a capture, found by addresses and ports; a bounded hash table.
public final class TcpStreams {
    /// Room in addition to the longest message, for the segments after it.
    private static final int WINDOW_SLACK = 1 << 20;

    final Splitter splitter;
    final SourceCounts counts;
    final WindowPool pool;
    final int maxWindowLength;
    private final SourceContext context;
    private final int maxStreams;
    private final Addresses reverse = new Addresses();
    private TcpStream[] table = new TcpStream[64];
    private int count;
    /// Streams with bytes behind a gap.
    int waiting;

    public TcpStreams(SegmentAllocator allocator, SourceOptions options, Splitter splitter, SourceContext context,
            SourceCounts counts) {
        this.splitter = splitter;
        this.context = context;
        this.counts = counts;
        this.maxStreams = options.maxStreams();
        this.maxWindowLength = options.maxMessageLength() + WINDOW_SLACK;
        this.pool = new WindowPool(allocator, options.maxBufferedBytes());
    }

    public void segment(PacketParser packet, MemorySegment memory, MessageHandler handler) {
        TcpStream stream = find(packet, handler);
        context.stream = stream.number;
        stream.lastTimeNs = context.timeNs;
        stream.lastInput = context.input;
        stream.lastPacketIndex = context.packetIndex;
        stream.lastFilePosition = context.filePosition;
        stream.segment(packet, memory, handler);
        if (waiting > 0 && (packet.flags & PacketParser.ACK) != 0) {
            acknowledge(packet, handler);
        }
    }

    /// Lets the other direction continue if the receiver has the bytes that it waits for: the capture missed them.
    private void acknowledge(PacketParser packet, MessageHandler handler) {
        reverse.setReversed(packet.addresses);
        TcpStream other = table[find(reverse)];
        if (other != null && other.misses(packet.acknowledgement)) {
            place(other);
            other.passGaps(packet.acknowledgement, handler);
        }
    }

    /// The capture is over: ends every stream.
    public void finish(MessageHandler handler) {
        TcpStream[] rest = Arrays.stream(table).filter(s -> s != null && !s.isClosed())
                .sorted(Comparator.comparingInt(s -> s.number)).toArray(TcpStream[]::new);
        for (TcpStream stream : rest) {
            close(stream, handler);
        }
    }

    /// Gives a stream the next number.
    void number(TcpStream stream) {
        stream.number = counts.streams++;
        context.stream = stream.number;
    }

    private void close(TcpStream stream, MessageHandler handler) {
        context.transport = Transport.TCP;
        context.timeNs = stream.lastTimeNs;
        context.input = stream.lastInput;
        context.packetIndex = stream.lastPacketIndex;
        context.filePosition = stream.lastFilePosition;
        place(stream);
        stream.close(handler);
    }

    private void place(TcpStream stream) {
        context.stream = stream.number;
        context.messageIndex = 0;
        context.addresses.set(stream.addresses);
        context.packetSequence = MessageContext.NO_SEQUENCE;
        context.sendingTimeNs = MessageContext.NO_TIME;
    }

    /// Index in the table of the stream, or of the place for it.
    private int find(Addresses addresses) {
        int at = (int) (addresses.hash() >>> 32) & table.length - 1;
        while (table[at] != null && !table[at].addresses.isSame(addresses)) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private TcpStream find(PacketParser packet, MessageHandler handler) {
        TcpStream found = table[find(packet.addresses)];
        return found == null ? add(packet, handler) : found;
    }

    private TcpStream add(PacketParser packet, MessageHandler handler) {
        if (count == maxStreams) {
            evict(packet, handler);
        } else if (count * 2 >= table.length) {
            rehash(table, table.length * 2);
        }
        TcpStream stream = new TcpStream(this, packet.addresses);
        number(stream);
        insert(stream);
        count++;
        return stream;
    }

    /// Ends the half of the streams that was idle longest, those already closed before all others.
    private void evict(PacketParser packet, MessageHandler handler) {
        TcpStream[] all = Arrays.stream(table).filter(s -> s != null)
                .sorted(Comparator.comparing((TcpStream s) -> !s.isClosed())
                        .thenComparingLong(s -> s.lastPacketIndex))
                .toArray(TcpStream[]::new);
        int evicted = (all.length + 1) / 2;
        long timeNs = context.timeNs;
        int input = context.input;
        long packetIndex = context.packetIndex;
        long filePosition = context.filePosition;
        for (int i = 0; i < evicted; i++) {
            close(all[i], handler);
        }
        context.timeNs = timeNs;
        context.input = input;
        context.packetIndex = packetIndex;
        context.filePosition = filePosition;
        context.messageIndex = 0;
        context.addresses.set(packet.addresses);
        count = all.length - evicted;
        rehash(Arrays.copyOfRange(all, evicted, all.length), table.length);
    }

    private void rehash(TcpStream[] streams, int capacity) {
        table = new TcpStream[capacity];
        for (TcpStream stream : streams) {
            if (stream != null) {
                insert(stream);
            }
        }
    }

    private void insert(TcpStream stream) {
        table[find(stream.addresses)] = stream;
    }
}
