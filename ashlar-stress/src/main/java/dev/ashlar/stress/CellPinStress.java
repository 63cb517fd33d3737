// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.flow.Cell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Two slots are pinned, so the writer has only two to write in turn; another thread reads. The third figure counts the
/// pinned slots that are intact at the end.
@JCStressTest
@Outcome(id = {"3, 3, 2", "4, 4, 2", "5, 5, 2", "6, 6, 2"}, expect = ACCEPTABLE, desc = "one version, whole")
@Outcome(id = "-1, -1, 2", expect = ACCEPTABLE_INTERESTING, desc = "the slot was reused, and the reader detects it")
@Outcome(id = {".*, 0", ".*, 1"}, expect = FORBIDDEN, desc = "the writer filled a slot that the disk needs")
@Outcome(id = "-3, -3, 2", expect = FORBIDDEN, desc = "a valid cell is reported as corrupt")
@Outcome(expect = FORBIDDEN, desc = "a mix of two versions passes as one")
@State
public class CellPinStress extends CellState {
    private final long saved;
    private final long saving;

    public CellPinStress() {
        saved = cell.beginRead(memory, 0);
        syncs.complete(syncs.begin());
        write();
        saving = cell.beginRead(memory, 0);
        syncs.begin();
        write();
    }

    @Actor
    public void threeTimes() {
        for (int i = 0; i < 3; i++) {
            write();
        }
    }

    @Actor
    public void read(III_Result r) {
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

    @Arbiter
    public void pins(III_Result r) {
        r.r3 = kept(saved) + kept(saving);
    }

    private int kept(long ticket) {
        return cell.validate(memory, 0, ticket) && first(memory, cell, ticket) == Cell.version(ticket)
                && second(memory, cell, ticket) == Cell.version(ticket) ? 1 : 0;
    }
}
