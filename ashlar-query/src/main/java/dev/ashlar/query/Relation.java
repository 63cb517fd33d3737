// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;
import java.util.Optional;

/// Rows with typed columns: a table, what a journal knows of its messages, or the values of a last-value table.
///
/// A relation has the columns that its schema had when it was got; rows it has as they are when they are asked for.
///
/// **Threading**: immutable. **Ownership**: its store's; of no use when that is closed.
public interface Relation {
    String name();

    /// All columns, by index.
    List<Column> columns();

    /// How many rows there are at the moment, or about.
    long rowCount();

    /// The column of this name, to be used in expressions.
    ///
    /// @throws IllegalArgumentException if there is none, with the name that is nearest to it
    Expr column(String name);

    /// The column of this index, likewise.
    ///
    /// @throws IndexOutOfBoundsException if there is none
    default Expr column(int index) {
        Column column = columns().get(index);
        return new Expr.ColumnRef(index, column.name(), column.type());
    }

    /// How the rows lead to those of another relation, if they are entries of a group and the other has what they are
    /// in; empty if not.
    default Optional<Parents> parents(Relation other) {
        return Optional.empty();
    }

    /// A question for all rows, to be narrowed.
    default Scan scan() {
        return new Scan(this);
    }
}
