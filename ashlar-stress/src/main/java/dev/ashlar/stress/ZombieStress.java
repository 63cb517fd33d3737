// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.memory.internal.v1.Entries;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A reaper frees the chunk of a process that is considered dead. The next process in the same slot claims the chunk,
/// while the first one releases it.
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "claimed, and stays claimed")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "a process considered dead frees the chunk of another")
@Outcome(id = {"0, 0", "0, 1"}, expect = FORBIDDEN, desc = "a chunk that was freed is not free")
@State
public class ZombieStress extends DirectoryState {
    private final long before = entries.claim(0, 0);
    private long after;

    @Actor
    public void reap(II_Result r) {
        entries.free(0, before);
        after = entries.claim(0, 0);
        r.r1 = after != Entries.LOST ? 1 : 0;
    }

    @Actor
    public void zombie() {
        entries.release(0, before);
    }

    @Arbiter
    public void end(II_Result r) {
        r.r2 = entries.word(0) == after ? 1 : 0;
    }
}
