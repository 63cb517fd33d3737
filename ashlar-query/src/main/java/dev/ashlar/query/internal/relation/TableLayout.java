// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import java.util.List;

/// The places of a table's columns in its rows and in their parents, and nothing else. Tables of several stores with
/// the same schema have equal layouts, so they share kernels.
///
/// **Threading**: immutable.
public final class TableLayout {
    private final int levels;
    private final List<TableRelation.Binding> bindings;
    private final int hash;

    /// @param levels the table, its parent, and so on
    TableLayout(int levels, List<TableRelation.Binding> bindings) {
        this.levels = levels;
        this.bindings = List.copyOf(bindings);
        hash = 31 * bindings.hashCode() + levels;
    }

    public int levels() {
        return levels;
    }

    public TableRelation.Binding binding(int column) {
        return bindings.get(column);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof TableLayout that && hash == that.hash && levels == that.levels
                && bindings.equals(that.bindings);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
