// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.ValueType;
import dev.ashlar.sql.SqlColumn;
import java.math.BigDecimal;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// SQL types as described to tools: sizes, literals and Java classes.
enum TypeDescription {
    TINYINT(JDBCType.TINYINT, Integer.class, 3, 0, "", ""),
    SMALLINT(JDBCType.SMALLINT, Integer.class, 5, 0, "", ""),
    INTEGER(JDBCType.INTEGER, Integer.class, 10, 0, "", ""),
    BIGINT(JDBCType.BIGINT, Long.class, 19, 0, "", ""),
    DECIMAL(JDBCType.DECIMAL, BigDecimal.class, ValueType.MAX_PRECISION, ValueType.MAX_PRECISION, "", "precision,scale"),
    REAL(JDBCType.REAL, Float.class, 7, 0, "", ""),
    DOUBLE(JDBCType.DOUBLE, Double.class, 15, 0, "", ""),
    BOOLEAN(JDBCType.BOOLEAN, Boolean.class, 1, 0, "", ""),
    CHAR(JDBCType.CHAR, String.class, 65_535, 0, "'", "length"),
    VARCHAR(JDBCType.VARCHAR, String.class, Integer.MAX_VALUE, 0, "'", "length"),
    DATE(JDBCType.DATE, Date.class, 10, 0, "DATE '", ""),
    TIME(JDBCType.TIME, Time.class, 12, 3, "TIME '", ""),
    TIMESTAMP(JDBCType.TIMESTAMP, Timestamp.class, 29, 9, "TIMESTAMP '", "precision");

    private static final int BYTES_OF_CHARACTER = 4;

    private final JDBCType type;
    private final Class<?> javaClass;
    private final int size;
    private final int scale;
    private final String literal;
    private final String parameters;

    /// @param size       maximum number of digits or characters
    /// @param scale      maximum number of digits after the point
    /// @param literal    prefix of a literal; empty for none
    /// @param parameters parameters that may follow the name of the type; empty for none
    TypeDescription(JDBCType type, Class<?> javaClass, int size, int scale, String literal, String parameters) {
        this.type = type;
        this.javaClass = javaClass;
        this.size = size;
        this.scale = scale;
        this.literal = literal;
        this.parameters = parameters;
    }

    /// The description of a column's type. Types without a description are returned as text.
    static TypeDescription of(SqlColumn column) {
        return Arrays.stream(values()).filter(each -> each.type == column.type()).findFirst().orElse(VARCHAR);
    }

    /// All descriptions, sorted by the JDBC number of the type.
    static List<TypeDescription> sorted() {
        return Arrays.stream(values()).sorted(Comparator.comparing(each -> each.type.getVendorTypeNumber())).toList();
    }

    Class<?> javaClass() {
        return javaClass;
    }

    boolean isText() {
        return this == CHAR || this == VARCHAR;
    }

    private boolean isNumber() {
        return size <= ValueType.MAX_PRECISION && literal.isEmpty() && this != BOOLEAN;
    }

    /// Digits or characters of a column.
    int size(SqlColumn column) {
        return column.precision() == 0 ? size : column.precision();
    }

    /// Digits after the point; null if the type has no point.
    Long digits(SqlColumn column) {
        return isNumber() || this == TIMESTAMP || this == TIME ? (Long) (long) column.scale() : null;
    }

    Long radix() {
        return isNumber() ? 10L : null;
    }

    /// Maximum number of bytes of a text; null for other types.
    Long bytes(SqlColumn column) {
        return isText() ? (Long) Math.min(Integer.MAX_VALUE, (long) size(column) * BYTES_OF_CHARACTER) : null;
    }

    /// Maximum number of characters of a displayed value.
    int width(SqlColumn column) {
        return switch (this) {
            case BOOLEAN -> "false".length();
            // A sign; and a zero and a point before digits after it.
            case TINYINT, SMALLINT, INTEGER, BIGINT -> size + 1;
            case DECIMAL -> size(column) + (column.scale() == 0 ? 1 : column.scale() == size(column) ? 3 : 2);
            case REAL -> "-1.17549435E-38".length();
            case DOUBLE -> "-2.2250738585072014E-308".length();
            case CHAR, VARCHAR, DATE, TIME -> size(column);
            case TIMESTAMP -> "2026-01-31 09:30:00".length() + (column.scale() == 0 ? 0 : 1 + column.scale());
        };
    }

    /// A row of [DatabaseMetaData#getTypeInfo()].
    Object[] row() {
        long searchable = isText() ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic;
        return new Object[] {type.getName(), (long) type.getVendorTypeNumber(), (long) size, literal.isEmpty() ? null
                : literal, literal.isEmpty() ? null : "'", parameters.isEmpty() ? null : parameters,
            (long) DatabaseMetaData.typeNullable, isText(), searchable, !isNumber(), false, false, type.getName(),
            0L, (long) scale, null, null, radix()};
    }
}
