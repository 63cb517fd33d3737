// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.flow.QueueConsumer;
import dev.ashlar.flow.QueueProducer;
import java.nio.file.Path;

/// One side of a ring in a process of its own, which ends when it is killed. It says `begun` once more messages went
/// through than fit.
public final class RingChild {
    private RingChild() {
    }

    /// @param args the ring's file, its kind, and `produce` or `consume`
    public static void main(String[] args) throws Exception {
        RingTrial.Kind kind = RingTrial.Kind.valueOf(args[1]);
        try (RingTrial.Side side = RingTrial.open(kind, Path.of(args[0]))) {
            if (args[2].equals("produce")) {
                QueueProducer producer = side.producers().call();
                RingTrial.produce(kind, producer, 0, 0, RingTrial.BEGUN, () -> false);
                System.out.println("begun");
                RingTrial.produce(kind, producer, 0, RingTrial.BEGUN, RingTrial.FOR_EVER, () -> false);
            } else {
                QueueConsumer consumer = side.consumers().call();
                long[] next = new long[1];
                RingTrial.take(kind, consumer, next, () -> next[0] >= RingTrial.BEGUN);
                System.out.println("begun");
                RingTrial.take(kind, consumer, next, () -> false);
            }
        }
    }
}
