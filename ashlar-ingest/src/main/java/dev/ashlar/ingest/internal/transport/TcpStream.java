// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.Splitter;
import dev.ashlar.sbe.framing.FrameLayout;
import java.lang.foreign.MemorySegment;

/// One direction of a TCP connection: puts its segments in order (RFC 9293) and splits what is in order.
///
/// Assumptions: the capture may miss segments, show them late or twice, and begin or end anywhere.
/// Guarantees: each byte of the stream is used once, in order; one that is not used is counted; what waits is bounded.
///
/// As long as segments come in order and end with a message, they are split where they lie, and nothing is copied.
final class TcpStream {
    /// A segment this far behind belongs to another connection, whose begin was not captured.
    private static final int MAX_BEHIND = 16 << 20;
    private static final int NO_FIN = -1;

    private enum State {
        NEW, OPEN, CLOSED
    }

    private final TcpStreams streams;
    final Addresses addresses = new Addresses();
    int number;
    long lastTimeNs;
    int lastInput;
    long lastPacketIndex;
    long lastFilePosition;

    private State state = State.NEW;
    /// Sequence number of the first byte not used yet.
    private int base;
    private int initialSequence;
    /// Bytes from `base` to the end of the stream, if known.
    private long remaining = NO_FIN;
    private boolean synchronised;
    private boolean begun;
    private boolean waiting;
    private StreamWindow window;

