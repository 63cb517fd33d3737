// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Type;

/// Reads an Arrow file by its specification: metadata by Arrow's classes, buffers by hand.
final class ArrowRows {
    private static final String MAGIC = "ARROW1";
    private static final int ALIGNMENT = 8;

    private final ByteBuffer file;
    private final Footer footer;

    ArrowRows(Path path) throws IOException {
        file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        int end = file.limit();
        assertEquals(MAGIC, text(0, MAGIC.length()));
        assertEquals(MAGIC, text(end - MAGIC.length(), MAGIC.length()));
        int length = file.getInt(end - MAGIC.length() - Integer.BYTES);
        footer = Footer.getRootAsFooter(slice(end - MAGIC.length() - Integer.BYTES - length, length));
    }

    private String text(int at, int length) {
        byte[] bytes = new byte[length];
        file.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private ByteBuffer slice(int at, int length) {
        return file.slice(at, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    int batches() {
        return footer.recordBatchesLength();
    }

    /// All rows, as [dev.ashlar.sql.SqlResult] has values.
    List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < batches(); i++) {
            read(footer.recordBatches(i), rows);
        }
        return rows;
    }

    private void read(Block block, List<Object[]> to) {
        int at = (int) block.offset();
        assertEquals(-1, file.getInt(at));
        int length = file.getInt(at + Integer.BYTES);
        assertEquals(block.metaDataLength(), length + 2 * Integer.BYTES);
        Message message = Message.getRootAsMessage(slice(at + 2 * Integer.BYTES, length));
        assertEquals(MessageHeader.RecordBatch, message.headerType());
        assertEquals(block.bodyLength(), message.bodyLength());
        RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
        int body = at + block.metaDataLength();
        assertEquals(0, body % ALIGNMENT);
        int columns = footer.schema().fieldsLength();
        assertEquals(columns, batch.nodesLength());
        Object[][] rows = new Object[(int) batch.length()][columns];
        int buffer = 0;
        for (int i = 0; i < columns; i++) {
            buffer = read(batch, buffer, i, body, rows);
        }
        assertEquals(buffer, batch.buffersLength());
        to.addAll(List.of(rows));
    }

    private int read(RecordBatch batch, int firstBuffer, int column, int body, Object[][] rows) {
        Field field = footer.schema().fields(column);
        ByteBuffer valid = buffer(batch, firstBuffer, body);
        ByteBuffer values = buffer(batch, firstBuffer + 1, body);
        boolean isText = field.typeType() == Type.Utf8;
        ByteBuffer bytes = isText ? buffer(batch, firstBuffer + 2, body) : null;
        int nulls = 0;
        for (int row = 0; row < rows.length; row++) {
            if (valid.limit() > 0 && (valid.get(row / 8) >>> row % 8 & 1) == 0) {
                nulls++;
            } else {
                rows[row][column] = isText ? text(values, bytes, row) : value(field, values, row);
            }
        }
        assertEquals(batch.nodes(column).nullCount(), nulls);
        assertEquals(rows.length, batch.nodes(column).length());
        return firstBuffer + (isText ? 3 : 2);
    }

    private ByteBuffer buffer(RecordBatch batch, int index, int body) {
        assertEquals(0, batch.buffers(index).offset() % ALIGNMENT);
        return slice(body + (int) batch.buffers(index).offset(), (int) batch.buffers(index).length());
    }

    private static String text(ByteBuffer offsets, ByteBuffer bytes, int row) {
        int from = offsets.getInt(row * Integer.BYTES);
        byte[] text = new byte[offsets.getInt((row + 1) * Integer.BYTES) - from];
        bytes.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static Object value(Field field, ByteBuffer values, int row) {
        return switch (field.typeType()) {
            case Type.Bool -> (values.get(row / 8) >>> row % 8 & 1) != 0;
            case Type.Int -> switch (((Int) field.type(new Int())).bitWidth()) {
                case Byte.SIZE -> (long) values.get(row);
                case Short.SIZE -> (long) values.getShort(row * Short.BYTES);
                case Integer.SIZE -> (long) values.getInt(row * Integer.BYTES);
                default -> values.getLong(row * Long.BYTES);
            };
            case Type.FloatingPoint -> ((FloatingPoint) field.type(new FloatingPoint())).precision() == Precision.SINGLE
                    ? (double) values.getFloat(row * Float.BYTES) : values.getDouble(row * Double.BYTES);
            case Type.Decimal -> {
                byte[] digits = new byte[16];
                for (int i = 0; i < digits.length; i++) {
                    digits[i] = values.get(row * 16 + 15 - i);
                }
                yield new BigDecimal(new BigInteger(digits), ((Decimal) field.type(new Decimal())).scale());
            }
            case Type.Timestamp -> values.getLong(row * Long.BYTES);
            case Type.Date -> LocalDate.ofEpochDay(values.getInt(row * Integer.BYTES));
            case Type.Time -> LocalTime.ofNanoOfDay(values.getLong(row * Long.BYTES));
            default -> throw new AssertionError("type=" + field.typeType());
        };
    }
}
