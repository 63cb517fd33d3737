// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// Two writers replace the value of a seqlock cell. The last two figures are the final version, and the two fields as
/// tens and ones.
@JCStressTest
@Outcome(id = "1, 2, 2, 22", expect = ACCEPTABLE, desc = "the second writer was second")
@Outcome(id = "2, 1, 2, 11", expect = ACCEPTABLE, desc = "the first writer was second")
@Outcome(id = {"1, -2, 1, 11", "-2, 1, 1, 22"}, expect = ACCEPTABLE_INTERESTING, desc = "one met the other and wrote nothing")
@Outcome(id = {"1, 1, .*"}, expect = FORBIDDEN, desc = "two values have one version")
@Outcome(id = {".*, 12", ".*, 21"}, expect = FORBIDDEN, desc = "a mix of the values of two writers")
@Outcome(expect = FORBIDDEN, desc = "a write is lost, or both are refused")
@State
public class SeqlockWritersStress extends SeqlockState {
    private final MemorySegment one = value(1);
    private final MemorySegment two = value(2);

    @Actor
    public void first(IIII_Result r) {
        r.r1 = (int) cell.tryWrite(memory, 0, one, 0, 1);
    }

    @Actor
    public void second(IIII_Result r) {
        r.r2 = (int) cell.tryWrite(memory, 0, two, 0, 1);
    }

    @Arbiter
    public void end(IIII_Result r) {
        long ticket = cell.beginRead(memory, 0);
        r.r3 = (int) cell.latest(memory, 0);
        r.r4 = 10 * CellState.first(memory, cell, ticket) + CellState.second(memory, cell, ticket);
    }
}
