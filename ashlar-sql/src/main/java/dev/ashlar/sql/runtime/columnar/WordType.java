// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import java.math.BigDecimal;
import org.apache.calcite.sql.type.SqlTypeName;

/// The type of a [Column].
///
/// @param scale of a decimal; otherwise 0
public record WordType(SqlTypeName name, int scale) {
    public boolean isText() {
        return name == SqlTypeName.VARCHAR;
    }

    public boolean isReal() {
        return name == SqlTypeName.REAL || name == SqlTypeName.DOUBLE || name == SqlTypeName.FLOAT;
    }

    /// Whether words are exact numbers.
    public boolean isExact() {
        return switch (name) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
            default -> false;
        };
    }

    /// Whether words are whole numbers without digits after a point.
    public boolean isWhole() {
        return isExact() && name != SqlTypeName.DECIMAL;
    }

    /// A value as Calcite's operators have it; null for NULL.
    Object value(Column column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        long word = column.words()[row];
        return switch (name) {
            case BOOLEAN -> word != 0;
            case TINYINT -> (byte) word;
            case SMALLINT -> (short) word;
            case INTEGER, DATE -> (int) word;
            case BIGINT, TIMESTAMP -> word;
            case DECIMAL -> BigDecimal.valueOf(word, scale);
            case REAL -> (float) Double.longBitsToDouble(word);
            case DOUBLE, FLOAT -> Double.longBitsToDouble(word);
            case VARCHAR -> column.texts()[(int) word];
            default -> throw new IllegalStateException("no words of this type: type=" + name);
        };
    }
}