    TcpStream(TcpStreams streams, Addresses addresses) {
        this.streams = streams;
        this.addresses.set(addresses);
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /// Takes one segment, and hands out the messages it completes.
    void segment(PacketParser packet, MemorySegment memory, MessageHandler handler) {
        int sequence = packet.sequence;
        if ((packet.flags & PacketParser.SYN) != 0) {
            begin(sequence, handler);
            sequence++;
        }
        if ((packet.flags & PacketParser.RST) != 0) {
            if (isInWindow(sequence)) {
                close(handler);
            }
            return;
        }
        int length = packet.payloadLength;
        if (length == 0 && (packet.flags & PacketParser.SYN) == 0) {
            streams.counts.skip(SkipReason.EMPTY, 0);
        }
        if (state != State.OPEN && !joinMidway(sequence, length)) {
            return;
        }
        int declared = length + packet.missingLength;
        if ((packet.flags & PacketParser.FIN) != 0) {
            remaining = Math.max(0, sequence - base + (long) declared);
        }
        if (length > 0) {
            take(memory, packet.payloadOffset, sequence, length, handler);
        }
        if (packet.missingLength > 0) {
            streams.counts.skip(SkipReason.CUT_PACKET, packet.missingLength);
        }
        if (remaining != NO_FIN && held() == remaining) {
            close(handler);
        }
    }

    /// Whether the receiver takes a reset with this number (RFC 9293, 3.5.2): others are late, or forged.
    private boolean isInWindow(int sequence) {
        int ahead = sequence - base;
        return ahead >= 0 && ahead <= streams.maxWindowLength;
    }

    private void begin(int sequence, MessageHandler handler) {
        if (state == State.OPEN && initialSequence == sequence && begun) {
            return;
        }
        if (state == State.OPEN) {
            close(handler);
        }
        if (state != State.NEW) {
            streams.number(this);
        }
        open(sequence + 1);
        initialSequence = sequence;
        synchronised = true;
        begun = true;
    }

    private void open(int sequence) {
        state = State.OPEN;
        base = sequence;
        remaining = NO_FIN;
        synchronised = false;
        begun = false;
    }

    /// @return whether the stream is open now
    private boolean joinMidway(int sequence, int length) {
        if (length == 0) {
            return false;
        }
        if (state == State.CLOSED) {
            int ahead = sequence - base;
            if (ahead > -MAX_BEHIND && ahead < MAX_BEHIND) {
                skipClosed(ahead, length);
                return false;
            }
            streams.number(this);
        }
        streams.counts.skip(SkipReason.TCP_MIDSTREAM, 0);
        open(sequence);
        return true;
    }

    /// Bytes of a connection that was closed: sent again, or behind its end, where nobody knows what they are.
    private void skipClosed(int ahead, int length) {
        int behind = Math.min(Math.max(0, -ahead), length);
        if (behind > 0) {
            streams.counts.skip(SkipReason.TCP_DUPLICATE, behind);
        }
        if (behind < length) {
            streams.counts.skip(SkipReason.TCP_UNSYNCHRONISED, length - behind);
        }
    }

    private void take(MemorySegment memory, long offset, int sequence, int length, MessageHandler handler) {
        int ahead = sequence - base;
        if (ahead < -MAX_BEHIND) {
            close(handler);
            streams.number(this);
            streams.counts.skip(SkipReason.TCP_MIDSTREAM, 0);
            open(sequence);
            ahead = 0;
        }
        int behind = Math.min(Math.max(0, -ahead), length);
        if (behind > 0) {
            streams.counts.skip(SkipReason.TCP_DUPLICATE, behind);
        }
        if (behind < length) {
            if (window == null && ahead <= 0) {
                split(memory, offset + behind, length - behind, handler);
            } else {
                hold(memory, offset + behind, sequence + behind, length - behind, handler);
            }
        }
    }

    /// Splits a segment that comes in order while nothing waits.
    private void split(MemorySegment memory, long offset, int length, MessageHandler handler) {
        int used = use(memory, offset, length, handler);
        advance(used);
        if (used < length) {
            window = streams.pool.takeWindow();
            if (window.put(streams.pool, memory, offset + used, 0, length - used) == StreamWindow.NO_ROOM) {
                streams.counts.skip(SkipReason.TCP_OVERFLOW, length - used);
                advance(length - used);
                synchronised = false;
                releaseWindow();
            }
        }
    }

    /// Adds a segment to those that wait, and splits what is now in order.
    private void hold(MemorySegment memory, long offset, int sequence, int length, MessageHandler handler) {
        while (true) {
            int ahead = sequence - base;
            int begin = Math.max(0, -ahead);
            if (begin >= length) {
                streams.counts.skip(SkipReason.TCP_DUPLICATE, length);
                return;
            }
            ahead = Math.max(0, ahead);
            if (window == null && ahead == 0) {
                split(memory, offset + begin, length - begin, handler);
                return;
            }
            if (window == null) {
                window = streams.pool.takeWindow();
            }
            int present = (long) ahead + length > streams.maxWindowLength
                    ? StreamWindow.NO_ROOM
                    : window.put(streams.pool, memory, offset + begin, ahead, length - begin);
            if (present != StreamWindow.NO_ROOM) {
                if (present > 0) {
                    streams.counts.skip(SkipReason.TCP_DUPLICATE, present);
                }
                splitWindow(handler);
                return;
            }
            if (!passGap(handler) && (ahead <= held() || splitLast(handler) == 0)) {
                abandon(ahead);
                advance(ahead);
            }
        }
    }

    private void splitWindow(MessageHandler handler) {
        int length = window.contiguous();
        if (length > 0) {
            int used = use(window.memory(), 0, length, handler);
            window.drop(used);
            advance(used);
        }
        if (window.ranges() == 0) {
            releaseWindow();
        }
        noteWaiting();
    }

    private void noteWaiting() {
        boolean waits = window != null && window.behindGap() >= 0;
        if (waits != waiting) {
            waiting = waits;
            streams.waiting += waits ? 1 : -1;
        }
    }

    /// Whether bytes are missing that the receiver acknowledged.
    boolean misses(int acknowledgement) {
        int next = window == null ? -1 : window.behindGap();
        return next >= 0 && acknowledgement - (base + next) >= 0;
    }

    /// Gives up the missing bytes that the receiver acknowledged: they will not be sent again.
    void passGaps(int acknowledgement, MessageHandler handler) {
        while (misses(acknowledgement) && passGap(handler)) {
            assert state == State.OPEN;
        }
    }

    /// Gives up the bytes missing before the first range after a gap, and continues there.
    ///
    /// @return false if nothing waits behind a gap
    private boolean passGap(MessageHandler handler) {
        int next = window == null ? -1 : window.behindGap();
        if (next < 0) {
            return false;
        }
        next -= splitLast(handler);
        int held = window.contiguous();
        gap(held, next - held);
        window.drop(next);
        advance(next);
        splitWindow(handler);
        return true;
    }

    /// Hands out the last frame before a gap or the end if it is whole but for its padding.
    ///
    /// @return bytes that are done with
    private int splitLast(MessageHandler handler) {
        int held = held();
        if (held == 0 || !synchronised) {
            return 0;
        }
        Splitter splitter = streams.splitter;
        int used = (int) splitter.split(splitter.stream(), window.memory(), 0, held, Long.MAX_VALUE, true, handler);
        window.drop(used);
        advance(used);
        if (window.ranges() == 0) {
            releaseWindow();
        }
        return used;
    }

    /// Drops what waits, none of it behind a gap, before going on at `base` + `ahead`.
    private void abandon(int ahead) {
        int held = held();
        if (ahead > held) {
            gap(held, ahead - held);
        } else {
            streams.counts.skip(SkipReason.TCP_OVERFLOW, held);
            synchronised = false;
        }
        releaseWindow();
    }

    private void gap(int held, int missing) {
        if (held > 0) {
            streams.counts.skip(SkipReason.INCOMPLETE_MESSAGE, held);
        }
        streams.counts.skip(SkipReason.TCP_GAP, missing);
        synchronised = false;
    }

    /// Splits bytes that are in order.
    ///
    /// @return how many of them are done with; the rest begins a frame that is not whole
    private int use(MemorySegment memory, long offset, int length, MessageHandler handler) {
        Splitter splitter = streams.splitter;
        long end = offset + length;
        long at = offset;
        long candidate = offset;
        while (at < end) {
            if (!synchronised) {
                long found = splitter.synchronise(memory, candidate, end);
                if (found > at) {
                    streams.counts.skip(SkipReason.TCP_UNSYNCHRONISED, found - at);
                    at = found;
                }
                if (at == end || splitter.stream().frameLength(memory, at, end - at) == FrameLayout.INCOMPLETE) {
                    break;
                }
                synchronised = true;
            }
            at = splitter.split(splitter.stream(), memory, at, end, Long.MAX_VALUE, false, handler);
            if (!splitter.foundImpossible()) {
                break;
            }
            streams.counts.skip(SkipReason.BAD_FRAME, 0);
            synchronised = false;
            candidate = splitter.stream().marked() ? at + 1 : end;
        }
        return (int) (at - offset);
    }

    /// Nothing more comes: hands out what waits behind gaps, and counts what is not whole.
    void close(MessageHandler handler) {
        if (state == State.OPEN) {
            while (passGap(handler)) {
                assert window == null || window.ranges() > 0;
            }
            splitLast(handler);
            int held = held();
            if (held > 0) {
                streams.counts.skip(SkipReason.INCOMPLETE_MESSAGE, held);
                advance(held);
            }
            releaseWindow();
            state = State.CLOSED;
        }
    }

    private int held() {
        return window == null ? 0 : window.contiguous();
    }

    private void advance(int length) {
        base += length;
        if (remaining != NO_FIN) {
            remaining = Math.max(0, remaining - length);
        }
    }

    private void releaseWindow() {
        if (window != null) {
            streams.pool.giveBack(window);
            window = null;
            noteWaiting();
        }
    }
}
