// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// One process reuses a retired chunk for another container; a process that knew the chunk checks whether it is still
/// the same. The figures: whether it is marked as retired, and whether its epoch is the known one.
@JCStressTest
@Outcome(id = {"1, 1", "1, 0"}, expect = ACCEPTABLE, desc = "detected as retired")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "detected as reused")
@Outcome(id = "0, 1", expect = FORBIDDEN, desc = "a reused chunk is taken for the known one")
@State
public class ReuseStress extends ChunkState {
    private final long epoch;

    public ReuseStress() {
        written.retired(1);
        epoch = read.epoch();
    }

    @Actor
    public void reuse() {
        written.clear();
        written.use(identity(2, 0), 0);
    }

    @Actor
    public void look(II_Result r) {
        r.r1 = read.retired() != 0 ? 1 : 0;
        r.r2 = read.epoch() == epoch ? 1 : 0;
    }
}
