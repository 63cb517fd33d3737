// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.util.List;

/// A table of a store as SQL sees it.
///
/// @param rows how many it has at the moment, or about
public record SqlTable(String name, List<SqlColumn> columns, long rows) {
    public SqlTable {
        columns = List.copyOf(columns);
    }
}
