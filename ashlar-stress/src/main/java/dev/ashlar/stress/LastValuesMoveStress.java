// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import dev.ashlar.store.internal.v1.values.ValueRecordLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// The value of a key is replaced in its record, then in a new record that replaces the first, and there again, while
/// another thread reads it twice by the number of the old record. The figures are the values that were read, whose two
/// fields are equal; -1 if a read met the writer, -2 if the fields differ.
@JCStressTest
@Outcome(id = {"1, 1", "1, 2", "1, 3", "1, 4", "2, 2", "2, 3", "2, 4", "3, 3", "3, 4", "4, 4"}, expect = ACCEPTABLE,
        desc = "whole values, in order")
@Outcome(id = {"-1, \\d", "\\d, -1", "-1, -1"}, expect = ACCEPTABLE_INTERESTING, desc = "a reader met the writer")
@Outcome(id = {"-2, .*", ".*, -2"}, expect = FORBIDDEN, desc = "a read mixes two values")
@Outcome(id = {"-3, .*", ".*, -3"}, expect = FORBIDDEN, desc = "a record is read before it has a value")
@Outcome(expect = FORBIDDEN, desc = "an older value is read after a newer one, or a value that was never written")
@State
public class LastValuesMoveStress {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();
    private static final int KEY_BYTES = 8;
    private static final int CONTENDED = -1;
    private static final int MIX = -2;
    private static final int UNREADABLE = -3;

    private final ValueRecordLayout older = new ValueRecordLayout(KEY_BYTES, 16, 0, VersionedCell.MIN_SLOTS);
    private final ValueRecordLayout newer = new ValueRecordLayout(KEY_BYTES, 24, 1, VersionedCell.MIN_SLOTS);
    private final long newAt = older.stride();
    private final long countAt = newAt + newer.stride();
    private final MemorySegment memory = MemorySegment.ofArray(new long[(int) (countAt / Long.BYTES) + 1]);
    private final Syncs syncs = new Syncs(0);
    private final VersionedCellWriter olderCells = VersionedCellWriter.durable(older.cell(), syncs);
    private final VersionedCellWriter newerCells = VersionedCellWriter.durable(newer.cell(), syncs);

    public LastValuesMoveStress() {
        write(olderCells, older, 0, 1);
        LONGS.setRelease(memory, countAt, 1L);
    }

    private void write(VersionedCellWriter cells, ValueRecordLayout layout, long at, long value) {
        long block = cells.claim(memory, layout.cellOffset(at));
        memory.set(ValueLayout.JAVA_LONG, block, value);
        memory.set(ValueLayout.JAVA_LONG, block + Long.BYTES, value);
        cells.commit();
    }

    @Actor
    public void replaceAndMove() {
        write(olderCells, older, 0, 2);
        write(newerCells, newer, newAt, 3);
        older.moved(memory, 0, 1);
        LONGS.setRelease(memory, countAt, 2L);
        write(newerCells, newer, newAt, 4);
    }

    @Actor
    public void readTwice(II_Result r) {
        r.r1 = read();
        r.r2 = read();
    }

    private int read() {
        boolean moved = older.moved(memory, 0) == 1 && (long) LONGS.getAcquire(memory, countAt) > 1;
        ValueRecordLayout layout = moved ? newer : older;
        long at = layout.cellOffset(moved ? newAt : 0);
        long ticket = layout.cell().beginRead(memory, at);
        if (ticket < 0) {
            return ticket == Cell.CONTENDED ? CONTENDED : UNREADABLE;
        }
        long block = layout.cell().valueOffset(at, ticket);
        long first = memory.get(ValueLayout.JAVA_LONG, block);
        long second = memory.get(ValueLayout.JAVA_LONG, block + Long.BYTES);
        if (!layout.cell().validate(memory, at, ticket)) {
            return CONTENDED;
        }
        return first == second ? (int) first : MIX;
    }
}
