// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import java.lang.foreign.MemorySegment;

/// Takes messages from a [ManyToOneRing], in the order in which they were added.
///
/// Handled messages are released when a poll ends: if a process dies in between, the next consumer receives them again,
/// so delivery is *at least once*, for a batch as a whole. With [#releaseFirst] each message or batch is released
/// before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: words that another process may have damaged are checked before use: [MessageQueue#CORRUPT]. If a
/// handler throws, the messages before that one are released, except those of the same batch, and that one is delivered
/// again, unless it was released first.
public final class ManyToOneRingConsumer implements QueueConsumer {
    private final ManyToOneRing ring;
    private final MemorySegment memory;
    private boolean releasesFirst;
    /// What comes next, and what was released.
    private long index;
    private long released;
    private boolean corrupt;
    /// Of the current entry, while some of its messages are left: its lane, where the next record lies, and how many
    /// bytes it has had so far.
    private boolean open;
    private int lane;
    private int place;
    private int taken;
    /// Of the current message.
    private int bytes;
    private int length;
    private int type;

    ManyToOneRingConsumer(ManyToOneRing ring) {
        this.ring = ring;
        memory = ring.memory;
        released = CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.HEAD);
        index = Math.max(released, CellLayout.getAcquire(memory, ring.offset + ManyToOneRingLayout.TAKEN));
        corrupt = released < 0 || index - released > ring.entries();
        if (corrupt) {
            // A corrupt index is not passed on.
            index = released;
        }
        settle();
        CellLayout.setOpaque(memory, ring.offset + ManyToOneRingLayout.LEFT, 0);
    }

    /// Releases each message or batch before it is handled, from now on.
    @Override
    public ManyToOneRingConsumer releaseFirst() {
        releasesFirst = true;
        return this;
    }

    @Override
    public int poll(QueueHandler handler, int limit) {
        int count = 0;
        try {
            while (count < limit && next()) {
                long at = ring.lane(lane) + place + ManyToOneRingLayout.RECORD_BYTES;
                int messageLength = length & ~ManyToOneRingLayout.MORE;
                int messageType = type;
                if (releasesFirst) {
                    take();
                    advance();
                    handler.handle(memory, at, messageLength, messageType);
                } else {
                    handler.handle(memory, at, messageLength, messageType);
                    advance();
                }
                count++;
            }
        } finally {
            settle();
        }
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    @Override
    public int drain(QueueHandler handler) {
        long most = (long) ring.producers() * ring.laneBytes() / ManyToOneRingLayout.RECORD_BYTES;
        return poll(handler, (int) Math.min(most, Integer.MAX_VALUE));
    }

    /// Moves to the next message, over padding.
    private boolean next() {
        if (corrupt || !open && !begin()) {
            return false;
        }
        while (true) {
            // The entry was acquired, so this need not be ordered.
            long word = CellLayout.get(memory, ring.lane(lane) + place);
            length = (int) word;
            type = (int) (word >>> 32);
            bytes = ring.recordBytes(place, word);
            if (bytes == 0 || bytes > ring.laneBytes() - taken) {
                corrupt = true;
                return false;
            }
            if (type != ManyToOneRingLayout.PADDING) {
                return true;
            }
            // What follows padding is at the beginning of the lane.
            taken += bytes;
            place = 0;
        }
    }

    private boolean begin() {
        long entry = CellLayout.getAcquire(memory, ring.entry(index));
        long lap = ManyToOneRingLayout.lapOf(index, ring.entryBits);
        if (ManyToOneRingLayout.lap(entry) != lap) {
            corrupt = ManyToOneRingLayout.lap(entry) != ManyToOneRingLayout.lapBefore(lap);
            return false;
        }
        lane = ManyToOneRingLayout.lane(entry);
        place = ManyToOneRingLayout.place(entry);
        taken = 0;
        open = lane < ring.producers() && place < ring.laneBytes();
        corrupt = !open;
        return open;
    }

    /// Moves past the current message.
    private void advance() {
        taken += bytes;
        place = place + bytes & ring.laneBytes() - 1;
        if ((length & ManyToOneRingLayout.MORE) == 0) {
            open = false;
            index++;
        }
    }

    /// The next consumer continues after this entry; its memory is not yet released, since it is about to be read.
    private void take() {
        CellLayout.setRelease(memory, ring.offset + ManyToOneRingLayout.TAKEN, index + 1);
    }

    private void settle() {
        if (index > released) {
            released = index;
            CellLayout.setRelease(memory, ring.offset + ManyToOneRingLayout.HEAD, index);
        }
    }

    @Override
    public boolean isDone() {
        boolean ended = false;
        for (int i = 0; i < ring.producers(); i++) {
            long state = CellLayout.getAcquire(memory, ring.words(i) + ManyToOneRingLayout.STATE);
            if (state == ManyToOneRingLayout.PRODUCING) {
                return false;
            }
            ended |= state == ManyToOneRingLayout.ENDED;
        }
        return ended && !open && !corrupt && ManyToOneRingLayout.lap(CellLayout.getAcquire(memory, ring.entry(index)))
                != ManyToOneRingLayout.lapOf(index, ring.entryBits);
    }

    @Override
    public void close() {
        CellLayout.setRelease(memory, ring.offset + ManyToOneRingLayout.LEFT, 1);
    }
}
