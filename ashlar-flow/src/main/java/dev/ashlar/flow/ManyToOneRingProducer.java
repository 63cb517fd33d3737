// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Adds messages to a [ManyToOneRing], in a lane of its own. Used as a [OneToOneRingProducer] is.
///
/// **Threading**: one thread at a time. A claim is wait-free; a commit is lock-free: it retries if another producer was
/// faster. Allocates only when created. **Failure**: see [ManyToOneRing]; an uncommitted claim, also one of a process
/// that died, leaves no trace.
public final class ManyToOneRingProducer implements QueueProducer {
    private static final int NOTHING = -1;
    /// No producer loses this many races to others; with corrupt words it might lose for ever.
    private static final int MAX_ATTEMPTS = 1 << 20;

    private final ManyToOneRing ring;
    private final MemorySegment memory;
    private final int lane;
    private final long records;
    private final int mask;
    private final int maxLength;
    /// Entries that this lane may have pending. All lanes together have no more than there are, so a commit finds one.
    private final int quota;
    /// Where entries of this lane have their turn, and where their records end: from `oldest` up to `newest`.
    private final long[] indexes;
    private final long[] ends;
    private int oldest;
    private int newest;
    private int pending;
    /// Bytes since this producer was made: what was released, what was added, where the next record begins.
    private long released;
    private long published;
    private long position;
    /// The last known head of the consumer.
    private long head;
    private long refused;
    private boolean batch;
    private boolean corrupt;
    /// The last record of a batch, of which it is not known whether another follows.
    private long lastAt = NOTHING;
    private long lastWord;

    private int claimed = NOTHING;
    private int claimedType;
    private long claimedAt;

