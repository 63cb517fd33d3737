// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.arrow.StoredColumn.Form;
import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/// Reads the values of one column in a record batch or a dictionary.
///
/// **Threading**: one thread at a time.
final class ArrowCursor {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int VIEW_BYTES = 16;
    private static final int INLINE_BYTES = 12;
    private static final int MAX_TEXT_BYTES = 1 << 29;

    private final StoredColumn column;
    private final ColumnValues to;
    /// Which values are not NULL, of the structures around and of the column itself.
    private List<ArrowBuffer> validities = List.of();
    private List<ArrowBuffer> buffers = List.of();
    private ColumnValues dictionary;
    private int entries;
    private byte[] scratch = new byte[0];
    private byte[] bits = new byte[0];
    private byte[][] texts = new byte[0][];

    ArrowCursor(StoredColumn column, ColumnValues to) {
        this.column = column;
        this.to = to;
    }

    StoredColumn column() {
        return column;
    }

    /// Bytes of the texts of the record batch; 0 if they are in a dictionary.
    long textBytes() {
        return column.type().isBytes() && column.codes() == null
                ? buffers.stream().mapToLong(ArrowBuffer::length).reduce(0, Math::addExact) : 0;
    }

    /// Begins a record batch.
    ///
    /// @param valid of nodes with NULLs
    /// @param own   buffers of the column behind its validity
    void open(List<ArrowBuffer> valid, List<ArrowBuffer> own) {
        validities = valid;
        buffers = own;
        texts = new byte[own.size()][];
    }

    /// @param values  of the column's dictionary
    /// @param count   how many
    void open(ColumnValues values, int count) {
        dictionary = values;
        entries = count;
    }

    /// Reads the values of `count` rows from row `from` of the record batch on.
    void read(long from, int count) throws IOException {
        to.clear();
        read(from, 0, count);
    }

    /// @param at where the first goes
    void read(long from, int at, int count) throws IOException {
        if (count == 0) {
            // An array without values may have buffers without bytes.
            return;
        }
        if (column.form() == Form.NOTHING) {
            for (int i = 0; i < count; i++) {
                to.setNull(at + i);
            }
            return;
        }
        for (ArrowBuffer validity : validities) {
            int shift = bits(validity, from, count);
            for (int i = 0; i < count; i++) {
                if ((bits[shift + i >>> 3] >>> (shift + i & 7) & 1) == 0) {
                    to.setNull(at + i);
                }
            }
        }
        if (column.codes() != null) {
            codes(from, at, count);
            return;
        }
        switch (column.form()) {
            case BITS -> {
                int shift = bits(buffers.getFirst(), from, count);
                for (int i = 0; i < count; i++) {
                    to.longs[at + i] = bits[shift + i >>> 3] >>> (shift + i & 7) & 1;
                }
            }
            case SIGNED, UNSIGNED -> integers(column.width(), column.form() == Form.SIGNED, from, at, count);
            case HALF, FLOAT, DOUBLE -> reals(from, at, count);
            case DECIMAL -> decimals(from, at, count);
            case TEXT, LARGE_TEXT -> texts(from, at, count);
            case VIEW -> views(from, at, count);
            case FIXED_TEXT, UUID -> fixed(from, at, count);
            case NOTHING -> { }
        }
    }

    /// Reads bits.
    ///
    /// @return which of [#bits] is the first
    private int bits(ArrowBuffer from, long row, int count) throws IOException {
        long first = row >>> 3;
        int length = (int) ((row + count + 7 >>> 3) - first);
        if (bits.length < length) {
            bits = new byte[length];
        }
        from.read(first, length, bits);
        return (int) (row & 7);
    }

    private byte[] words(int width, long row, int count) throws IOException {
        long length = (long) width * count;
        buffers.getFirst().require(Math.multiplyExact(row, width), length);
        if (scratch.length < length) {
            scratch = ArrowBuffer.allocate(length);
        }
        buffers.getFirst().read(row * width, (int) length, scratch);
        return scratch;
    }

    private void integers(int width, boolean signed, long from, int at, int count) throws IOException {
        byte[] bytes = words(width, from, count);
        for (int i = 0; i < count; i++) {
            to.longs[at + i] = switch (width) {
                case Byte.BYTES -> signed ? bytes[i] : bytes[i] & 0xff;
                case Short.BYTES -> {
                    short value = (short) SHORT.get(bytes, i * Short.BYTES);
                    yield signed ? value : value & 0xffff;
                }
                case Integer.BYTES -> {
                    int value = (int) INT.get(bytes, i * Integer.BYTES);
                    yield signed ? value : value & 0xffff_ffffL;
                }
                default -> (long) LONG.get(bytes, i * Long.BYTES);
            };
        }
    }

    private void reals(long from, int at, int count) throws IOException {
        byte[] bytes = words(column.width(), from, count);
        for (int i = 0; i < count; i++) {
            to.longs[at + i] = switch (column.form()) {
                case HALF -> Double.doubleToRawLongBits(
                        Float.float16ToFloat((short) SHORT.get(bytes, i * Short.BYTES)));
                case FLOAT -> Double.doubleToRawLongBits(Float.intBitsToFloat((int) INT.get(bytes, i * Float.BYTES)));
                default -> (long) LONG.get(bytes, i * Double.BYTES);
            };
        }
    }

