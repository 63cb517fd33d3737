// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.parts.PartRunner;
import java.util.List;
import java.util.Optional;

/// Rows with typed columns: a table, a journal's metadata of its messages, or the values of a last-value table.
///
/// The columns of a relation are those of its schema when it was obtained; its rows are those of the store when a query
/// runs.
///
/// **Threading**: immutable. **Ownership**: its store's; unusable once that is closed.
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

    /// The column with this index, likewise.
    ///
    /// @throws IndexOutOfBoundsException if there is none
    default Expr column(int index) {
        Column column = columns().get(index);
        return new Expr.ColumnRef(index, column.name(), column.type());
    }

    /// How the rows refer to those of another relation, if they are entries of a group and the other relation has their
    /// parents; otherwise empty.
    default Optional<Parents> parents(Relation other) {
        return Optional.empty();
    }

    /// What zones say of each column's values in a part, by index; as [ColumnSummary#UNKNOWN] where they say nothing.
    ///
    /// @param part as [Plan#parts] names it
    /// @throws QueryException if the part cannot be read, or is not there
    default List<ColumnSummary> summaries(String part) {
        return PartRunner.summaries(this, part);
    }

    /// Begins a query of all rows.
    default Scan scan() {
        return new Scan(this);
    }
}
