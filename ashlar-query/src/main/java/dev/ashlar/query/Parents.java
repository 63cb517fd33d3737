// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// How the rows of a group's entries refer to their parents: the rows of the message or entry that contains them.
///
/// @param row     the row number of the parent
/// @param present a column of the parent that is NULL if and only if the parent was retired before its entries
/// @param columns the columns of the parent relation, by index, as expressions over the rows of the entries, NULL if
///     the parent was retired; the column of the parent's row number is `row`
public record Parents(Expr row, Expr present, List<Expr> columns) {
    public Parents {
        columns = List.copyOf(columns);
    }
}
