// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.query.Plan;

/// Rows of outputs as kernels leave them.
///
/// **Threading**: one thread.
final class OutputBatch {
    private static final int ROWS = 1024;

    private final KernelShape shape;
    private final int[] at;
    final KernelState state;

    OutputBatch(KernelShape shape, Guard guard) {
        this.shape = shape;
        state = shape.newState(guard);
        state.out = new long[ROWS * shape.rowWords()];
        at = new int[shape.kept().size()];
        int next = shape.nullWords();
        for (int i = 0; i < at.length; i++) {
            at[i] = next;
            next += shape.kept().get(i).words();
        }
    }

    int count() {
        return state.outAt / shape.rowWords();
    }

    void clear() {
        state.outAt = 0;
    }

    boolean isNull(int row, int column) {
        return (state.out[row * shape.rowWords() + column / Long.SIZE] >>> column & 1) != 0;
    }

    /// A value of one word that is not NULL.
    long word(int row, int column) {
        return state.out[row * shape.rowWords() + at[column]];
    }

    Object get(int row, int column) {
        return isNull(row, column) ? null : shape.kept().get(column).read(state.out, row * shape.rowWords()
                + at[column]);
    }

    Object[] row(Plan plan, int row) {
        Object[] values = new Object[plan.outputs().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(row, i);
        }
        return values;
    }
}
