// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.store.internal.index.Buckets;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/// A key is put into a bucket while it is looked up, and so is key 0, which is also the content of an unused slot.
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "not present yet")
@Outcome(id = "0, 0, 9", expect = ACCEPTABLE, desc = "present at the end")
@Outcome(id = "9, 0, 9", expect = ACCEPTABLE, desc = "there")
@Outcome(expect = FORBIDDEN, desc = "a row is seen before its key, or is lost again")
@State
public class IndexStress {
    private static final long SEED = 0x9e37_79b9_7f4a_7c15L;
    private static final long KEY = 5;
    private static final long ROW = 9;
    private static final int BUCKETS = 2;
    private static final int WORDS = 8;

    private final Buckets buckets = new Buckets(MemorySegment.ofArray(new long[BUCKETS * WORDS]), SEED);

    @Actor
    public void put() {
        long place = buckets.place(buckets.hash(KEY));
        buckets.take(place, buckets.slotOf(KEY), KEY, ROW);
    }

    @Actor
    public void find(JJJ_Result r) {
        long place = buckets.place(buckets.hash(KEY));
        r.r1 = buckets.match(place, KEY);
        // In the same bucket, whatever the bucket of key 0.
        r.r2 = buckets.match(place, 0);
        r.r3 = buckets.find(KEY);
    }
}
