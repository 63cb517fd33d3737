// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.ColumnAppender;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A column that has the same value in all rows of a part.
final class ConstantColumn {
    private ConstantColumn() {
    }

    /// @param value as [ValueType] says, or null
    static ColumnVector of(ValueType type, Object value, int rows) {
        long[] nulls = ColumnVector.NO_NULLS;
        if (value == null) {
            nulls = new long[(rows + Long.SIZE - 1) / Long.SIZE];
            Arrays.fill(nulls, -1);
        }
        return switch (type.kind()) {
            case BOOLEAN -> words(Boolean.TRUE.equals(value) ? 1 : 0, nulls, rows);
            case INT8, INT16, INT32, INT64, TIMESTAMP -> words(value == null ? 0 : (Long) value, nulls, rows);
            case REAL, DOUBLE -> words(value == null ? 0 : Double.doubleToRawLongBits((Double) value), nulls, rows);
            case DECIMAL -> decimal(type, (BigDecimal) value, nulls, rows);
            case TEXT -> new ColumnVector.CodedTexts(new int[rows], new byte[][] {value == null ? new byte[0]
                    : ((String) value).getBytes(StandardCharsets.UTF_8)}, nulls);
        };
    }

    private static ColumnVector words(long word, long[] nulls, int rows) {
        long[] words = new long[rows];
        Arrays.fill(words, word);
        return new ColumnVector.Words(words, nulls);
    }

    private static ColumnVector decimal(ValueType type, BigDecimal value, long[] nulls, int rows) {
        if (value == null) {
            return words(0, nulls, rows);
        }
        ColumnAppender wide = new ColumnAppender(ColumnAppender.Form.WIDE_WORDS);
        for (int row = 0; row < rows; row++) {
            wide.addWide(value.setScale(type.scale()).unscaledValue());
        }
        return wide.take();
    }
}
