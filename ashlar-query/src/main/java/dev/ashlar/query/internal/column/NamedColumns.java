// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Assigns unique column names, whatever the names of the fields are.
///
/// A name that is already in use is changed: a composed name, such as `price_mantissa`, is joined with `$` instead; the
/// name of a parent's column is prefixed with the name of its block; if the result is also in use, `_` is appended.
public final class NamedColumns {
    private final List<Column> columns = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    /// @param reserved names that come before all fields'
    public NamedColumns(List<String> reserved) {
        taken.addAll(reserved);
    }

    /// Adds a column whose name is reserved.
    public void addReserved(String name, ValueType type, boolean nullable) {
        columns.add(new Column(columns.size(), name, type, nullable));
    }

    public void add(String name, ValueType type, boolean nullable) {
        String free = name;
        while (!taken.add(free)) {
            free += "_";
        }
        columns.add(new Column(columns.size(), free, type, nullable));
    }

    /// Adds a column under the first of these names that is free.
    public void addFirstFree(ValueType type, boolean nullable, String... names) {
        for (String name : names) {
            if (!taken.contains(name)) {
                add(name, type, nullable);
                return;
            }
        }
        add(names[names.length - 1], type, nullable);
    }

    /// Those of a block: plain fields first have their names.
    public static List<String> names(List<BlockColumns.Found> found, Set<String> reserved) {
        Set<String> used = new HashSet<>(reserved);
        String[] names = new String[found.size()];
        for (boolean flat : new boolean[] {false, true}) {
            for (int i = 0; i < names.length; i++) {
                if (found.get(i).flat() == flat) {
                    String name = found.get(i).name();
                    if (flat && used.contains(name)) {
                        name = name.replace('_', '$');
                    }
                    while (!used.add(name)) {
                        name += "_";
                    }
                    names[i] = name;
                }
            }
        }
        return List.of(names);
    }

    public List<Column> columns() {
        return List.copyOf(columns);
    }

    /// Finds columns by name.
    public static Map<String, Column> index(List<Column> columns) {
        Map<String, Column> byName = new HashMap<>();
        columns.forEach(column -> byName.put(column.name(), column));
        return byName;
    }

    public static Expr find(Map<String, Column> byName, String name, String relation) {
        Column column = byName.get(name);
        if (column == null) {
            throw new IllegalArgumentException("no such column: column=" + name + ", nearest="
                    + SpellingSuggestion.nearest(name, byName.keySet()).orElse("") + " (" + relation + ")");
        }
        return new Expr.ColumnRef(column.index(), column.name(), column.type());
    }
}
