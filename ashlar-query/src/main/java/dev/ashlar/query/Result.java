// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.math.BigDecimal;
import java.util.List;

/// The rows of a query, one at a time.
///
/// ```java
/// while (result.next()) {
///     String side = result.getText(0);
///     …
/// }
/// ```
///
/// Getters return values of the current row, the one that [#next] moved to; for NULL they return 0, false or null.
///
/// **Threading**: one thread at a time. **Ownership**: until it is closed, the result may keep rows of the store from
/// being overwritten.
///
/// **Failure**: [#next] throws a [QueryException]; then there are no further rows.
public interface Result extends AutoCloseable {
    List<Column> columns();

    /// Moves to the next row.
    ///
    /// @return whether there is a next row
    /// @throws QueryException if the row cannot be read
    boolean next();

    /// The value as the Java object that [ValueType] defines; null for NULL.
    Object get(int column);

    default boolean isNull(int column) {
        return get(column) == null;
    }

    /// @throws IllegalArgumentException unless the column is `BOOLEAN`
    default boolean getBoolean(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> false;
            case Boolean bool -> bool;
            default -> throw new IllegalArgumentException("not a boolean: column=" + columns().get(column));
        };
    }

    /// A whole number, or a timestamp in nanoseconds since 1970.
    ///
    /// @throws IllegalArgumentException unless the column has whole numbers or timestamps
    default long getLong(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> 0;
            case Long number -> number;
            default -> throw new IllegalArgumentException("not a whole number: column=" + columns().get(column));
        };
    }

    /// Any number, rounded if necessary.
    ///
    /// @throws IllegalArgumentException unless the column has numbers
    default double getDouble(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> 0;
            case Number number -> number.doubleValue();
            default -> throw new IllegalArgumentException("not a number: column=" + columns().get(column));
        };
    }

    /// An exact number; null for NULL.
    ///
    /// @throws IllegalArgumentException unless the column has whole numbers or decimals
    default BigDecimal getDecimal(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> null;
            case BigDecimal number -> number;
            case Long number -> BigDecimal.valueOf(number);
            default -> throw new IllegalArgumentException("not an exact number: column=" + columns().get(column));
        };
    }

    /// A text; null for NULL.
    ///
    /// @throws IllegalArgumentException unless the column is `TEXT`
    default String getText(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> null;
            case String text -> text;
            default -> throw new IllegalArgumentException("not text: column=" + columns().get(column));
        };
    }

    @Override
    void close();
}
