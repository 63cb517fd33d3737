// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// One process retires a chunk and overwrites it if no reader has pinned it; another pins the chunk and reads. The
/// figures: what the reader finds in the row (-2 if it finds the chunk retired), and whether the row was overwritten.
@JCStressTest
@Outcome(id = {"-2, 0", "-2, 1"}, expect = ACCEPTABLE, desc = "the reader came too late")
@Outcome(id = "7, 0", expect = ACCEPTABLE, desc = "the reader has pinned the chunk")
@Outcome(id = "7, 1", expect = FORBIDDEN, desc = "a pinned chunk is overwritten")
@Outcome(expect = FORBIDDEN, desc = "a reader finds a row that was overwritten")
@State
public class PinStress extends ChunkState {
    public PinStress() {
        write(7);
        written.count(1);
    }

    @Actor
    public void read(II_Result r) {
        pins.pin();
        r.r1 = read.retired() != 0 ? -2 : row();
    }

    @Actor
    public void retire(II_Result r) {
        long number = live.retirements() + 1;
        written.retired(number);
        live.retirements(number);
        long pinned = live.pinned(0);
        if (pinned == 0 || number <= pinned - 1) {
            write(8);
            r.r2 = 1;
        }
    }
}
