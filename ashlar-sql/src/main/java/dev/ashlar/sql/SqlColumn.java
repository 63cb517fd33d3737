// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.sql.JDBCType;
import java.util.Objects;

/// A column of a result or of a table.
///
/// @param index     its position, from 0
/// @param type      type of its values; values of types that [SqlResult] does not list are shown as text
/// @param precision digits of a number, characters of a text; 0 if unknown
/// @param scale     digits after the point; of a timestamp, of its seconds
/// @param nullable  whether it may be NULL
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

    /// Whether values are numbers, which tables align to the right.
    public boolean isNumber() {
        return switch (type) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> true;
            default -> false;
        };
    }
}
