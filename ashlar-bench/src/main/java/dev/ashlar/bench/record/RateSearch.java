// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import dev.ashlar.bench.record.FeedContender.Received;
import dev.ashlar.bench.record.FeedContender.Running;
import dev.ashlar.bench.record.FeedSender.Sent;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Finds the highest rate at which a contender receives and stores all packets that are sent: the rate rises by a third
/// until two rates in a row cannot be sustained, each of which is tried twice.
record RateSearch(FeedSender sender, FeedContender contender, double seconds) {
    private static final double STEP = 4.0 / 3;
    /// A rate that was missed by more than this was not sustained.
    private static final double KEPT = 0.95;
    private static final int MOST_MISSES = 2;
    private static final long SETTLE_NS = 3_000_000_000L;
    private static final long LOOK_NS = 500_000;

    /// Why a rate was not sustained.
    enum Limit {
        NONE("nothing up to the greatest rate"), SENDER("the sender"), RECEIVER("the line's thread"), WRITER("the writer");

        final String label;

        Limit(String label) {
            this.label = label;
        }
    }

    /// One run at one rate.
    ///
    /// @param lost    packets that were sent and not received
    /// @param seconds time from the first packet until all messages were committed
    record Run(double rate, Sent sent, Received received, long lost, double seconds) {
        /// Rate of packets of each line that were sent, received and stored.
        double sustained() {
            return sent.sent() / Math.max(seconds, sent.seconds());
        }

        Limit limit() {
            if (lost > 0) {
                return Limit.RECEIVER;
            }
            return sent.rate() < rate * KEPT ? Limit.SENDER : sustained() < rate * KEPT ? Limit.WRITER : Limit.NONE;
        }
    }

    /// The highest rate without loss.
    ///
    /// @param best  the run at it; empty if even the least rate lost something
    /// @param limit why there is no higher one
    record Found(Optional<Run> best, Limit limit) { }

    Found search(double least, double most) throws Exception {
        Optional<Run> best = Optional.empty();
        Limit limit = Limit.NONE;
        int misses = 0;
        for (double rate = least; rate <= most && misses < MOST_MISSES; rate *= STEP) {
            Run run = run(rate);
            if (run.limit() != Limit.NONE) {
                // A machine that is briefly busy with something else misses any rate.
                run = run(rate);
            }
            if (run.lost == 0 && (best.isEmpty() || run.sustained() > best.get().sustained())) {
                best = Optional.of(run);
            }
            limit = run.limit();
            misses = limit == Limit.NONE ? 0 : misses + 1;
        }
        return new Found(best, limit);
    }

    /// Sends at a rate.
    ///
    /// @throws IOException if what was received is not in the store
    Run run(double rate) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-record")) {
            Running running = contender.start(folder.resolve("store"));
            long start = System.nanoTime();
            Sent sent = sender.send(running.addresses(), rate, seconds);
            long packets = sent.sent() * contender.lines;
            long messages = contender.isOurs() ? sender.messages(sent.sent()) : 0;
            awaitAll(running, packets, messages);
            double elapsed = (System.nanoTime() - start) / 1e9;
            Received received = running.stop();
            long lost = packets - received.packets();
            if (lost == 0 && received.stored() != messages) {
                throw new IOException("received, but not stored: stored=" + received.stored() + ", sent=" + messages);
            }
            return new Run(rate, sent, received, lost, elapsed);
        }
    }

    /// Waits until all packets were received and their messages committed or, if some were dropped, until nothing has
    /// arrived for some time.
    private static void awaitAll(Running running, long packets, long messages) {
        long changedNs = System.nanoTime();
        long last = -1;
        while (running.taken() < packets || running.stored() < messages) {
            long now = System.nanoTime();
            long progress = running.taken() + running.stored();
            changedNs = progress == last ? changedNs : now;
            last = progress;
            if (now - changedNs > SETTLE_NS) {
                return;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
