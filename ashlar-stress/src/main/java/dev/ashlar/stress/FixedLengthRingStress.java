// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.flow.FixedLengthRing;
import dev.ashlar.flow.FixedLengthRingConsumer;
import dev.ashlar.flow.FixedLengthRingProducer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Messages of one length pass through a ring of 64 bytes, which four of them fill, in pairs and one by one: each
/// message that was accepted arrives once, whole and in order.
@JCStressTest
@Outcome(id = {"123456, 123456", "12345, 12345", "12346, 12346", "1234, 1234"}, expect = ACCEPTABLE,
        desc = "all that were added, in order")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, torn, or arrives twice")
@State
public class FixedLengthRingStress {
    private static final int CAPACITY = 4;
    private static final int BYTES = 16;
    private static final int USED = 3;

    private final FixedLengthRingProducer producer;
    private final FixedLengthRingConsumer consumer;
    /// The received messages, as decimal digits.
    private int added;
    private int taken;

    public FixedLengthRingStress() {
        MemorySegment memory = MemorySegment.ofArray(new long[(int) FixedLengthRing.byteSize(CAPACITY,
                BYTES) / Long.BYTES]);
        FixedLengthRing ring = FixedLengthRing.create(memory, 0, CAPACITY, BYTES);
        producer = ring.producer();
        consumer = ring.consumer();
        // So that a pair wraps around the end.
        producer.claim(USED);
        producer.commit();
        consumer.drainRuns((from, at, count) -> count);
    }

    private void put(int first, int most) {
        long at = producer.claim(most);
        int count = producer.claimed();
        for (int i = 0; i < count; i++) {
            producer.memory().set(ValueLayout.JAVA_LONG, at + (long) i * BYTES, first + i);
            producer.memory().set(ValueLayout.JAVA_LONG, at + (long) i * BYTES + Long.BYTES, first + i);
            added = 10 * added + first + i;
        }
        if (count > 0) {
            producer.commit();
        }
    }

    private int take(MemorySegment from, long at, int count) {
        for (int i = 0; i < count; i++) {
            long number = from.get(ValueLayout.JAVA_LONG, at + (long) i * BYTES);
            long again = from.get(ValueLayout.JAVA_LONG, at + (long) i * BYTES + Long.BYTES);
            taken = 10 * taken + (number == again ? (int) number : 0);
        }
        return count;
    }

    @Actor
    public void add() {
        put(1, 1);
        put(2, 2);
        put(4, 2);
        put(6, 1);
    }

    @Actor
    public void take() {
        for (int i = 0; i < 4; i++) {
            consumer.pollRuns(this::take, 2);
        }
    }

    @Arbiter
    public void rest(II_Result r) {
        consumer.drainRuns(this::take);
        r.r1 = added;
        r.r2 = taken;
    }
}
