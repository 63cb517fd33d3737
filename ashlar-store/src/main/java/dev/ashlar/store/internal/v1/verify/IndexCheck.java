// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.journal.FrameIndexer;

/// Compares a journal's index with its frames: each row must name its frame, and have the correct values for all frames
/// before it.
///
/// What was before the first frame that is left is taken from the first row, and what was in frames that are damaged
/// from the next row after them. So a row that is wrong there makes the one after it look wrong, but no more; or is not
/// noticed, where it says a time or sequence that the frames after it exceed anyway.
///
/// **Threading**: one thread at a time. A writer may be at work: rows are compared that were there when this was made.
final class IndexCheck {
    private static final long NONE = -1;
    private static final String MEANING = "searches by position, time or sequence may miss messages; reading from "
            + "the beginning finds all of them";

    private final FrameIndex index;
    private final String name;
    private final long end;
    private final long required;
    private final int chunkBytes;
    /// Of the chunk that was looked at last, if all of it was: its number, and what was known after it.
    private long ordinal = NONE;
    private State after = new State();
    /// What was known before the current chunk, and before the gap that it follows, if it follows one.
    private State before = after;
    private State broken = after;
    private State state = after;

    /// What the frames so far say of the next row.
    private static final class State implements Cloneable {
        private long row = NONE;
        private long indexed = NONE;
        private long maxTime;
        private long maxSequence;
        private long messages;
        /// Whether these are known, and whether a row has confirmed it.
        private boolean counted;
        private boolean confirmed;
        /// Where frames are damaged since the last that has a row; rows for these cannot be compared.
        private long damaged = NONE;
        private long missing;
        private long firstMissing;

