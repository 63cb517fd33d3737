// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.memory.internal.v1.PoolCatalog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Two processes publish under one name.
@JCStressTest
@Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "one of them has the name")
@Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "each saw the other and gave up")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two containers have one name")
@State
public class NameStress extends DirectoryState {
    private final long first = entries.claim(0, 0);
    private final long second = entries.claim(1, 1);

    @Actor
    public void first(II_Result r) {
        r.r1 = publish(0, 0, first) != PoolCatalog.NONE ? 1 : 0;
    }

    @Actor
    public void second(II_Result r) {
        r.r2 = publish(1, 1, second) != PoolCatalog.NONE ? 1 : 0;
    }
}
