// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// Two producers add messages at once while a third thread consumes: all arrive whole, those of each producer in order.
@JCStressTest
@Outcome(id = {"1234", "1324", "1342", "3124", "3142", "3412"}, expect = ACCEPTABLE,
        desc = "those of each producer in order, interleaved in any way")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, torn, out of order, or arrives twice")
@State
public class ManyToOneRingStress extends ManyToOneRingState {
    @Actor
    public void one() {
        put(first, 1);
        put(first, 2);
    }

    @Actor
    public void other() {
        put(second, 3);
        put(second, 4);
    }

    @Actor
    public void take() {
        poll();
        poll();
        poll();
    }

    @Arbiter
    public void rest(I_Result r) {
        poll();
        r.r1 = taken;
    }
}
