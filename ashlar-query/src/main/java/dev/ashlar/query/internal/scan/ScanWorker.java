// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import static java.util.Objects.requireNonNull;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.codec.MemoryClass;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadAhead;
import dev.ashlar.query.internal.kernel.Kernel;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.Table;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// Runs kernels over pieces of a table, and finds the parents of rows for them.
///
/// A kernel can read the parents in one chunk. If the parent of a row is in another chunk, the kernel returns and is
/// called again with that chunk. Entries are in the order of their parents, so this is rare.
///
/// **Threading**: one thread.
final class ScanWorker {
    /// How many rows are given to the other kernel when one had a group without a place; each time in a row twice as
    /// many.
    private static final int LEAST_OTHER_ROWS = 64;
    private static final int MAX_OTHER_ROWS = 1 << 20;
    private static final int MAX_RUN = 1 << 12;
    /// Bytes of rows that are read ahead, which then fit into a processor's first cache.
    private static final int AHEAD_BYTES = 1 << 15;
    /// Fewer bytes are not worth it.
    private static final int LEAST_AHEAD_BYTES = 1 << 12;
    /// Where there are more groups, loops wait for these too, and meanwhile for rows.
    private static final int MAX_AHEAD_GROUPS = 1 << 10;
    private static final int LINE_BYTES = 64;

    private final ScanSnapshot snapshot;
    private final Kernels kernels;
    private final KernelState state;
    private final QueryBudget budget;
    private final Cursor[] cursors;
    private final List<List<ChunkSummary>> parentChunks;
    private final Kernels.Level[] layouts;
    /// Null if all rows of pieces are wanted.
    private final RowRuns runs;
    /// Whether rows may be [read ahead][ReadAhead].
    private final boolean isGrouped;
    /// What was read ahead, so that the JIT does not leave it out.
    private long ahead;
    private Kernel kernel;
    /// Finds out at which places groups of the next rows are; null if it is not made yet.
    private Kernel aheadKernel;
    private boolean aheadInWindow;
    /// For rows whose groups have no places; null if it is not made yet.
    private Kernel otherKernel;
    /// Rows that are the other kernel's, from the next one on.
    private int otherRows;
    private int nextOtherRows = LEAST_OTHER_ROWS;
    private ScanSnapshot.Piece piece;
    private MemorySegment memory;
    private long offset;
    private int done;
    /// Rows of the piece up to which all are known to be whole.
    private long whole;

    ScanWorker(ScanSnapshot snapshot, int worker, Kernels kernels, KernelState state, QueryBudget budget) {
        this.budget = budget;
        this.snapshot = snapshot;
        this.kernels = kernels;
        this.state = state;
        int levels = snapshot.levels().size();
        runs = snapshot.runs();
        isGrouped = kernels.shape().keys().words() > 0;
        cursors = new Cursor[levels];
        for (int level = 0; level < levels; level++) {
            cursors[level] = snapshot.cursor(worker, level);
        }
        parentChunks = new ArrayList<>(Collections.nCopies(levels, List.of()));
        layouts = new Kernels.Level[levels];
        Arrays.fill(layouts, Kernels.Level.ABSENT);
    }

    /// Begins with a piece.
    ///
    /// @throws CorruptChunkException if its rows are missing
    void begin(ScanSnapshot.Piece next) {
        piece = next;
        done = 0;
        if (runs != null) {
            runs.begin(next.first());
        }
        whole = 0;
        seek(cursors[0], next.first(), snapshot.levels().getFirst());
        if (next.layout() == null) {
            throw new CorruptChunkException("rows are missing", next.first(), next.first() + 1,
                    snapshot.levels().getFirst().name());
        }
        memory = cursors[0].memory();
        offset = cursors[0].offset();
        requireNative(memory);
        layouts[0] = level(next.layout(), next.layout().stride());
        kernel = null;
    }

    private static void seek(Cursor cursor, long row, Table table) {
        if (!cursor.seek(row)) {
            throw new CorruptChunkException("row is missing", row, row + 1, table.name());
        }
    }

    private static void requireNative(MemorySegment memory) {
        if (!MemoryClass.NATIVE.isInstance(memory)) {
            throw KernelBailoutException.INSTANCE;
        }
    }

    private static Kernels.Level level(RowLayout layout, int stride) {
        return new Kernels.Level(true, layout.schemaVersion(), layout.blockLength(), stride);
    }

    /// Goes on until the piece is done, or the state has no room for another row.
    ///
    /// @return whether the piece is done
    /// @throws KernelBailoutException if a row is for the interpreter, the one at [#row] or one after it
    boolean run() {
        try {
            boolean done = runKernels();
            // What the kernels have read was there.
            MemoryFaults.settle();
            return done;
        } catch (InternalError e) {
            throw snapshot.levels().getFirst().fault(e);
        }
    }

