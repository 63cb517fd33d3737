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
/// **Threading**: one thread at a time; other threads may use the session meanwhile. **Ownership**: until it is closed,
/// the result may keep rows of the store from being retired. **Failure**: [#next] throws a [SqlException]; then there
/// are no further rows.
public interface SqlResult extends AutoCloseable {
    List<SqlColumn> columns();

    /// Moves to the next row.
    ///
    /// @return whether there is a next row
    /// @throws SqlException if the row cannot be read
    boolean next();

    /// The value in the row that [#next] moved to; null for NULL.
    Object get(int column);

    /// The value as text; null for NULL. Timestamps have nine digits after the point.
    default String text(int column) {
        return SqlText.of(get(column), columns().get(column));
    }

    /// Whether [#batches] reads columns without creating an object for each value. Their texts are then equal to those
    /// of [#text].
    default boolean isColumnar() {
        return false;
    }

    /// The rows as columns, for programs that read many rows. Call this method instead of [#next]. If the result is a
    /// single scan without order and limit, several threads read at once and no value becomes an object.
    ///
    /// Values have the form that [dev.ashlar.query.ColumnVector] defines. `DECIMAL` has the column's scale; `DATE` is
    /// in days since 1970 and `TIME` in nanoseconds of the day, both in one word; types that this interface returns as
    /// text are text.
    ///
    /// @return the scan; close it before this result. Its readers throw a [SqlException]
    /// @throws SqlException if the rows cannot be read
    default ColumnScan batches() {
        return RowBatches.of(this);
    }

    @Override
    void close();
}
