// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.memory.internal.v1.AtomicWord;
import dev.ashlar.memory.internal.v1.PoolCatalog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// One process writes a chunk and publishes it; another opens it and reads.
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "not published yet")
@Outcome(id = "1, 2, 4097", expect = ACCEPTABLE, desc = "found with its chunk, its size and its bytes")
@Outcome(expect = FORBIDDEN, desc = "a container is found before all of it is visible")
@State
public class PublishStress extends DirectoryState {
    private final long claimed = entries.claim(0, 0);

    @Actor
    public void publish() {
        data = 1;
        publish(0, 0, claimed);
    }

    @Actor
    public void open(III_Result r) {
        int record = catalog.find(NAME);
        if (record != PoolCatalog.NONE && catalog.lease(record, NAME, slots[1])) {
            r.r1 = 1;
            r.r2 = AtomicWord.state(entries.word(0));
            r.r3 = (int) catalog.byteSize(record) + data;
        }
    }
}
