// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.Objects;

/// The type of a column or an expression. Every type has NULL in addition to its values.
///
/// | kind        | values                                             | as a Java object          |
/// |-------------|----------------------------------------------------|---------------------------|
/// | `BOOLEAN`   | true, false                                        | `Boolean`                 |
/// | `INT8`…`64` | whole numbers of 8, 16, 32 and 64 bits             | `Long`                    |
/// | `DECIMAL`   | numbers of `precision` digits, `scale` of them after the point | `BigDecimal` of that scale |
/// | `REAL`      | floating-point numbers of 32 bits                  | `Double`                  |
/// | `DOUBLE`    | floating-point numbers of 64 bits                  | `Double`                  |
/// | `TEXT`      | text, ordered by code points; `precision` is the most characters, 0 if not known | `String` |
/// | `TIMESTAMP` | nanoseconds since 1970, UTC                        | `Long`                    |
///
/// @param precision digits of a decimal, characters of a text; otherwise 0
/// @param scale     of a decimal, digits after the point; otherwise 0
public record ValueType(Kind kind, int precision, int scale) {
    /// Maximum number of digits of a decimal.
    public static final int MAX_PRECISION = 38;

    public static final ValueType BOOLEAN = new ValueType(Kind.BOOLEAN, 0, 0);
    public static final ValueType INT8 = new ValueType(Kind.INT8, 0, 0);
    public static final ValueType INT16 = new ValueType(Kind.INT16, 0, 0);
    public static final ValueType INT32 = new ValueType(Kind.INT32, 0, 0);
    public static final ValueType INT64 = new ValueType(Kind.INT64, 0, 0);
    public static final ValueType REAL = new ValueType(Kind.REAL, 0, 0);
    public static final ValueType DOUBLE = new ValueType(Kind.DOUBLE, 0, 0);
    public static final ValueType TEXT = new ValueType(Kind.TEXT, 0, 0);
    public static final ValueType TIMESTAMP = new ValueType(Kind.TIMESTAMP, 0, 0);

    /// The kind of values.
    public enum Kind {
        BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL, REAL, DOUBLE, TEXT, TIMESTAMP;

        public boolean isInteger() {
            return this == INT8 || this == INT16 || this == INT32 || this == INT64;
        }

        /// Whether values are exact numbers: whole numbers or decimals.
        public boolean isExact() {
            return isInteger() || this == DECIMAL;
        }

        public boolean isFloating() {
            return this == REAL || this == DOUBLE;
        }

        public boolean isNumber() {
            return isExact() || isFloating();
        }
    }

    public ValueType {
        Objects.requireNonNull(kind, "kind");
        if (kind == Kind.DECIMAL && (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision)) {
            throw new IllegalArgumentException("decimal out of range: precision=" + precision + ", scale=" + scale
                    + ", most=" + MAX_PRECISION);
        }
        if (kind != Kind.DECIMAL && (scale != 0 || precision < 0 || kind != Kind.TEXT && precision != 0)) {
            throw new IllegalArgumentException("type does not allow this precision or scale: kind=" + kind
                    + ", precision=" + precision + ", scale=" + scale);
        }
    }

    public static ValueType decimal(int precision, int scale) {
        return new ValueType(Kind.DECIMAL, precision, scale);
    }

    public static ValueType text(int characters) {
        return new ValueType(Kind.TEXT, characters, 0);
    }

    /// Maximum number of digits of a value of this exact type.
    public int digits() {
        return switch (kind) {
            case INT8 -> 3;
            case INT16 -> 5;
            case INT32 -> 10;
            case INT64 -> 19;
            case DECIMAL -> precision;
            case BOOLEAN, REAL, DOUBLE, TEXT, TIMESTAMP -> throw new IllegalArgumentException("not exact: type=" + this);
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + "," + scale + ")";
            case TEXT -> precision == 0 ? "TEXT" : "TEXT(" + precision + ")";
            case BOOLEAN, INT8, INT16, INT32, INT64, REAL, DOUBLE, TIMESTAMP -> kind.name();
        };
    }
}
