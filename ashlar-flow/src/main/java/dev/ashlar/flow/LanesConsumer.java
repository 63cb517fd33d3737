// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;


/// Takes messages from all [Lanes] in turn, some of each, so that a busy lane does not keep the others waiting.
///
/// **Threading**: one thread at a time. Allocates nothing. **Failure**: see [RingConsumer]; a corrupt lane is passed
/// over, and told when there is nothing else.
public final class LanesConsumer implements QueueConsumer {
    private final RingConsumer[] lanes;
    /// The lane that comes first.
    private int turn;

    LanesConsumer(RingConsumer[] lanes) {
        this.lanes = lanes;
    }

    @Override
    public LanesConsumer releaseFirst() {
        for (RingConsumer lane : lanes) {
            lane.releaseFirst();
        }
        return this;
    }

    /// Handles what there is: of each lane, beginning with another one each time.
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
    public RingConsumer lane(int lane) {
        return lanes[lane];
    }

    @Override
    public int drain(QueueHandler handler) {
        int count = 0;
        boolean corrupt = false;
        for (RingConsumer lane : lanes) {
            int drained = lane.drain(handler);
            corrupt |= drained < 0;
            count += Math.max(0, drained);
        }
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    /// Whether all producers have ended, and all that they added was taken.
    @Override
    public boolean isDone() {
        for (RingConsumer lane : lanes) {
            if (!lane.isDone()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        for (RingConsumer lane : lanes) {
            lane.close();
        }
    }
}