    private boolean runKernels() {
        int stride = piece.layout().stride();
        for (int run = findRun(); run > 0; run = findRun()) {
            if (kernel == null) {
                findParents(stride);
                kernel = kernels.of(List.of(layouts), piece.decided(), true, state.isDivided());
                otherKernel = null;
                aheadKernel = null;
            }
            Kernel next = otherRows > 0 ? otherKernel() : kernel;
            int strip = (int) Math.min(Math.min(next.strip(), run), wholeRows());
            strip = Math.min(otherRows > 0 ? Math.min(strip, otherRows) : strip, state.room());
            ReadAhead.Way way = way(next, strip * stride);
            strip = way.isShort() ? Math.min(strip, AHEAD_BYTES / stride + 1) : strip;
            int rows = isGrouped && state.isAheadUseful() ? runAhead(next, strip) : run(next, strip, way);
            done += rows;
            otherRows = Math.max(0, otherRows - rows);
            if (state.isOutside) {
                state.isOutside = false;
                otherRows = nextOtherRows;
                nextOtherRows = Math.min(2 * nextOtherRows, MAX_OTHER_ROWS);
            } else if (rows < strip) {
                if (areParentsAtHand(stride)) {
                    return false;
                }
                kernel = null;
            } else if (next == kernel) {
                nextOtherRows = Math.max(nextOtherRows / 2, LEAST_OTHER_ROWS);
            }
        }
        // If nobody knew of the cursor, the rows may have been overwritten while they were read.
        seek(cursors[0], piece.first(), snapshot.levels().getFirst());
        return true;
    }

    /// Goes on to the next wanted row.
    ///
    /// @return how many rows are wanted from there, up to a number; 0 if the piece is done
    private int findRun() {
        if (runs != null) {
            done = (int) Math.min(piece.rows(), runs.next(row()) - piece.first());
        }
        int left = piece.rows() - done;
        return runs == null || left == 0 ? left : runs.count(Math.min(left, MAX_RUN));
    }

    /// How many rows from the next one on are whole; rows are made sure of here, before a kernel reads them.
    private long wholeRows() {
        if (done >= whole) {
            seek(cursors[0], row(), snapshot.levels().getFirst());
            whole = done + cursors[0].contiguousRows(piece.rows() - done);
        }
        return whole - done;
    }

    private ReadAhead.Way way(Kernel next, int bytes) {
        boolean isUseful = isGrouped && bytes >= LEAST_AHEAD_BYTES && state.groups.count() <= MAX_AHEAD_GROUPS;
        return isUseful ? next.readAhead().next() : ReadAhead.Way.PLAIN;
    }

    private int run(Kernel next, int rows, ReadAhead.Way way) {
        long start = way.isTrial() ? System.nanoTime() : 0;
        int stride = piece.layout().stride();
        if (way.isAhead()) {
            ahead += readAhead(requireNonNull(MemoryClass.NATIVE.cast(memory)), offset + (long) done * stride,
                    rows * stride / LINE_BYTES);
        }
        int ran = run(next, 0, rows);
        if (way.isTrial() && ran > 0) {
            next.readAhead().took(way, System.nanoTime() - start, ran);
        }
        return ran;
    }

    private int run(Kernel next, int from, int rows) {
        if (state.groups != null && next.isToBeShown()) {
            show(next, from, rows);
        }
        return run(next, from, rows, state);
    }

    /// @param from how many rows lie between the next one and the first
    private int run(Kernel next, int from, int rows, KernelState with) {
        try {
            return next.run(memory, offset + (long) (done + from) * piece.layout().stride(), rows, snapshot.base()
                    + row() + from, with);
        } catch (ArithmeticException _) {
            throw KernelBailoutException.INSTANCE;
        }
    }

    /// Has the kernel do rows as if they were the first of all, and forgets what it finds.
    private void show(Kernel next, int from, int rows) {
        KernelState first = kernels.shape().newState(state.bounds, budget);
        first.takePlace(state);
        try {
            run(next, from, rows, first);
        } catch (KernelBailoutException _) {
            // So it will when it comes to count.
        }
        first.release();
    }

    /// Runs a kernel over a few rows at a time, whose groups were read before: one wait is then for many of them.
    private int runAhead(Kernel next, int rows) {
        int ran = 0;
        while (ran < rows && !state.isOutside) {
            int few = Math.min(rows - ran, KernelState.AHEAD_ROWS);
            readGroupsAhead(next, ran, few);
            int now = run(next, ran, few);
            ran += now;
            if (now < few) {
                break;
            }
        }
        return ran;
    }

