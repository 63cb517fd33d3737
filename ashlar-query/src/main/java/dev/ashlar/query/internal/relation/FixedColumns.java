// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.NamedColumns;
import java.util.List;
import java.util.Map;

/// A relation with fixed columns, which it finds by name.
///
/// **Threading**: immutable.
abstract class FixedColumns implements ScannableRelation {
    private final String name;
    private final List<Column> columns;
    private final Map<String, Column> byName;

    FixedColumns(String name, List<Column> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
        byName = NamedColumns.index(columns);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<Column> columns() {
        return columns;
    }

    @Override
    public final Expr column(String wanted) {
        return NamedColumns.find(byName, wanted, name);
    }

    @Override
    public final String toString() {
        return name;
    }
}
