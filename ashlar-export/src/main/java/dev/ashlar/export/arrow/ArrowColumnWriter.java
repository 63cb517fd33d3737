// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile.Part;
import dev.ashlar.export.pipeline.Validity;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.sql.SqlColumn;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/// Encodes a column of an answer as a column of a file.
record ArrowColumnWriter(SqlColumn column, String name) {
    private static final int WIDE_BITS = 128;

    /// A column of a batch: its buffers, in Arrow's order.
    ///
    /// @param nullCount rows without a value
    record Encoded(List<ByteSink> buffers, int nullCount) { }

    /// @return where the builder has the field
    int field(FlatBufferBuilder builder) {
        int named = builder.createString(name);
        int children = Field.createChildrenVector(builder, new int[0]);
        int type = type(builder);
        return Field.createField(builder, named, column.nullable(), typeType(), type, 0, children, 0);
    }

    private byte typeType() {
        return switch (column.type()) {
            case BOOLEAN -> Type.Bool;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Type.Int;
            case REAL, DOUBLE -> Type.FloatingPoint;
            case DECIMAL -> Type.Decimal;
            case TIMESTAMP -> Type.Timestamp;
            case DATE -> Type.Date;
            case TIME -> Type.Time;
            default -> Type.Utf8;
        };
    }

    private int type(FlatBufferBuilder builder) {
        return switch (column.type()) {
            case BOOLEAN -> {
                Bool.startBool(builder);
                yield Bool.endBool(builder);
            }
            case TINYINT -> Int.createInt(builder, Byte.SIZE, true);
            case SMALLINT -> Int.createInt(builder, Short.SIZE, true);
            case INTEGER -> Int.createInt(builder, Integer.SIZE, true);
            case BIGINT -> Int.createInt(builder, Long.SIZE, true);
            case REAL -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
            case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
            case DECIMAL -> Decimal.createDecimal(builder, column.precision(), column.scale(), WIDE_BITS);
            case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.NANOSECOND, 0);
            case DATE -> Date.createDate(builder, DateUnit.DAY);
            case TIME -> Time.createTime(builder, TimeUnit.NANOSECOND, Long.SIZE);
            default -> {
                Utf8.startUtf8(builder);
                yield Utf8.endUtf8(builder);
            }
        };
    }

    Encoded encode(List<Part> parts) {
        Validity presence = Validity.of(parts);
        if (presence.nullCount() > 0 && !column.nullable()) {
            throw new IllegalStateException("NULL in a column that has none: column=" + name);
        }
        List<ByteSink> buffers = new ArrayList<>();
        buffers.add(validity(presence));
        if (typeType() == Type.Utf8) {
            buffers.addAll(texts(parts, presence.rows()));
        } else {
            ByteSink values = new ByteSink(presence.rows() * Long.BYTES);
            if (typeType() == Type.Bool) {
                truths(parts, presence.rows(), values);
            } else {
                parts.forEach(part -> numbers(part, values));
            }
            buffers.add(values);
        }
        return new Encoded(buffers, presence.nullCount());
    }

    /// Empty if all rows have a value.
    private static ByteSink validity(Validity presence) {
        ByteSink bits = new ByteSink(presence.nullCount() == 0 ? 0 : presence.rows() / Byte.SIZE + Long.BYTES);
        if (presence.nullCount() > 0) {
            for (int row = 0; row < presence.rows(); row += Long.SIZE) {
                bits.putLong(~presence.nulls()[row >> 6]);
            }
            bits.truncate((presence.rows() + Byte.SIZE - 1) / Byte.SIZE);
        }
        return bits;
    }

    private static void truths(List<Part> parts, int rows, ByteSink values) {
        long[] truths = new long[rows];
        int at = 0;
        for (Part part : parts) {
            long[] words = ((ColumnVector.Words) part.vector()).words();
            for (int row = 0; row < part.rows(); row++) {
                truths[at++] = words[row] & 1;
            }
        }
        values.putBits(truths, 0, rows, 1);
    }

    private void numbers(Part part, ByteSink to) {
        int rows = part.rows();
        if (column.type() == JDBCType.DECIMAL) {
            decimals(part, to);
            return;
        }
        long[] words = ((ColumnVector.Words) part.vector()).words();
        switch (column.type()) {
            case TINYINT -> {
                for (int row = 0; row < rows; row++) {
                    to.write((int) words[row]);
                }
            }
            case SMALLINT -> {
                for (int row = 0; row < rows; row++) {
                    to.putShort((int) words[row]);
                }
            }
            case INTEGER, DATE -> {
                for (int row = 0; row < rows; row++) {
                    to.putInt((int) words[row]);
                }
            }
            case REAL -> {
                for (int row = 0; row < rows; row++) {
                    to.putInt(Float.floatToRawIntBits((float) Double.longBitsToDouble(words[row])));
                }
            }
            default -> to.putLongs(words, rows);
        }
    }

    private static void decimals(Part part, ByteSink to) {
        switch (part.vector()) {
            case ColumnVector.Words found -> {
                for (int row = 0; row < part.rows(); row++) {
                    to.putLong(found.words()[row]);
                    to.putLong(found.words()[row] >> 63);
                }
            }
            case ColumnVector.WideWords found -> {
                for (int row = 0; row < part.rows(); row++) {
                    to.putLong(found.words()[2 * row + 1]);
                    to.putLong(found.words()[2 * row]);
                }
            }
            case ColumnVector.CodedTexts _, ColumnVector.Texts _ -> throw new IllegalArgumentException(
                    "text in a column of numbers");
        }
    }

    private static List<ByteSink> texts(List<Part> parts, int rows) {
        ByteSink offsets = new ByteSink((rows + 1) * Integer.BYTES);
        ByteSink bytes = new ByteSink(rows * Long.BYTES);
        offsets.putInt(0);
        for (Part part : parts) {
            switch (part.vector()) {
                case ColumnVector.CodedTexts found -> {
                    for (int row = 0; row < part.rows(); row++) {
                        if (!found.isNull(row)) {
                            byte[] text = found.texts()[found.codes()[row]];
                            bytes.write(text, 0, text.length);
                        }
                        offsets.putInt(bytes.length());
                    }
                }
                case ColumnVector.Texts found -> {
                    int before = bytes.length();
                    bytes.write(found.bytes(), 0, found.offsets()[part.rows()]);
                    for (int row = 1; row <= part.rows(); row++) {
                        offsets.putInt(before + found.offsets()[row]);
                    }
                }
                case ColumnVector.Words _, ColumnVector.WideWords _ -> throw new IllegalArgumentException(
                        "number in a column of texts");
            }
        }
        return List.of(offsets, bytes);
    }
}
