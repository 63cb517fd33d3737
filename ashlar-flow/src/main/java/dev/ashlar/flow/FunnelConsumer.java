// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.FunnelLayout;
import java.lang.foreign.MemorySegment;

/// Takes messages from a [Funnel], in the order in which they were added.
///
/// What was handled is released when a poll ends: a process that dies in between leaves it to the next consumer, so
/// messages come *at least once*, those of a batch together. With [#releaseFirst] each message and batch counts as
/// taken before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: words that another process may have spoilt are checked before use: [MessageQueue#CORRUPT]. If a handler
/// throws, the messages before that one are released, except those of the same batch, and that one comes again.
public final class FunnelConsumer implements QueueConsumer {
    private final Funnel funnel;
    private final MemorySegment memory;
    private boolean releasesFirst;
    /// What comes next, and what was released.
    private long index;
    private long released;
    private boolean corrupt;
    /// Of the entry at hand, while some of its messages are left: its lane, where the next record lies, and how many
    /// bytes it has had so far.
    private boolean open;
    private int lane;
    private int place;
    private int taken;
    /// Of the message at hand.
    private int bytes;
    private int length;
    private int type;

    FunnelConsumer(Funnel funnel) {
        this.funnel = funnel;
        memory = funnel.memory;
        released = CellLayout.getAcquire(memory, funnel.offset + FunnelLayout.HEAD);
        index = Math.max(released, CellLayout.getAcquire(memory, funnel.offset + FunnelLayout.TAKEN));
        corrupt = released < 0 || index - released > funnel.entries();
        if (corrupt) {
            // What is spoilt is not passed on.
            index = released;
        }
        settle();
        CellLayout.setOpaque(memory, funnel.offset + FunnelLayout.LEFT, 0);
    }

    /// Counts each message and batch as taken before it is handled, from now on.
    @Override
    public FunnelConsumer releaseFirst() {
        releasesFirst = true;
        return this;
    }

    @Override
    public int poll(QueueHandler handler, int limit) {
        int count = 0;
        try {
            while (count < limit && next()) {
                long at = funnel.lane(lane) + place + FunnelLayout.RECORD_BYTES;
                int messageLength = length & ~FunnelLayout.MORE;
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
        long most = (long) funnel.producers() * funnel.laneBytes() / FunnelLayout.RECORD_BYTES;
        return poll(handler, (int) Math.min(most, Integer.MAX_VALUE));
    }

    /// Moves to the next message, over padding.
    private boolean next() {
        if (corrupt || !open && !begin()) {
            return false;
        }
        while (true) {
            // The entry was acquired, so this need not be ordered.
            long word = CellLayout.get(memory, funnel.lane(lane) + place);
            length = (int) word;
            type = (int) (word >>> 32);
            bytes = funnel.recordBytes(place, word);
            if (bytes == 0 || bytes > funnel.laneBytes() - taken) {
                corrupt = true;
                return false;
            }
            if (type != FunnelLayout.PADDING) {
                return true;
            }
            // What follows padding is at the beginning of the lane.
            taken += bytes;
            place = 0;
        }
    }

    private boolean begin() {
        long entry = CellLayout.getAcquire(memory, funnel.entry(index));
        long lap = FunnelLayout.lapOf(index, funnel.entryBits);
        if (FunnelLayout.lap(entry) != lap) {
            corrupt = FunnelLayout.lap(entry) != FunnelLayout.lapBefore(lap);
            return false;
        }
        lane = FunnelLayout.lane(entry);
        place = FunnelLayout.place(entry);
        taken = 0;
        open = lane < funnel.producers() && place < funnel.laneBytes();
        corrupt = !open;
        return open;
    }

    /// Goes past the message at hand.
    private void advance() {
        taken += bytes;
        place = place + bytes & funnel.laneBytes() - 1;
        if ((length & FunnelLayout.MORE) == 0) {
            open = false;
            index++;
        }
    }

    /// The next consumer goes on behind this entry; its memory is not yet released, since it is about to be read.
    private void take() {
        CellLayout.setRelease(memory, funnel.offset + FunnelLayout.TAKEN, index + 1);
    }

    private void settle() {
        if (index > released) {
            released = index;
            CellLayout.setRelease(memory, funnel.offset + FunnelLayout.HEAD, index);
        }
    }

    @Override
    public boolean isDone() {
        boolean ended = false;
        for (int i = 0; i < funnel.producers(); i++) {
            long state = CellLayout.getAcquire(memory, funnel.words(i) + FunnelLayout.STATE);
            if (state == FunnelLayout.PRODUCING) {
                return false;
            }
            ended |= state == FunnelLayout.ENDED;
        }
        return ended && !open && !corrupt && FunnelLayout.lap(CellLayout.getAcquire(memory, funnel.entry(index)))
                != FunnelLayout.lapOf(index, funnel.entryBits);
    }

    @Override
    public void close() {
        CellLayout.setRelease(memory, funnel.offset + FunnelLayout.LEFT, 1);
    }
}
