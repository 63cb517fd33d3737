// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;


/// Takes messages from all lanes of a [RingGroup] in turn, some of each, so that a busy lane does not delay the others.
///
/// **Threading**: one thread at a time. Allocates nothing. **Failure**: see [OneToOneRingConsumer]; a corrupt lane is
/// skipped, and reported when there are no other messages.
public final class RingGroupConsumer implements QueueConsumer {
    private final OneToOneRingConsumer[] lanes;
    /// The lane that comes first.
    private int turn;

    RingGroupConsumer(OneToOneRingConsumer[] lanes) {
        this.lanes = lanes;
    }

    @Override
    public RingGroupConsumer releaseFirst() {
        for (OneToOneRingConsumer lane : lanes) {
            lane.releaseFirst();
        }
        return this;
    }

    /// Handles the available messages of each lane, starting with another lane each time.
    ///
    /// @param limit most messages of a lane
    /// @return how many; or [MessageQueue#CORRUPT] if there are none and a lane is corrupt
    @Override
    public int poll(QueueHandler handler, int limit) {
        int count = 0;
        boolean corrupt = false;
        int first = turn;
        turn = first + 1 == lanes.length ? 0 : first + 1;
        for (int i = 0; i < lanes.length; i++) {
            int lane = first + i < lanes.length ? first + i : first + i - lanes.length;
            int polled = lanes[lane].poll(handler, limit);
            corrupt |= polled < 0;
            count += Math.max(0, polled);
        }
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    /// One lane, to be polled by itself.
    public OneToOneRingConsumer lane(int lane) {
        return lanes[lane];
    }

    @Override
    public int drain(QueueHandler handler) {
        int count = 0;
        boolean corrupt = false;
        for (OneToOneRingConsumer lane : lanes) {
            int drained = lane.drain(handler);
            corrupt |= drained < 0;
            count += Math.max(0, drained);
        }
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    /// Whether there was a producer, all producers are closed, and all their messages were taken. A producer counts
    /// once it has added something or is closed.
    @Override
    public boolean isDone() {
        boolean done = false;
        for (OneToOneRingConsumer lane : lanes) {
            if (lane.isDone()) {
                done = true;
            } else if (!lane.isUnused()) {
                return false;
            }
        }
        return done;
    }

    @Override
    public void close() {
        for (OneToOneRingConsumer lane : lanes) {
            lane.close();
        }
    }
}
