// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.util.List;

/// A table of a store as SQL sees it.
///
/// @param rows current number of rows, possibly an estimate
public record SqlTable(String name, List<SqlColumn> columns, long rows) {
    public SqlTable {
        columns = List.copyOf(columns);
    }
}
