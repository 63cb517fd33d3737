// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// A message arrives at the place in the order that its commit returns; a batch has one place, with no other message in
/// it.
@JCStressTest
@Outcome(id = {"6, 7, 123", "7, 6, 312"}, expect = ACCEPTABLE, desc = "batch and other message in the returned order")
@Outcome(expect = FORBIDDEN, desc = "a place that is wrong, returned twice, or inside a batch")
@State
public class ManyToOneRingOrderStress extends ManyToOneRingState {
    private long ofBatch;
    private long ofOther;

    @Actor
    public void batch() {
        first.beginBatch();
        put(first, 1);
        put(first, 2);
        ofBatch = first.endBatch();
    }

    @Actor
    public void other() {
        ofOther = put(second, 3);
    }

    @Arbiter
    public void take(III_Result r) {
        poll();
        r.r1 = (int) ofBatch;
        r.r2 = (int) ofOther;
        r.r3 = taken;
    }
}
