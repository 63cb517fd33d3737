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

/// What a commit says of its place is the place in which the message comes; a batch has one, and nothing in it.
@JCStressTest
@Outcome(id = {"6, 7, 123", "7, 6, 312"}, expect = ACCEPTABLE, desc = "the batch and the other in the order they were told")
@Outcome(expect = FORBIDDEN, desc = "a place that is not kept, given twice, or inside of a batch")
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
