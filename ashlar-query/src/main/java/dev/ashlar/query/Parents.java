// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// How the rows of a group's entries refer to their parents: the rows of the message or entry that contains them.
///
/// @param row     the number of the parent's row
/// @param present a column of the parent that is NULL if and only if the parent was retired before its entries
/// @param columns the parent's columns by their index there, as expressions over the rows of the entries, NULL where
///     the parent was retired; `row` stands for the number of its row
public record Parents(Expr row, Expr present, List<Expr> columns) {
    public Parents {
        columns = List.copyOf(columns);
    }
}
