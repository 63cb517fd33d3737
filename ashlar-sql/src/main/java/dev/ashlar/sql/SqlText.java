// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.function.Spans;
import java.math.BigDecimal;
import java.sql.JDBCType;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/// Values as text.
final class SqlText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    static String of(Object value, SqlColumn column) {
        return switch (value) {
            case null -> null;
            case Long ns when column.type() == JDBCType.TIMESTAMP -> Nanos.text(ns, column.scale());
            case BigDecimal number -> number.toPlainString();
            case Double number -> column.type() == JDBCType.REAL ? Spans.ofReal(number.floatValue())
                    : Spans.ofDouble(number);
            // Its own text leaves out seconds that are 0.
            case LocalTime time -> time.getNano() == 0 ? SECONDS.format(time) : MILLIS.format(time);
            default -> value.toString();
        };
    }
}
