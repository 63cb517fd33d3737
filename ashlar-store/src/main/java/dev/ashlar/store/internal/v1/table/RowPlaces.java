// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import dev.ashlar.store.RowLayout;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry;
import java.lang.foreign.MemorySegment;

/// Finds the places of rows in the chunks of a table, in no order. Chunks of a table have, as a rule, as many rows
/// each: so the chunk is guessed, and searched only where that was wrong.
///
/// The caller ensures that the chunks are not reused.
///
/// **Threading**: one thread.
public final class RowPlaces {
    private final Rows table;
    private Link[] links = {};
    private long[] firsts = {};
    private long[] ends = {};
    /// Rows before these are known to be readable.
    private long[] readable = {};
    private long[] bases = {};
    private int[] strides = {};
    private MemorySegment[] memories = {};
    private RowLayout[] layouts = {};
    private double chunksPerRow;
    /// Of the row that was sought last.
    private int at;
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private RowLayout layout;

    public RowPlaces(Rows table) {
        this.table = table;
    }

    /// Takes note of the chunks that there are.
    public void use(Link[] now) {
        if (now == links) {
            return;
        }
        int count = now.length;
        firsts = new long[count];
        ends = new long[count];
        readable = new long[count];
        bases = new long[count];
        strides = new int[count];
        memories = new MemorySegment[count];
        layouts = new RowLayout[count];
        for (int i = 0; i < count; i++) {
            Entry.Identity identity = now[i].identity();
            firsts[i] = identity.first();
            // Of all but the last this is final.
            ends[i] = Chain.end(now, i);
            readable[i] = Long.MIN_VALUE;
            bases[i] = now[i].offset() + identity.prefix();
            strides[i] = identity.stride();
            memories[i] = now[i].memory();
            layouts[i] = new RowLayout(identity.stride(), identity.blockLength(), identity.schemaVersion(),
                    table.prefix());
        }
        links = now;
        chunksPerRow = count < 2 ? 0 : (double) (count - 1) / (firsts[count - 1] - firsts[0]);
    }

    /// Whether a row lies before the end of the chunks, as far as that is known.
    public boolean reach(long row) {
        return ends.length > 0 && row < ends[ends.length - 1];
    }

    /// Goes to a row that is there.
    ///
    /// @throws IndexOutOfBoundsException if none of the chunks has it
    public void seek(long row) {
        int last = links.length - 1;
        if (last >= 0 && row >= ends[last]) {
            ends[last] = links[last].end();
        }
        if (last < 0 || row < firsts[0] || row >= ends[last]) {
            throw new IndexOutOfBoundsException("no such row, or it is retired: row=" + row + ", from="
                    + (last < 0 ? 0 : firsts[0]) + ", to=" + (last < 0 ? 0 : ends[last]) + " (" + table.name() + ")");
        }
        int guess = Math.min(last, (int) ((row - firsts[0]) * chunksPerRow));
        if (firsts[guess] > row || guess < last && firsts[guess + 1] <= row) {
            guess = search(row, guess);
        }
        if (row >= readable[guess]) {
            requireReadable(row, guess);
        }
        memory = memories[guess];
        at = guess;
        offset = bases[guess] + (row - firsts[guess]) * strides[guess];
        layout = layouts[guess];
    }

    private void requireReadable(long row, int at) {
        if (row >= ends[at]) {
            throw table.chain().missing(row, firsts[at + 1]);
        }
        long count = ends[at] - firsts[at];
        long end = table.chain().readable(links[at], row - firsts[at], count);
        if (end == count && table.chain().readable(links[at], 0, count) == count) {
            readable[at] = ends[at];
        }
    }

    private int search(long row, int guess) {
        // A rounding error away, mostly.
        if (guess + 1 < firsts.length && firsts[guess + 1] <= row
                && (guess + 2 == firsts.length || firsts[guess + 2] > row)) {
            return guess + 1;
        }
        return Chain.indexOf(links, row);
    }

    public MemorySegment memory() {
        return memory;
    }

    public long offset() {
        return offset;
    }

    public RowLayout layout() {
        return layout;
    }

    /// Makes sure that the chunk of the row that was sought is still as it was when its rows were made sure of.
    public void requireUncut() {
        table.chain().requireUncut(links[at]);
    }

    /// Whether the chunk of the row that was sought was given to another use.
    public boolean isGone() {
        return links[at].isGone();
    }
}
