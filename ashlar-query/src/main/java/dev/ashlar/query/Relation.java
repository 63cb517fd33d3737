// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.parts.PartRunner;
import java.util.List;
import java.util.Optional;

/// Rows with typed columns: a table, the metadata of a journal's messages, or the values of a last-value table.
///
/// The columns of a relation are those of its schema when it was obtained; its rows are those of the store when a query
/// runs.
///
/// **Threading**: immutable. **Ownership**: owned by its store; unusable once the store is closed.
public interface Relation {
    String name();

    /// All columns, by index.
    List<Column> columns();

    /// The current number of rows, possibly an estimate.
    long rowCount();

    /// The column with this name, for use in expressions.
    ///
    /// @throws IllegalArgumentException if there is none; the message suggests the most similar name
    Expr column(String name);

    /// The column with this index, for use in expressions.
    ///
    /// @throws IndexOutOfBoundsException if there is none
    default Expr column(int index) {
        Column column = columns().get(index);
        return new Expr.ColumnRef(index, column.name(), column.type());
    }

    /// How the rows refer to the rows of another relation, if they are entries of a group and the other relation has
    /// their parents; otherwise empty.
    default Optional<Parents> parents(Relation other) {
        return Optional.empty();
    }

    /// Statistics of each column in a part, taken from zones, by column index; [ColumnSummary#UNKNOWN] for a column
    /// without zones.
    ///
    /// @param part name of the part, as returned by [Plan#parts]
    /// @throws QueryException if the part cannot be read or does not exist
    default List<ColumnSummary> summaries(String part) {
        return PartRunner.summaries(this, part);
    }

    /// Begins a query of all rows.
    default Scan scan() {
        return new Scan(this);
    }
}
