// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.flow.Cell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A cell is written so often that every slot is reused, while another thread reads it in place.
@JCStressTest
@Outcome(id = {"1, 1", "2, 2", "3, 3", "4, 4", "5, 5", "6, 6", "7, 7"}, expect = ACCEPTABLE, desc = "one version, whole")
@Outcome(id = "-1, -1", expect = ACCEPTABLE_INTERESTING, desc = "the slot was reused, and the reader detects it")
@Outcome(id = "-3, -3", expect = FORBIDDEN, desc = "a valid cell is reported as corrupt")
@Outcome(expect = FORBIDDEN, desc = "a mix of two versions passes as one")
@State
public class CellReadStress extends CellState {
    @Actor
    public void sixTimes() {
        for (int i = 0; i < 6; i++) {
            write();
        }
    }

    @Actor
    public void read(II_Result r) {
        long ticket = cell.beginRead(memory, 0);
        if (ticket < 0) {
            r.r1 = r.r2 = ticket == Cell.CONTENDED ? INVALID : (int) ticket;
            return;
        }
        r.r1 = first(memory, cell, ticket);
        r.r2 = second(memory, cell, ticket);
        if (!cell.validate(memory, 0, ticket)) {
            r.r1 = r.r2 = INVALID;
        }
    }
}
