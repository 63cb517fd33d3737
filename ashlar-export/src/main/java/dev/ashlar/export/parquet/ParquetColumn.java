// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.sql.SqlColumn;
import java.math.BigInteger;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/// A column of an answer as one of a file.
///
/// @param length of `FIXED_LEN_BYTE_ARRAY`, otherwise 0
record ParquetColumn(SqlColumn column, String name, Type physical, int length) {
    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    static ParquetColumn of(SqlColumn column, String name) {
        Type physical = switch (column.type()) {
            case BOOLEAN -> Type.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, DATE -> Type.INT32;
            case BIGINT, TIMESTAMP, TIME -> Type.INT64;
            case REAL -> Type.FLOAT;
            case DOUBLE -> Type.DOUBLE;
            case DECIMAL -> column.precision() <= INT_DIGITS ? Type.INT32
                    : column.precision() <= LONG_DIGITS ? Type.INT64 : Type.FIXED_LEN_BYTE_ARRAY;
            default -> Type.BYTE_ARRAY;
        };
        return new ParquetColumn(column, name, physical, physical == Type.FIXED_LEN_BYTE_ARRAY
                ? decimalBytes(column.precision()) : 0);
    }

    /// As few as hold all numbers of this many digits.
    private static int decimalBytes(int digits) {
        return BigInteger.TEN.pow(digits).bitLength() / Byte.SIZE + 1;
    }

    boolean nullable() {
        return column.nullable();
    }

    /// Whether values are whole numbers in one word.
    boolean isWhole() {
        return physical == Type.INT32 || physical == Type.INT64;
    }

    SchemaElement element() {
        SchemaElement element = new SchemaElement(name).setType(physical).setRepetition_type(nullable()
                ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
        if (length > 0) {
            element.setType_length(length);
        }
        return switch (column.type()) {
            case BOOLEAN, REAL, DOUBLE -> element;
            case TINYINT -> whole(element, Byte.SIZE, ConvertedType.INT_8);
            case SMALLINT -> whole(element, Short.SIZE, ConvertedType.INT_16);
            case INTEGER -> whole(element, Integer.SIZE, ConvertedType.INT_32);
            case BIGINT -> whole(element, Long.SIZE, ConvertedType.INT_64);
            case DECIMAL -> element.setLogicalType(LogicalType.DECIMAL(new DecimalType(column.scale(),
                    column.precision()))).setConverted_type(ConvertedType.DECIMAL).setScale(column.scale())
                    .setPrecision(column.precision());
            case TIMESTAMP -> element.setLogicalType(LogicalType.TIMESTAMP(new TimestampType(false, nanos())));
            case TIME -> element.setLogicalType(LogicalType.TIME(new TimeType(false, nanos())));
            case DATE -> element.setLogicalType(LogicalType.DATE(new DateType())).setConverted_type(ConvertedType.DATE);
            default -> element.setLogicalType(LogicalType.STRING(new StringType()))
                    .setConverted_type(ConvertedType.UTF8);
        };
    }

    private static SchemaElement whole(SchemaElement element, int bits, ConvertedType converted) {
        return element.setLogicalType(LogicalType.INTEGER(new IntType((byte) bits, true))).setConverted_type(converted);
    }

    private static TimeUnit nanos() {
        return TimeUnit.NANOS(new NanoSeconds());
    }

    /// Writes numbers, plain.
    ///
    /// @param width words of a value
    void putPlain(long[] words, int width, int from, int to, ByteSink sink) {
        switch (physical) {
            case INT32 -> {
                for (int i = from; i < to; i++) {
                    sink.putInt((int) words[i]);
                }
            }
            case INT64, DOUBLE -> {
                for (int i = from; i < to; i++) {
                    sink.putLong(words[i]);
                }
            }
            case FLOAT -> {
                for (int i = from; i < to; i++) {
                    sink.putInt(Float.floatToRawIntBits((float) Double.longBitsToDouble(words[i])));
                }
            }
            case FIXED_LEN_BYTE_ARRAY -> {
                for (int i = from; i < to; i++) {
                    long low = words[i * width + width - 1];
                    putFixed(width == 1 ? low >> 63 : words[2 * i], low, sink);
                }
            }
            case BOOLEAN -> sink.putBits(words, from, to, 1);
            case BYTE_ARRAY, INT96 -> throw new IllegalArgumentException("not a number: type=" + physical);
        }
    }

    /// The highest byte first.
    private void putFixed(long high, long low, ByteSink sink) {
        sink.reserve(length);
        for (int i = length - 1; i >= Long.BYTES; i--) {
            sink.write((int) (high >>> Byte.SIZE * (i - Long.BYTES)));
        }
        if (length < Long.BYTES) {
            throw new IllegalStateException("number too short: length=" + length);
        }
        sink.putLong(Long.reverseBytes(low));
    }
}