        State copy() {
            try {
                return (State) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// To be made before it is asked which chunks the journal has.
    ///
    /// @param name     of the index
    /// @param required position before which frames have their rows for certain
    IndexCheck(FrameIndex index, String name, long required) {
        this.index = index;
        this.name = name;
        this.required = required;
        chunkBytes = index.chain().geometry().chunkBytes();
        end = index.chain().end();
    }

    /// Goes to a chunk of the journal; or to the begin of the same once more.
    void begin(Link link, StoreFindings findings) {
        long next = link.identity().ordinal();
        if (next != ordinal) {
            boolean follows = ordinal != NONE && next == ordinal + 1;
            // Otherwise the one before is damaged, missing or was retired meanwhile.
            broken = follows ? new State() : after;
            before = follows ? after : begin(link.identity().first());
        }
        tellMissing(broken, findings);
        state = before.copy();
    }

    private State begin(long position) {
        State begin = new State();
        begin.counted = position == 0;
        begin.confirmed = begin.counted;
        begin.row = begin.counted ? 0 : rowOf(position);
        return begin;
    }

    /// All of a chunk was looked at, and it is still there.
    void end(Link link) {
        ordinal = link.identity().ordinal();
        after = state;
    }

    /// The row for the first frame of a chunk: the one that names it, behind one that names what comes before and
    /// before one that names what may come next. Of these three, one may be damaged.
    private long rowOf(long position) {
        long first = index.chain().first();
        long best = end;
        int most = 0;
        for (long row = first; row <= end; row++) {
            boolean names = row < end && positionOf(row) == position;
            boolean isBehind = row == first || positionOf(row - 1) < position;
            long ahead = row + 1 < end ? positionOf(row + 1) - position : 1;
            boolean isBefore = ahead > 0 && ahead <= chunkBytes && ahead < 2 * FrameIndexer.INTERVAL_BYTES;
            int says = (names ? 3 : 0) + (isBehind ? 1 : 0) + (isBefore ? 2 : 0);
            if (says >= most) {
                most = says;
                best = row;
            }
        }
        return best;
    }

    /// What a row names; -1 if it is missing.
    private long positionOf(long row) {
        try {
            return index.get(row, FrameIndex.POSITION);
        } catch (CorruptChunkException e) {
            return NONE;
        }
    }

    /// Frames from one position up to another are damaged.
    void damage(long from, long to) {
        if (state.damaged == NONE) {
            state.damaged = from;
        }
        state.counted = false;
    }

    /// A whole frame.
    ///
    /// @param first whether it is the first of its chunk
    void frame(long position, boolean first, long timeNs, long sequence, StoreFindings findings) {
        if (state.damaged != NONE) {
            passDamaged(position);
        }
        if (position > state.indexed && (first || position - state.indexed >= FrameIndexer.INTERVAL_BYTES)) {
            if (state.row < end) {
                compare(position, findings);
            } else if (position < required && state.missing++ == 0) {
                state.firstMissing = position;
            }
            state.row++;
            state.indexed = position;
        }
        state.maxTime = greater(timeNs, state.maxTime);
        state.maxSequence = greater(sequence, state.maxSequence);
        state.messages++;
    }

    private static long greater(long a, long b) {
        return Long.compareUnsigned(a, b) > 0 ? a : b;
    }

    /// Passes over rows for frames that are damaged, up to the first that is whole.
    private void passDamaged(long position) {
        long from = state.damaged;
        state.damaged = NONE;
        while (state.row < end) {
            long named = positionOf(state.row);
            if (named < from || named >= position) {
                return;
            }
            state.indexed = named;
            state.row++;
        }
    }

    private void compare(long position, StoreFindings findings) {
        long row = state.row;
        try {
            long named = index.get(row, FrameIndex.POSITION);
            long time = index.get(row, FrameIndex.TIME);
            long sequence = index.get(row, FrameIndex.SEQUENCE);
            long messages = index.get(row, FrameIndex.MESSAGES);
            boolean same = state.counted
                    ? time == state.maxTime && sequence == state.maxSequence && messages == state.messages
                    : Long.compareUnsigned(time, state.maxTime) >= 0 && messages >= state.messages
                            && Long.compareUnsigned(sequence, state.maxSequence) >= 0;
            if (named != position || !same) {
                add(row, row + 1, "index differs from the frames: " + field("position", named, position)
                        + field("maxTime", time, state.maxTime) + field("maxSequence", sequence, state.maxSequence)
                        + field("messages", messages, state.messages) + "row=" + row, findings);
            }
            if (!state.counted || !same && !state.confirmed) {
                state.maxTime = time;
                state.maxSequence = sequence;
                state.messages = messages;
                state.counted = true;
                state.confirmed = false;
            } else {
                state.confirmed = true;
            }
        } catch (CorruptChunkException e) {
            // The chunk with the row is missing, which is reported for the index's chunks.
        }
    }

    private static String field(String field, long found, long expected) {
        return found == expected ? "" : field + "=" + Long.toUnsignedString(found) + ", expected="
                + Long.toUnsignedString(expected) + ", ";
    }

    private void add(long first, long to, String found, StoreFindings findings) {
        Link[] links = index.chain().links();
        if (links.length > 0) {
            Link link = links[Chain.indexOf(links, first)];
            findings.addChunk(name, link, Math.max(0, first - link.identity().first()) * FrameIndex.ROW_BYTES, first,
                    to, found, MEANING);
        }
    }

    private void tellMissing(State of, StoreFindings findings) {
        if (of.missing > 0) {
            add(of.row - of.missing, of.row, "index has no rows for frames: frames=" + of.missing + ", first position="
                    + of.firstMissing, findings);
        }
    }

    /// No chunk follows.
    ///
    /// @param last     the last chunk of the journal; if it was not checked, nothing is reported
    /// @param position of the journal's end after that
    void finish(Link last, long position, StoreFindings findings) {
        if (ordinal != last.identity().ordinal()) {
            return;
        }
        state = after;
        if (state.damaged != NONE) {
            passDamaged(position);
        }
        tellMissing(state, findings);
        if (state.row < end) {
            add(state.row, end, "index has rows for no frame: rows=" + (end - state.row), findings);
        }
    }
}
