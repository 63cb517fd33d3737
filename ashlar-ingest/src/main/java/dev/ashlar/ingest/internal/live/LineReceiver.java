// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import dev.ashlar.flow.IdleStrategy;
import dev.ashlar.flow.MessageQueue;
import dev.ashlar.flow.OneToOneRingProducer;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.live.LineReport;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Receives what comes on one line, stamps it and puts it into the line's ring.
///
/// When the ring is full, the line waits: then datagrams collect in the receive buffer of its socket, and the system
/// drops those that do not fit; TCP senders wait. So this class drops nothing, and the system counts everything that is
/// dropped.
///
/// **Threading**: [#run] for the thread of the line; all else for any thread. Allocates nothing per packet as long as
/// its sender stays the same.
public abstract sealed class LineReceiver implements Runnable, AutoCloseable permits UdpReceiver, TcpReceiver {
    protected volatile boolean stopped;
    protected final Sender sender = new Sender();
    private final int index;
    private final OneToOneRingProducer ring;
    private final LongSupplier clock;
    private final IdleStrategy idle = IdleStrategy.backingOff();
    private final AtomicLong packets = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong waitNs = new AtomicLong();
    private volatile boolean ended;
    private volatile IOException failure;

    protected LineReceiver(int index, OneToOneRingProducer ring, LongSupplier clock) {
        this.index = index;
        this.ring = ring;
        this.clock = clock;
    }

    /// What packets of this line are addressed to, or come from with TCP.
    public abstract Line line();

    /// `address:port`.
    public abstract String name();

    public abstract LineReport report();

    /// Receives until the line is stopped, ends or fails.
    protected abstract void receive() throws IOException;

    @Override
    public final void run() {
        try {
            receive();
        } catch (IOException e) {
            failure = stopped ? null : e;
        } catch (RuntimeException | Error e) {
            // Else it would look like the end of the feed.
            failure = new IOException("its thread failed: " + e, e);
        } finally {
            ring.close();
            ended = true;
        }
    }

    /// Whether nothing more will be put into the ring.
    public final boolean isEnded() {
        return ended;
    }

    /// Why the line has ended, or `null`.
    public final IOException failure() {
        return failure;
    }

    public final long packets() {
        return packets.getOpaque();
    }

    protected final long bytes() {
        return bytes.getOpaque();
    }

    protected final long waits() {
        return waits.getOpaque();
    }

    protected final long waitNs() {
        return waitNs.getOpaque();
    }

    /// Puts a packet received just now into the ring; waits while that is full.
    ///
    /// @return false if the writer has gone; the packet is then lost
    protected final boolean put(int kind, MemorySegment source, int length) {
        long timeNs = clock.getAsLong();
        int type = PacketRecord.type(index, kind);
        long at = ring.claim(PacketRecord.HEADER_BYTES + length, type);
        if (at == MessageQueue.FULL) {
            at = awaitRoom(length, type);
        }
        if (at < 0) {
            return false;
        }
        PacketRecord.write(ring.memory(), at, timeNs, sender);
        MemorySegment.copy(source, 0, ring.memory(), at + PacketRecord.HEADER_BYTES, length);
        // Before the commit: whoever has seen the packet finds it counted.
        packets.setOpaque(packets.getPlain() + (kind == PacketRecord.DATAGRAM || kind == PacketRecord.BYTES ? 1 : 0));
        bytes.setOpaque(bytes.getPlain() + length);
        ring.commit();
        return true;
    }

    /// Waits also after a stop: the writer takes what is in the ring until this line has ended.
    private long awaitRoom(int length, int type) {
        long start = System.nanoTime();
        waits.setOpaque(waits.getPlain() + 1);
        long at = MessageQueue.FULL;
        while (at == MessageQueue.FULL) {
            idle.idle(0);
            at = ring.claim(PacketRecord.HEADER_BYTES + length, type);
        }
        idle.idle(1);
        waitNs.setOpaque(waitNs.getPlain() + System.nanoTime() - start);
        return at;
    }

    /// Ends [#run] soon. Does not wait for it.
    @Override
    public abstract void close();
}
