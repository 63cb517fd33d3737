// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.framing;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.PacketLayout;
import java.lang.foreign.MemorySegment;

/// Divides payloads into messages and hands them out.
public final class Splitter {
    private final PacketLayout packet;
    private final FrameLayout datagram;
    private final FrameLayout stream;
    private final int maxMessageLength;
    private final SourceContext context;
    private final SourceCounts counts;
    private boolean impossible;
    private long frames;

    public Splitter(Framing framing, int maxMessageLength, SourceContext context, SourceCounts counts) {
        this.packet = framing.packet();
        this.datagram = framing.datagram();
        this.stream = framing.stream();
        this.maxMessageLength = maxMessageLength;
        this.context = context;
        this.counts = counts;
    }

    public FrameLayout stream() {
        return stream;
    }

    /// Reads the header of a datagram into the context.
    public void header(MemorySegment memory, long offset, int length) {
        if (hasHeader(length)) {
            readHeader(packet, memory, offset);
        } else {
            context.packetSequence = MessageContext.NO_SEQUENCE;
            context.sendingTimeNs = MessageContext.NO_TIME;
        }
    }

    /// Whether a datagram of this length has a header.
    public boolean hasHeader(int length) {
        return length >= packet.length();
    }

    /// Whether a whole datagram has no messages, as its sender only says that it is there, or that this was the end.
    public boolean isIdle(MemorySegment memory, long offset, int length, int missing) {
        return missing == 0 && packet.idle().matches(memory, offset, length);
    }

    /// Hands out the messages of a datagram whose header was read.
    ///
    /// @param missing bytes that the datagram had behind these, but the capture has not
    public void datagram(MemorySegment memory, long offset, int length, int missing, MessageHandler handler) {
        if (missing > 0) {
            counts.skip(SkipReason.CUT_PACKET, missing);
        }
        if (length == 0) {
            counts.skip(SkipReason.EMPTY, 0);
            return;
        }
        if (isIdle(memory, offset, length, missing)) {
            counts.skip(SkipReason.EMPTY, 0);
            return;
        }
        if (!hasHeader(length)) {
            skipTail(length, missing);
            return;
        }
        long before = context.messageIndex;
        long start = offset + packet.length();
        long end = offset + length;
        long limit = packet.count().isPresent() ? packet.count().read(memory, offset) : Long.MAX_VALUE;
        if (limit < 0) {
            // A count of 64 bits that is more than any: the frames that are there are read all the same.
            limit = Long.MAX_VALUE - 1;
        }
        if (start == end && packet.numbersMessages() && limit == packet.count().greatest()) {
            // The end of a session, as MoldUDP64 says it.
            counts.skip(SkipReason.EMPTY, 0);
            return;
        }
        long at = split(datagram, memory, start, end, limit, true, handler);
        if (at < end) {
            skipTail(end - at, impossible ? 0 : missing);
        } else if (missing == 0 && limit != Long.MAX_VALUE && frames < limit) {
            counts.skip(SkipReason.BAD_FRAME, 0);
        }
        if (before == context.messageIndex && start == end) {
            counts.skip(SkipReason.EMPTY, 0);
        }
    }

    private void skipTail(long length, int missing) {
        counts.skip(missing > 0 ? SkipReason.INCOMPLETE_MESSAGE : SkipReason.BAD_FRAME, length);
    }

    /// Hands out the frames from `at` on, as far as they are whole.
    ///
    /// Check [#foundImpossible()] afterwards: whether no frame can begin at the place returned.
    ///
    /// @param limit most frames to hand out
    /// @param last  whether nothing comes behind `end`, so that padding there may be missing
    /// @return where the first frame that was not handed out begins
    public long split(FrameLayout layout, MemorySegment memory, long start, long end, long limit, boolean last,
            MessageHandler handler) {
        impossible = false;
        frames = 0;
        int messageOffset = layout.messageOffset();
        long mask = layout.align() - 1L;
        long at = start;
        while (at < end && frames < limit) {
            long available = end - at;
            long length = layout.frameLength(memory, at, available);
            if (length < 0) {
                impossible = length == FrameLayout.IMPOSSIBLE || available > maxMessageLength;
                break;
            }
            if (length > Math.min(available, maxMessageLength)) {
                if ((length & FrameLayout.HEADER) == 0) {
                    impossible = length > maxMessageLength;
                    break;
                }
                long headerLength = length & ~FrameLayout.HEADER;
                if (headerLength > available) {
                    break;
                }
                readHeader(layout.header(), memory, at);
                at += headerLength;
                continue;
            }
            long stride = length + mask & ~mask;
            if (stride > available) {
                if (!last) {
                    break;
                }
                stride = available;
            }
            frames++;
            long messageLength = length - messageOffset;
            if (messageLength > 0) {
                counts.messages++;
                counts.messageBytes += messageLength;
                context.frameOffset = at - start;
                handler.onMessage(context, memory, at + messageOffset, messageLength);
                context.messageIndex++;
            } else {
                counts.skip(SkipReason.EMPTY, 0);
            }
            at += stride;
        }
        return at;
    }

    /// Whether the last [#split] ended where no frame can begin.
    public boolean foundImpossible() {
        return impossible;
    }

    /// Where, from `at` on, a frame seems to begin: its marker is there, and the next one's if that can be seen.
    ///
    /// @return the place; behind it at most a part of a frame header; `end` if there is nothing to keep
    public long synchronise(MemorySegment memory, long start, long end) {
        if (!stream.marked()) {
            // Senders begin a segment with a message more often than not; there is no better clue.
            return plausible(memory, start, end) ? start : end;
        }
        long at = start;
        while (at < end && !plausible(memory, at, end)) {
            at++;
        }
        return at;
    }

    private boolean plausible(MemorySegment memory, long at, long end) {
        long length = stream.frameLength(memory, at, end - at);
        if (length == FrameLayout.INCOMPLETE || (length & FrameLayout.HEADER) != 0 && length > 0) {
            return true;
        }
        if (length < 0 || length > maxMessageLength) {
            return false;
        }
        long mask = stream.align() - 1L;
        long next = at + (length + mask & ~mask);
        return next >= end || stream.frameLength(memory, next, end - next) != FrameLayout.IMPOSSIBLE;
    }

    private void readHeader(PacketLayout layout, MemorySegment memory, long at) {
        context.packetSequence =
                layout.sequence().isPresent() ? layout.sequence().read(memory, at) : MessageContext.NO_SEQUENCE;
        context.sendingTimeNs = layout.time().isPresent() ? layout.time().read(memory, at) : MessageContext.NO_TIME;
    }
}
