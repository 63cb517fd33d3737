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

/// One process writes a chunk and releases it; another claims it and reads.
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not free yet")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "claimed, with the last bytes of its owner")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "a chunk changes after its release")
@State
public class ReleaseStress extends DirectoryState {
    private final long claimed = entries.claim(0, 0);

    @Actor
    public void release() {
        data = 1;
        entries.release(0, claimed);
    }

    @Actor
    public void claim(II_Result r) {
        if (entries.claim(0, 1) != Entries.LOST) {
            r.r1 = 1;
            r.r2 = data;
        }
    }
}
