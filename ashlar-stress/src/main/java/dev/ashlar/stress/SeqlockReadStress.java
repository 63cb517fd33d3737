// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A seqlock cell is written twice by its only writer, while another thread reads it in place.
@JCStressTest
@Outcome(id = {"1, 1", "2, 2", "3, 3"}, expect = ACCEPTABLE, desc = "one version, whole")
@Outcome(id = "-1, -1", expect = ACCEPTABLE_INTERESTING, desc = "the reader met the writer, and detects it")
@Outcome(expect = FORBIDDEN, desc = "a mix of two versions passes as one")
@State
public class SeqlockReadStress extends SeqlockState {
    private final MemorySegment second = value(2);
    private final MemorySegment third = value(3);

    public SeqlockReadStress() {
        cell.write(memory, 0, value(1), 0);
    }

    @Actor
    public void twice() {
        cell.write(memory, 0, second, 0);
        cell.write(memory, 0, third, 0);
    }

    @Actor
    public void read(II_Result r) {
        long ticket = cell.beginRead(memory, 0);
        r.r1 = r.r2 = CellState.INVALID;
        if (ticket > 0) {
            int first = CellState.first(memory, cell, ticket);
            int second = CellState.second(memory, cell, ticket);
            if (cell.validate(memory, 0, ticket)) {
                r.r1 = first;
                r.r2 = second;
            }
        }
    }
}
