// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.ColumnScan;
import java.util.List;

/// The rows of a query, one at a time.
///
/// | type                                     | as a Java object              |
/// |------------------------------------------|-------------------------------|
/// | `BOOLEAN`                                | `Boolean`                     |
/// | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | `Long`                      |
/// | `DECIMAL`                                | `BigDecimal` of the column's scale |
/// | `REAL`, `DOUBLE`                         | `Double`                      |
/// | `VARCHAR`, `CHAR`                        | `String`                      |
/// | `TIMESTAMP`                              | `Long`: nanoseconds since 1970, UTC |
/// | `DATE`                                   | `LocalDate`                   |
/// | `TIME`                                   | `LocalTime`                   |
/// | others                                   | `String`                      |
///
/// **Threading**: one thread at a time; its session may be used by others meanwhile. **Ownership**: may keep rows of
/// the store from being retired until it is closed. **Failure**: [#next] throws a [SqlException]; then there are no
/// further rows.
public interface SqlResult extends AutoCloseable {
    List<SqlColumn> columns();

    /// Moves to the next row.
    ///
    /// @return whether there is one
    /// @throws SqlException if it cannot be read
    boolean next();

    /// The value in the row that [#next] moved to; null for NULL.
    Object get(int column);

    /// The value as text; null for NULL. Timestamps have nine digits after the point.
    default String text(int column) {
        return SqlText.of(get(column), columns().get(column));
    }

    /// Whether [#batches] reads columns without making an object of each value. Their texts are then those of [#text].
    default boolean isColumnar() {
        return false;
    }

    /// The rows as columns, for programs that take many: several threads read at once where the result is one scan
    /// without order and limit, and no value becomes an object there. To be called instead of [#next].
    ///
    /// Values are as [dev.ashlar.query.ColumnVector] says. `DECIMAL` has the column's scale; `DATE` is in days since
    /// 1970 and `TIME` in nanoseconds of the day, both in one word; types that this interface shows as text are text.
    ///
    /// @return to be closed before this result is; its readers throw a [SqlException]
    /// @throws SqlException if the rows cannot be read
    default ColumnScan batches() {
        return RowBatches.of(this);
    }

    @Override
    void close();
}
