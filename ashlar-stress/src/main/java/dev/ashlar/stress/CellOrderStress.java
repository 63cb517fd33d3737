// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.flow.Cell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A reader copies a cell twice while it is written twice, too few times to reuse the slot that it reads.
@JCStressTest
@Outcome(id = {"1, 1", "1, 2", "1, 3", "2, 2", "2, 3", "3, 3"}, expect = ACCEPTABLE, desc = "as old or newer")
@Outcome(id = {"2, 1", "3, 1", "3, 2"}, expect = FORBIDDEN, desc = "the second read is older than the first")
@Outcome(id = {"-1, .*", ".*, -1"}, expect = FORBIDDEN, desc = "an attempt fails although its slot was not reused")
@Outcome(expect = FORBIDDEN, desc = "the value does not belong to the reported version")
@State
public class CellOrderStress extends CellState {
    @Actor
    public void twice() {
        write();
        write();
    }

    @Actor
    public void read(II_Result r) {
        r.r1 = attempt();
        r.r2 = attempt();
    }

    private int attempt() {
        long ticket = cell.beginRead(memory, 0);
        if (ticket < 0) {
            return INVALID;
        }
        int version = first(memory, cell, ticket);
        if (!cell.validate(memory, 0, ticket)) {
            return INVALID;
        }
        return version == Cell.version(ticket) ? version : 100;
    }
}
