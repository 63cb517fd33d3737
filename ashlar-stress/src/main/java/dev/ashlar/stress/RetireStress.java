// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// One process opens a container while another deletes it. The third figure is 1 if the process that is too late to
/// open it frees it.
@JCStressTest
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "opened: it stays until it is closed")
@Outcome(id = {"0, 1, 0", "0, 0, 1"}, expect = ACCEPTABLE, desc = "deleted, and freed by one of them")
@Outcome(id = {"1, 1, 0", "1, 0, 1", "1, 1, 1"}, expect = FORBIDDEN, desc = "freed while a reader has it open")
@Outcome(id = "0, 0, 0", expect = FORBIDDEN, desc = "deleted, but never freed")
@Outcome(id = "0, 1, 1", expect = FORBIDDEN, desc = "freed twice")
@State
public class RetireStress extends DirectoryState {
    private final int record = publish(0, 0, entries.claim(0, 0));

    @Actor
    public void open(III_Result r) {
        if (catalog.lease(record, NAME, slots[1])) {
            r.r1 = 1;
        } else {
            catalog.endLease(record, slots[1]);
            r.r3 = catalog.holdUnused(record, 1) ? 1 : 0;
        }
    }

    @Actor
    public void delete(III_Result r) {
        catalog.retire(record, NAME);
        r.r2 = catalog.holdUnused(record, 0) ? 1 : 0;
    }
}
