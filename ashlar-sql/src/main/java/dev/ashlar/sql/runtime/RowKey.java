// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.Arrays;
import java.util.List;

/// A key of rows in hash maps; two keys are equal if all their values are equal.
///
/// Lists would do, but their hash codes collide: `31 * a + b` is the same for many pairs of a short text and a small
/// number, and maps with such keys become slow.
///
/// **Threading**: immutable.
public final class RowKey {
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private final Object[] values;
    private final int hash;

    /// @param values values of the key; not copied, must not change
    public RowKey(Object... values) {
        this.values = values;
        long mixed = values.length;
        for (Object value : values) {
            mixed = (mixed ^ (value == null ? 0 : value.hashCode())) * MIX;
            mixed ^= mixed >>> 32;
        }
        hash = (int) mixed;
    }

    /// Of some columns of a row.
    public static RowKey of(List<Integer> columns, Object[] row) {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row[columns.get(i)];
        }
        return new RowKey(values);
    }

    public Object[] values() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey that && hash == that.hash && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
