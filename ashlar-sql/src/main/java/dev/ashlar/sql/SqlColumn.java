// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.sql.JDBCType;
import java.util.Objects;

/// A column of a result or of a table.
///
/// @param index     its position, from 0
/// @param type      SQL type of the values; values of types that [SqlResult] does not list are returned as text
/// @param precision digits of a number, characters of a text; 0 if unknown
/// @param scale     digits after the point; for a timestamp, digits of its fractional seconds
/// @param nullable  whether values may be NULL
public record SqlColumn(int index, String name, JDBCType type, int precision, int scale, boolean nullable) {
    public SqlColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /// The type as SQL writes it.
    public String typeName() {
        return switch (type) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case VARCHAR, CHAR -> precision == 0 ? type.getName() : type.getName() + "(" + precision + ")";
            case TIMESTAMP -> "TIMESTAMP(" + scale + ")";
            default -> type.getName();
        };
    }

    /// Whether values are numbers; printed tables align them to the right.
    public boolean isNumber() {
        return switch (type) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> true;
            default -> false;
        };
    }
}
