// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A lane that four messages fill is refilled while it is consumed: each message that was accepted arrives once, whole
/// and in order.
@JCStressTest
@Outcome(id = {"12345, 12345", "1234, 1234", "1235, 1235"}, expect = ACCEPTABLE, desc = "all that were added, in order")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, torn, or arrives twice")
@State
public class ManyToOneRingFullStress extends ManyToOneRingState {
    private int added;

    @Actor
    public void fiveTimes() {
        for (int number = 1; number <= 5; number++) {
            if (put(first, number) >= 0) {
                added = 10 * added + number;
            }
        }
    }

    @Actor
    public void take() {
        for (int i = 0; i < 4; i++) {
            poll();
        }
    }

    @Arbiter
    public void rest(II_Result r) {
        poll();
        r.r1 = added;
        r.r2 = taken;
    }
}
