// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// A batch is published with one store, and an aborted claim leaves nothing.
@JCStressTest
@Outcome(id = {"0", "123"}, expect = ACCEPTABLE, desc = "none of the batch, or all of it")
@Outcome(expect = FORBIDDEN, desc = "a part of it, or an aborted message")
@State
public class OneToOneRingBatchStress extends OneToOneRingState {
    @Actor
    public void add() {
        producer.beginBatch();
        put(1);
        put(2);
        producer.claim(Long.BYTES, 7);
        producer.abort();
        put(3);
        producer.endBatch();
    }

    @Actor
    public void take(I_Result r) {
        poll();
        r.r1 = taken;
    }
}
