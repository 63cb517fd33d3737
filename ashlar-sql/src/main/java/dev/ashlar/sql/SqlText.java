// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.sql.JDBCType;

/// Values as text.
final class SqlText {
    private SqlText() {
    }

    static String of(Object value, SqlColumn column) {
        return switch (value) {
            case null -> null;
            case Long ns when column.type() == JDBCType.TIMESTAMP -> Nanos.text(ns, column.scale());
            case BigDecimal number -> number.toPlainString();
            case Double number when column.type() == JDBCType.REAL -> Float.toString(number.floatValue());
            default -> value.toString();
        };
    }
}
