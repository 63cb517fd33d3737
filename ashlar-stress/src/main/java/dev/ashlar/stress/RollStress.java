// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// One process commits the last row of a chunk and continues in the next; another follows. The figures: whether there
/// is a next chunk, whether its entry is intact, its ordinal, and the count of the previous chunk, which is read
/// afterwards.
@JCStressTest
@Outcome(id = {"0, 0, 0, 0", "0, 0, 0, 100"}, expect = ACCEPTABLE, desc = "there is no next chunk yet")
@Outcome(id = "1, 1, 1, 100", expect = ACCEPTABLE, desc = "the next chunk is intact, the previous count is final")
@Outcome(id = "1, 1, 1, 0", expect = FORBIDDEN, desc = "rows at the end of a chunk are skipped")
@Outcome(expect = FORBIDDEN, desc = "a chunk is linked before its entry is visible")
@State
public class RollStress extends ChunkState {
    @Actor
    public void roll() {
        written.count(100);
        writtenNext.use(identity(1, 1), 0);
        written.next(1);
    }

    @Actor
    public void follow(IIII_Result r) {
        if (read.next() == 1) {
            r.r1 = 1;
            r.r2 = readNext.isWhole() ? 1 : 0;
            r.r3 = (int) readNext.identity().ordinal();
        }
        r.r4 = (int) read.count();
    }
}
