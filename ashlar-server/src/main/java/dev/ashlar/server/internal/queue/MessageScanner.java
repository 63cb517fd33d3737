// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.queue;

import dev.ashlar.sbe.framing.DecodedLayout;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import java.lang.foreign.MemorySegment;

/// Finds the messages in bytes by their frames, and validates each against the schema before anything else uses it.
///
/// Entries of groups may be empty, so a few bytes can claim to be many rows. A store written by its owner accepts such
/// messages; the gateway refuses a message with more blocks than bytes.
///
/// **Threading**: one thread at a time.
public final class MessageScanner {
    private final Schema schema;
    private final MessageSplitter splitter;
    private final BlockListener counter = this::onBlock;
    private final int maxLength;
    private long blocks;

    /// @param maxLength of a message; longer ones are refused
    public MessageScanner(Schema schema, int maxLength) {
        this.schema = schema;
        this.maxLength = maxLength;
        splitter = new MessageSplitter(schema);
    }

    /// How frames follow each other by a framing's name or description.
    ///
    /// @throws RejectedException if it is neither
    public FrameLayout layout(String framing) {
        try {
            return Framing.parse(framing, MessageLength.of(schema)).stream();
        } catch (IllegalArgumentException e) {
            throw new RejectedException(Rejection.MALFORMED, "framing: " + e.getMessage());
        }
    }

    /// Lists the whole frames from `from` on.
    ///
    /// @param to           where the bytes end
    /// @param mostMessages after which it stops
    /// @return where the first frame begins that is not listed: one that is not whole yet, or `to`, or behind it where
    ///     padding of the last frame has not come
    /// @throws RejectedException if no frame can begin at a place, or a frame does not hold a message of the schema
    public long scan(FrameLayout layout, MemorySegment bytes, long from, long to, int mostMessages, MessageList into) {
        into.clear(bytes);
        long mask = layout.align() - 1L;
        long at = from;
        while (at < to && into.count() < mostMessages) {
            long length = layout.frameLength(bytes, at, to - at);
            if (length == FrameLayout.INCOMPLETE) {
                break;
            }
            if (length == FrameLayout.IMPOSSIBLE) {
                throw malformed(layout, bytes, at, to, into);
            }
            boolean header = (length & FrameLayout.HEADER) != 0;
            length &= ~FrameLayout.HEADER;
            long message = length - (header ? 0 : layout.messageOffset());
            if (message > maxLength) {
                throw new RejectedException(Rejection.TOO_LONG, "message too long: index=" + into.count() + ", offset="
                        + (at - from) + ", length=" + message + ", most=" + maxLength);
            }
            if (length > to - at) {
                break;
            }
            if (!header && message > 0) {
                add(bytes, at + layout.messageOffset(), (int) message, from, into);
            }
            at += length + mask & ~mask;
        }
        return at;
    }

    private void add(MemorySegment bytes, long at, int length, long from, MessageList into) {
        blocks = 0;
        if (splitter.split(bytes, at, length, counter) != Status.OK) {
            throw malformed(into.count(), at - from, splitter.result());
        }
        if (blocks > length) {
            throw new RejectedException(Rejection.MALFORMED, "more blocks than bytes: index=" + into.count() + ", offset="
                    + (at - from) + ", blocks=" + blocks + ", length=" + length);
        }
        into.add(at, length);
    }

    private void onBlock(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length) {
        blocks++;
    }

    private RejectedException malformed(FrameLayout layout, MemorySegment bytes, long at, long to, MessageList into) {
        if (layout instanceof DecodedLayout && splitter.split(bytes, at, to - at, counter) != Status.OK) {
            return malformed(into.count(), at, splitter.result());
        }
        return new RejectedException(Rejection.MALFORMED, "no frame can begin here: index=" + into.count() + ", offset="
                + at + "; check the framing");
    }

    /// The rejection for a message that ends early, with the reason.
    public RejectedException cutShort(FrameLayout layout, MemorySegment bytes, long at, long to, int index) {
        boolean broken = layout instanceof DecodedLayout && splitter.split(bytes, at, to - at, counter) != Status.OK;
        return new RejectedException(Rejection.MALFORMED, "message cut short: index=" + index + ", offset=" + at
                + ", bytes=" + (to - at) + (broken ? ": " + splitter.result() : ""));
    }

    private static RejectedException malformed(int index, long offset, ValidationResult result) {
        return new RejectedException(Rejection.MALFORMED, "not a message of the schema: index=" + index + ", offset="
                + offset + ": " + result);
    }
}
