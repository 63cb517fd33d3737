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
/// Getters return values of the row that [#next] moved to; for NULL they return 0, false or null.
///
/// **Threading**: one thread at a time. **Ownership**: may keep rows of the store from being overwritten until it is
/// closed.
///
/// **Failure**: [#next] throws a [QueryException]; then there are no further rows.
public interface Result extends AutoCloseable {
    List<Column> columns();

    /// Moves to the next row.
    ///
    /// @return whether there is one
    /// @throws QueryException if it cannot be read
    boolean next();

    /// The value as [ValueType] says; null for NULL.
    Object get(int column);

    default boolean isNull(int column) {
        return get(column) == null;
    }

    /// @throws IllegalArgumentException unless the column is of booleans
    default boolean getBoolean(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> false;
            case Boolean bool -> bool;
            default -> throw new IllegalArgumentException("not a boolean: column=" + columns().get(column));
        };
    }

    /// A whole number, or nanoseconds since 1970 of a timestamp.
    ///
    /// @throws IllegalArgumentException unless the column is of these
    default long getLong(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> 0;
            case Long number -> number;
            default -> throw new IllegalArgumentException("not a whole number: column=" + columns().get(column));
        };
    }

    /// Any number, rounded if need be.
    ///
    /// @throws IllegalArgumentException unless the column is of numbers
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
    /// @throws IllegalArgumentException unless the column is of these
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
    /// @throws IllegalArgumentException unless the column is of text
    default String getText(int column) {
        Object value = get(column);
        return switch (value) {
            case null -> null;
            case String text -> text;
            default -> throw new IllegalArgumentException("not a text: column=" + columns().get(column));
        };
    }

    @Override
    void close();
}
