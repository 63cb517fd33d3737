// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.memory.internal.v1.Entries;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Two processes claim the same free chunk.
@JCStressTest
@Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "one of them claims it")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "a chunk has two owners")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "neither can claim a free chunk")
@State
public class ClaimStress extends DirectoryState {
    @Actor
    public void first(II_Result r) {
        r.r1 = entries.claim(0, 0) != Entries.LOST ? 1 : 0;
    }

    @Actor
    public void second(II_Result r) {
        r.r2 = entries.claim(0, 1) != Entries.LOST ? 1 : 0;
    }
}