    ManyToOneRingProducer(ManyToOneRing ring, int lane) {
        this.ring = ring;
        this.lane = lane;
        memory = ring.memory;
        records = ring.lane(lane);
        mask = ring.laneBytes() - 1;
        maxLength = ring.maxLength();
        quota = ring.entries() / ring.producers();
        indexes = new long[quota];
        ends = new long[quota];
        head = CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.HEAD);
        refused = ring.refusedCount(lane);
        adopt();
        CellLayout.setRelease(memory, ring.words(lane) + ManyToOneRingLayout.STATE, ManyToOneRingLayout.PRODUCING);
    }

    /// Finds what the previous producer of the lane added and the consumer has not released: the entries say where it
    /// lies.
    private void adopt() {
        long index = head;
        for (int attempt = 0; attempt < MAX_ATTEMPTS + ring.entries() && index - head < ring.entries(); attempt++) {
            long entry = CellLayout.getAcquire(memory, ring.entry(index));
            if (ManyToOneRingLayout.lap(entry) == ManyToOneRingLayout.lapOf(index, ring.entryBits)) {
                if (ManyToOneRingLayout.lane(entry) == lane) {
                    adopt(index, ManyToOneRingLayout.place(entry));
                }
                index++;
                continue;
            }
            long now = CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.HEAD);
            if (now <= index) {
                return;
            }
            // The consumer came here first, and others after it: all that was found so far is released.
            head = now;
            index = now;
            pending = 0;
            oldest = newest;
        }
    }

    private void adopt(long index, int place) {
        if (pending == 0) {
            released = place;
            position = place;
        }
        boolean possible = pending < quota && place == ((int) position & mask);
        boolean more = true;
        while (possible && more) {
            int at = (int) position & mask;
            long word = CellLayout.getOpaque(memory, records + at);
            int bytes = ring.recordBytes(at, word);
            position += bytes;
            more = ((int) word & ManyToOneRingLayout.MORE) != 0;
            possible = bytes > 0 && position - released <= mask + 1L;
        }
        if (!possible) {
            throw new IllegalArgumentException("the lane is corrupt: lane=" + lane + ", index=" + index + ", place="
                    + place);
        }
        published = position;
        remember(index);
    }

    private void remember(long index) {
        indexes[newest] = index;
        ends[newest] = position;
        newest = newest + 1 == quota ? 0 : newest + 1;
        pending++;
    }

    /// Adds a message by copying it.
    ///
    /// @param type chosen by the caller, 0 or more
    /// @return how many messages and batches all producers added before it; 0 within a batch; or [MessageQueue#FULL],
    ///     [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    @Override
    public long offer(MemorySegment source, long sourceOffset, int length, int type) {
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        long at = claim(length, type);
        if (at < 0) {
            return at;
        }
        MemorySegment.copy(source, sourceOffset, memory, at, length);
        return commit();
    }

    /// Claims the space of one message. Its bytes are undefined.
    ///
    /// @return where it begins in [#memory]; or [MessageQueue#FULL], [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    /// @throws IllegalArgumentException if the message exceeds the longest possible one, or the type is negative
    /// @throws IllegalStateException    if a claim is open
    @Override
    public long claim(int length, int type) {
        if (length < 0 || length > maxLength || type < 0 || claimed != NOTHING) {
            throw misused(length, type);
        }
        long bytes = RingLayout.recordBytes(length);
        long toEnd = mask + 1L - (position & mask);
        long padding = bytes <= toEnd ? 0 : toEnd;
        long wanted = position + padding + bytes;
        if (corrupt || !fits(wanted)) {
            int refusal = refresh(wanted);
            if (refusal != 0) {
                return refusal;
            }
        }
        claimedAt = position + padding;
        claimed = length;
        claimedType = type;
        return records + (claimedAt & mask) + ManyToOneRingLayout.RECORD_BYTES;
    }

    private RuntimeException misused(int length, int type) {
        return claimed != NOTHING ? new IllegalStateException("claim is open: length=" + claimed)
                : new IllegalArgumentException("length or type out of range: length=" + length + ", maxLength="
                        + maxLength + ", type=" + type);
    }

    private boolean fits(long wanted) {
        return wanted - released <= mask + 1L && pending < quota;
    }

    /// Looks how far the consumer has come.
    ///
    /// @return 0 if there is room now
    private int refresh(long wanted) {
        long now = CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.HEAD);
        // The one entry that is not counted by the tail is the newest.
        corrupt |= now < head || now > CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.TAIL) + 1;
        if (corrupt) {
            return MessageQueue.CORRUPT;
        }
        head = now;
        while (pending > 0 && indexes[oldest] < now) {
            released = ends[oldest];
            oldest = oldest + 1 == quota ? 0 : oldest + 1;
            pending--;
        }
        if (fits(wanted)) {
            return 0;
        }
        if (position != published && publish() == MessageQueue.CORRUPT) {
            return MessageQueue.CORRUPT;
        }
        if (CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.LEFT) != 0) {
            return MessageQueue.CLOSED;
        }
        refused++;
        CellLayout.setOpaque(memory, ring.words(lane) + ManyToOneRingLayout.REFUSED, refused);
        return MessageQueue.FULL;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    /// Adds the claimed message.
    ///
    /// @return how many messages and batches all producers added before it; 0 within a batch; or [MessageQueue#CORRUPT]
    ///     if it was not added
    /// @throws IllegalStateException if nothing is claimed
    @Override
    public long commit() {
        if (claimed == NOTHING) {
            throw new IllegalStateException("nothing is claimed");
        }
        write();
        return batch ? 0 : publish();
    }

    /// Writes padding and header of what was claimed. Nobody looks there yet.
    void write() {
        if (lastAt != NOTHING) {
            put(lastAt, lastWord | Integer.toUnsignedLong(ManyToOneRingLayout.MORE));
        }
        if (claimedAt != position) {
            int bytes = (int) (claimedAt - position);
            put(position, RingLayout.word(bytes - ManyToOneRingLayout.RECORD_BYTES | ManyToOneRingLayout.MORE,
                    ManyToOneRingLayout.PADDING));
        }
        lastAt = claimedAt;
        lastWord = RingLayout.word(claimed, claimedType);
        put(lastAt, lastWord);
        position = claimedAt + RingLayout.recordBytes(claimed);
        claimed = NOTHING;
    }

    private void put(long at, long word) {
        // Nobody looks here before the entry is there, which orders it.
        CellLayout.set(memory, records + (at & mask), word);
    }

    private long publish() {
        long index = enter();
        if (index >= 0) {
            follow(index);
        }
        return index;
    }

    /// Adds an entry: from here on it is there, for all.
    ///
    /// @return its index, or [MessageQueue#CORRUPT]
    long enter() {
        long tailAt = ring.offset + ManyToOneRingLayout.TAIL;
        int place = (int) published & mask;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            long index = CellLayout.getAcquire(memory, tailAt);
            long entryAt = ring.entry(index);
            long entry = CellLayout.getAcquire(memory, entryAt);
            long lap = ManyToOneRingLayout.lapOf(index, ring.entryBits);
            long found = ManyToOneRingLayout.lap(entry);
            if (index < 0) {
                break;
            }
            if (found == ManyToOneRingLayout.lapBefore(lap)) {
                // What has another lap by now is another word: also for one that slept between these two lines.
                if (CellLayout.compareAndSet(memory, entryAt, entry, ManyToOneRingLayout.entry(lap, lane, place))) {
                    remember(index);
                    published = position;
                    lastAt = NOTHING;
                    return index;
                }
            } else if (found == lap) {
                // Whoever added this one did not come to move the tail.
                follow(index);
            } else if (CellLayout.getAcquire(memory, tailAt) == index) {
                break;
            }
        }
        corrupt = true;
        return MessageQueue.CORRUPT;
    }

    /// Moves the tail over an entry, unless somebody has.
    void follow(long index) {
        CellLayout.compareAndSet(memory, ring.offset + ManyToOneRingLayout.TAIL, index, index + 1);
    }

    @Override
    public void abort() {
        claimed = NOTHING;
    }

    @Override
    public void beginBatch() {
        if (batch) {
            throw new IllegalStateException("batch is open");
        }
        batch = true;
    }

    /// Publishes the messages of the batch at once: no other message comes between them. If the lane filled up during
    /// the batch, the messages before that point are already published.
    ///
    /// @return how many messages and batches all producers added before it; 0 for an empty batch; or
    ///     [MessageQueue#CORRUPT]
    @Override
    public long endBatch() {
        batch = false;
        return position == published ? 0 : publish();
    }

    @Override
    public void close() {
        abort();
        endBatch();
        CellLayout.setRelease(memory, ring.words(lane) + ManyToOneRingLayout.STATE, ManyToOneRingLayout.ENDED);
    }
}
