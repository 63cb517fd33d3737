// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The kernels of one query: one for each combination of the layouts of rows and parents, and of what is known about
/// the rows.
///
/// **Threading**: any thread.
public final class Kernels {
    /// What is there of a level: its rows, laid out by a version in blocks of some length; or none.
    ///
    /// @param stride bytes from row to row; of parents 0, since their kernels do not count on it
    public record Level(boolean there, int version, int blockLength, int stride) {
        public static final Level ABSENT = new Level(false, 0, 0, 0);
    }

    /// What a kernel counts on.
    ///
    /// @param levels   rows, and their parents
    /// @param decided  whether rows lie between the bounds of the question, so that these need no look
    /// @param windowed whether groups are found by their places in a [GroupWindow]
    /// @param divided  whether rows of some groups are left out, which another thread has
    /// @param ahead    whether it only leaves where groups are looked for
    record Case(List<Level> levels, boolean decided, boolean windowed, boolean divided, boolean ahead)
            implements KernelColumns.Presence {
        Case {
            levels = List.copyOf(levels);
        }

        @Override
        public boolean isThere(int level) {
            return levels.get(level).there;
        }

        @Override
        public boolean has(int level, int since, int end) {
            Level found = levels.get(level);
            return found.there && since <= found.version && end <= found.blockLength;
        }
    }

    private final KernelShape shape;
    private final Map<Case, Kernel> kernels = new ConcurrentHashMap<>();

    public Kernels(KernelShape shape) {
        this.shape = shape;
    }

    public KernelShape shape() {
        return shape;
    }

    /// @param windowed whether groups may be found by their places; where they cannot, they are not
    /// @param divided  whether it takes in the rows of [KernelState#division] only
    public Kernel of(List<Level> levels, boolean decided, boolean windowed, boolean divided) {
        return of(levels, decided, windowed, divided, false);
    }

    /// The one that leaves places for [KernelState#readAhead]: where the other looks for groups.
    public Kernel ahead(List<Level> levels, boolean decided, boolean windowed, boolean divided) {
        return of(levels, decided, windowed, divided, true);
    }

    private Kernel of(List<Level> levels, boolean decided, boolean windowed, boolean divided, boolean ahead) {
        boolean bounded = !shape.bounded().isEmpty();
        return kernels.computeIfAbsent(new Case(levels, decided || !bounded, windowed && shape.keys().isWindowed(),
                divided, ahead), found -> KernelBuilder.make(shape, found));
    }

    /// The one for rows as they are written now, which has most to do.
    ///
    /// @param tables that rows and their parents are in
    public Kernel ofNewest(List<Table> tables) {
        List<Level> levels = new ArrayList<>();
        for (Table table : tables) {
            int length = table.block().blockLength();
            levels.add(new Level(true, table.schema().version(), length, levels.isEmpty() ? table.prefix().bytes()
                    + length : 0));
        }
        return of(levels, false, true, false);
    }
}