    private void readGroupsAhead(Kernel next, int from, int rows) {
        boolean inWindow = next == kernel && state.window != null;
        if (aheadKernel == null || inWindow != aheadInWindow) {
            aheadInWindow = inWindow;
            aheadKernel = kernels.ahead(List.of(layouts), piece.decided(), inWindow, state.isDivided());
        }
        try {
            run(aheadKernel, from, rows, state);
            state.readAhead(inWindow);
        } catch (KernelBailoutException _) {
            // So it will when it comes to count.
        }
    }

    private static long readAhead(MemorySegment memory, long from, int lines) {
        long sum = 0;
        for (int line = 0; line < lines; line++) {
            sum += memory.get(ValueLayout.JAVA_BYTE, from + (long) LINE_BYTES * line);
        }
        return sum;
    }

    private Kernel otherKernel() {
        if (otherKernel == null) {
            otherKernel = kernels.of(List.of(layouts), piece.decided(), false, state.isDivided());
        }
        return otherKernel;
    }

    /// The row from which on the kernel would go on.
    long row() {
        return piece.first() + done;
    }

    private boolean areParentsAtHand(int stride) {
        long at = offset + (long) done * stride;
        MemorySegment child = memory;
        for (int level = 1; level < layouts.length && child != null; level++) {
            long parent = AnyMemory.getLong(child, at - Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            long distance = parent - state.parentFirst[level];
            if (Long.compareUnsigned(distance, state.parentRows[level]) >= 0) {
                return false;
            }
            child = layouts[level].there() ? state.parentMemory[level] : null;
            at = state.parentOffset[level] + distance * state.parentStride[level];
        }
        return true;
    }

    /// Sees to it that the parents of the next row are at hand.
    private void findParents(int stride) {
        long at = offset + (long) done * stride;
        MemorySegment child = memory;
        for (int level = 1; level < layouts.length; level++) {
            if (child == null) {
                layouts[level] = Kernels.Level.ABSENT;
                continue;
            }
            long parent = AnyMemory.getLong(child, at - Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            find(level, parent);
            child = layouts[level].there() ? state.parentMemory[level] : null;
            at = state.parentOffset[level] + (parent - state.parentFirst[level]) * state.parentStride[level];
        }
    }

    private void find(int level, long parent) {
        Table table = snapshot.levels().get(level);
        if (parent < 0 || parent >= table.endRow()) {
            throw new CorruptChunkException("parent row is missing: parent=" + parent + ", rows of " + table.name()
                    + " end at " + table.endRow(), row(), row() + 1, snapshot.levels().getFirst().name());
        }
        if (!cursors[level].seek(parent)) {
            // Retired before its entries were.
            state.parentFirst[level] = Math.min(parent, 0);
            state.parentRows[level] = Math.max(parent + 1, snapshot.first(level));
            layouts[level] = Kernels.Level.ABSENT;
            return;
        }
        Cursor cursor = cursors[level];
        requireNative(cursor.memory());
        ChunkSummary chunk = chunkWith(level, parent, table);
        state.parentMemory[level] = cursor.memory();
        layouts[level] = new Kernels.Level(true, cursor.schemaVersion(), cursor.blockLength(), 0);
        if (chunk == null) {
            state.parentFirst[level] = parent;
            state.parentRows[level] = 1;
            state.parentOffset[level] = cursor.offset();
            state.parentStride[level] = 0;
        } else {
            // Not what was retired: the interpreter would not see it either.
            long first = Math.max(chunk.firstRow(), Math.min(parent, snapshot.first(level)));
            long rows = chunk.firstRow() + chunk.rows() - first;
            if (!isWhole(cursor, first, rows)) {
                // Nobody has read all of the chunk yet: those from this one on that are known to be whole.
                seek(cursor, parent, table);
                first = parent;
                rows = cursor.contiguousRows(chunk.firstRow() + chunk.rows() - first);
            }
            state.parentFirst[level] = first;
            state.parentRows[level] = rows;
            state.parentStride[level] = chunk.layout().stride();
            state.parentOffset[level] = cursor.offset();
        }
    }

    /// Whether all of some rows are known to be whole, to the first of which the cursor goes.
    private static boolean isWhole(Cursor cursor, long first, long rows) {
        try {
            return cursor.seek(first) && cursor.contiguousRows(rows) == rows;
        } catch (CorruptChunkException e) {
            // It may be one that nobody asks for.
            return false;
        }
    }

    private ChunkSummary chunkWith(int level, long row, Table table) {
        ChunkSummary found = ScanSnapshot.search(parentChunks.get(level), row);
        if (found == null) {
            parentChunks.set(level, table.chunks());
            found = ScanSnapshot.search(parentChunks.get(level), row);
        }
        return found;
    }
}
