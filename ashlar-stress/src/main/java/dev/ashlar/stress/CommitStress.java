// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// One process appends a row to a chunk and commits it; another reads the count and the row. The figures are the count
/// and the value of the row: -1 if it is torn, -2 if it was not read.
@JCStressTest
@Outcome(id = "0, -2", expect = ACCEPTABLE, desc = "not committed yet")
@Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "committed and whole")
@Outcome(expect = FORBIDDEN, desc = "a row is counted before all of it is visible")
@State
public class CommitStress extends ChunkState {
    @Actor
    public void append() {
        write(7);
        written.count(1);
    }

    @Actor
    public void read(II_Result r) {
        r.r1 = (int) read.count();
        r.r2 = r.r1 == 0 ? -2 : row();
    }
}
