// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Order;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Operand;
import dev.ashlar.query.internal.kernel.WordLayout;
import dev.ashlar.query.internal.value.Values;
import java.math.BigDecimal;

/// A batch of output rows in the form that kernels produce.
///
/// **Threading**: one thread.
final class OutputBatch {
    private static final int ROWS = 1024;

    private final KernelShape shape;
    private final int rowWords;
    private final int[] at;
    final KernelState state;
    private Object[] bound;
    private long boundWord;

    /// @param bounds of the question
    OutputBatch(KernelShape shape, long[] bounds, QueryBudget budget) {
        this.shape = shape;
        rowWords = shape.rowWords();
        state = shape.newState(bounds, budget);
        state.out = new long[ROWS * rowWords];
        at = new int[shape.layouts().size()];
        int next = shape.nullWords();
        for (int i = 0; i < at.length; i++) {
            at[i] = next;
            next += shape.layouts().get(i).words();
        }
    }

    int count() {
        return state.outAt / rowWords;
    }

    void clear() {
        state.outAt = 0;
    }

    boolean isNull(int row, int column) {
        return (state.out[row * rowWords + column / Long.SIZE] >>> column & 1) != 0;
    }

    /// A value of one word that is not NULL.
    long word(int row, int column) {
        return state.out[row * rowWords + at[column]];
    }

    WordLayout layout(int column) {
        return shape.layouts().get(column);
    }

    /// Copies the words of all values of a column, those of one after those of the other.
    void copy(int column, long[] to, int at) {
        long[] from = state.out;
        int count = state.outAt / rowWords;
        int next = this.at[column];
        if (layout(column).words() == 1) {
            for (int row = 0; row < count; row++, next += rowWords) {
                to[at + row] = from[next];
            }
        } else {
            int words = layout(column).words();
            for (int row = 0; row < count; row++, next += rowWords) {
                System.arraycopy(from, next, to, at + row * words, words);
            }
        }
    }

    /// Marks the rows in which a column is NULL.
    ///
    /// @param at the bit of the first row
    void markNulls(int column, long[] to, int at) {
        long[] from = state.out;
        int count = state.outAt / rowWords;
        int next = column / Long.SIZE;
        for (int row = at; row < at + count; row++, next += rowWords) {
            to[row >> 6] |= (from[next] >>> column & 1) << row;
        }
    }

    Object get(int row, int column) {
        return isNull(row, column) ? null : shape.layouts().get(column).read(state.out, row * rowWords
                + at[column]);
    }

    /// Whether a row comes after another by one column already. Where it is not so easily seen, it does not.
    ///
    /// @param other null for none
    boolean isBehind(int row, Object[] other, Order by) {
        if (other == null) {
            return false;
        }
        WordLayout layout = shape.layouts().get(by.column());
        if (layout.form() != Operand.Form.LONG && layout.form() != Operand.Form.DOUBLE) {
            return false;
        }
        if (other != bound) {
            bound = other;
            boundWord = word(other[by.column()], layout);
        }
        boolean boundIsNull = other[by.column()] == null;
        if (isNull(row, by.column()) || boundIsNull) {
            return isNull(row, by.column()) != boundIsNull && boundIsNull == by.nullsFirst();
        }
        long found = word(row, by.column());
        int order = layout.form() == Operand.Form.LONG ? Long.compare(found, boundWord)
                : Values.compare(Double.longBitsToDouble(found), Double.longBitsToDouble(boundWord));
        return by.descending() ? order < 0 : order > 0;
    }

    private static long word(Object value, WordLayout layout) {
        return switch (value) {
            case BigDecimal number -> number.setScale(layout.scale()).unscaledValue().longValueExact();
            case Double number -> Double.doubleToRawLongBits(number);
            case Long number -> number;
            case null, default -> 0;
        };
    }

    Object[] row(Plan plan, int row) {
        Object[] values = new Object[plan.outputs().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(row, i);
        }
        return values;
    }
}