    private void decimals(long from, int at, int count) throws IOException {
        int width = column.width();
        if (width <= Long.BYTES) {
            integers(width, true, from, at, count);
            return;
        }
        byte[] bytes = words(width, from, count);
        for (int i = 0; i < count; i++) {
            int row = at + i;
            long low = (long) LONG.get(bytes, i * width);
            long high = (long) LONG.get(bytes, i * width + Long.BYTES);
            for (int word = 2; word < width / Long.BYTES; word++) {
                if ((long) LONG.get(bytes, i * width + word * Long.BYTES) != high >> Long.SIZE - 1 && !to.nulls[row]) {
                    throw new DamagedException("decimal of more than 128 bits; cast it");
                }
            }
            if (high != low >> Long.SIZE - 1 && !to.nulls[row]) {
                to.widen(row);
            }
            to.longs[row] = low;
            if (to.isWide()) {
                to.high[row] = high;
            }
        }
    }

    private void texts(long from, int at, int count) throws IOException {
        boolean large = column.form() == Form.LARGE_TEXT;
        byte[] offsets = words(large ? Long.BYTES : Integer.BYTES, from, count + 1);
        long begin = offset(offsets, 0, large);
        long end = offset(offsets, count, large);
        if (begin < 0 || end < begin || end - begin > MAX_TEXT_BYTES) {
            throw new DamagedException("texts of " + count + " rows have wrong places: from=" + begin + ", to=" + end);
        }
        buffers.get(1).require(begin, end - begin);
        byte[] bytes = ArrowBuffer.allocate(end - begin);
        buffers.get(1).read(begin, (int) (end - begin), bytes);
        boolean shared = to.share(bytes, at);
        long last = begin;
        for (int i = 0; i < count; i++) {
            long next = offset(offsets, i + 1, large);
            if (next < last || next > end) {
                throw new DamagedException("text has wrong offsets: from=" + last + ", to=" + next);
            }
            if (shared) {
                to.starts[at + i] = (int) (last - begin);
                to.ends[at + i] = (int) (next - begin);
            } else {
                to.append(at + i, bytes, (int) (last - begin), (int) (next - begin));
            }
            last = next;
        }
    }

    private static long offset(byte[] offsets, int index, boolean large) {
        return large ? (long) LONG.get(offsets, index * Long.BYTES) : (int) INT.get(offsets, index * Integer.BYTES);
    }

    private void views(long from, int at, int count) throws IOException {
        byte[] views = words(VIEW_BYTES, from, count);
        for (int i = 0; i < count; i++) {
            if (to.nulls[at + i]) {
                continue;
            }
            int view = i * VIEW_BYTES;
            int length = (int) INT.get(views, view);
            if (length >= 0 && length <= INLINE_BYTES) {
                to.append(at + i, views, view + Integer.BYTES, view + Integer.BYTES + length);
                continue;
            }
            int buffer = (int) INT.get(views, view + 2 * Integer.BYTES);
            int begin = (int) INT.get(views, view + 3 * Integer.BYTES);
            if (length < 0 || buffer < 0 || buffer >= buffers.size() - 1) {
                throw new DamagedException("text lies outside its buffer: bytes=" + length + ", buffer=" + buffer);
            }
            buffers.get(buffer + 1).require(begin, length);
            if (texts[buffer + 1] == null) {
                texts[buffer + 1] = buffers.get(buffer + 1).all();
            }
            to.append(at + i, texts[buffer + 1], begin, begin + length);
        }
    }

    private void fixed(long from, int at, int count) throws IOException {
        int width = column.width();
        byte[] bytes = words(width, from, count);
        for (int i = 0; i < count; i++) {
            if (column.form() == Form.FIXED_TEXT) {
                to.append(at + i, bytes, i * width, (i + 1) * width);
            } else {
                byte[] text = new UUID((long) BIG.get(bytes, i * width), (long) BIG.get(bytes, i * width + Long.BYTES))
                        .toString().getBytes(StandardCharsets.US_ASCII);
                to.append(at + i, text, 0, text.length);
            }
        }
    }

    private void codes(long from, int at, int count) throws IOException {
        int width = column.codes().width();
        byte[] bytes = words(width, from, count);
        if (dictionary == null) {
            throw new DamagedException("dictionary is missing, or comes after the rows that refer to it");
        }
        boolean text = column.type().isBytes();
        boolean shared = text && to.share(dictionary.bytes, at);
        if (dictionary.isWide()) {
            to.widen(at);
        }
        for (int i = 0; i < count; i++) {
            int row = at + i;
            if (to.nulls[row]) {
                continue;
            }
            long code = switch (width) {
                case Byte.BYTES -> column.codes().signed() ? bytes[i] : bytes[i] & 0xff;
                case Short.BYTES -> column.codes().signed() ? (short) SHORT.get(bytes, i * Short.BYTES)
                        : (short) SHORT.get(bytes, i * Short.BYTES) & 0xffff;
                case Integer.BYTES -> (int) INT.get(bytes, i * Integer.BYTES);
                default -> (long) LONG.get(bytes, i * Long.BYTES);
            };
            if (code < 0 || code >= entries) {
                throw new DamagedException("dictionary index out of range: number=" + code + ", size="
                        + entries);
            }
            take((int) code, row, text, shared);
        }
    }

    private void take(int entry, int row, boolean text, boolean shared) throws IOException {
        if (dictionary.nulls[entry]) {
            to.setNull(row);
        } else if (!text) {
            to.longs[row] = dictionary.longs[entry];
            if (to.isWide()) {
                to.high[row] = dictionary.isWide() ? dictionary.high[entry] : dictionary.longs[entry] >> Long.SIZE - 1;
            }
        } else if (shared) {
            to.starts[row] = dictionary.starts[entry];
            to.ends[row] = dictionary.ends[entry];
        } else {
            to.append(row, dictionary.bytes, dictionary.starts[entry], dictionary.ends[entry]);
        }
    }
}
