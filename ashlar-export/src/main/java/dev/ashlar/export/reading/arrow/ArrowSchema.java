// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.arrow.StoredColumn.Codes;
import dev.ashlar.export.reading.arrow.StoredColumn.Form;
import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.SourceType;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.UnionMode;

/// The columns of a schema, and the nodes and buffers of its record batches.
final class ArrowSchema {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_COLUMNS = 4_096;
    private static final int MAX_SCALE = 1_000;
    private static final int MAX_NODES = 1 << 16;

    private final List<StoredColumn> columns = new ArrayList<>();
    private final List<Integer> buffers = new ArrayList<>();
    private final boolean old;

    /// Of a node that has more buffers than its type says.
    static final int VIEW = -1;

    ArrowSchema(Schema schema, short version) throws DamagedException {
        old = version < MetadataVersion.V5;
        if (version < MetadataVersion.V4) {
            throw new DamagedException("metadata is of a version before Arrow 0.8");
        }
        if (schema.endianness() != Endianness.Little) {
            throw new DamagedException("numbers are big endian, which is not supported");
        }
        for (int i = 0; i < schema.fieldsLength(); i++) {
            field(schema.fields(i), "", List.of(), 0, false);
        }
    }

    List<StoredColumn> columns() {
        return columns;
    }

    /// Buffers by node; [#VIEW] where the record batch says how many.
    List<Integer> buffers() {
        return buffers;
    }

    /// @param hidden whether it is part of a column that was named already
    private void field(Field field, String parent, List<Integer> around, int depth, boolean hidden)
            throws DamagedException {
        if (depth > MAX_DEPTH || columns.size() >= MAX_COLUMNS || buffers.size() >= MAX_NODES) {
            throw new DamagedException("schema has too many columns or levels: columns=" + columns.size() + ", levels="
                    + depth);
        }
        String own = field.name();
        String name = parent + (own == null ? "" : own);
        List<Integer> nodes = new ArrayList<>(around);
        nodes.add(buffers.size());
        DictionaryEncoding encoding = field.dictionary();
        byte type = field.typeType();
        buffers.add(encoding != null ? 2 : buffers(field));
        boolean structure = type == Type.Struct_ && encoding == null;
        if (!structure && !hidden) {
            columns.add(column(field, name, nodes, encoding));
        }
        if (encoding == null) {
            for (int i = 0; i < field.childrenLength(); i++) {
                field(field.children(i), name + '.', nodes, depth + 1, hidden || !structure);
            }
        }
    }

    private int buffers(Field field) {
        return switch (field.typeType()) {
            case Type.Null, Type.RunEndEncoded -> 0;
            case Type.Struct_, Type.FixedSizeList -> 1;
            case Type.Utf8, Type.Binary, Type.LargeUtf8, Type.LargeBinary, Type.ListView, Type.LargeListView -> 3;
            case Type.Utf8View, Type.BinaryView -> VIEW;
            case Type.Union -> (((Union) field.type(new Union())).mode() == UnionMode.Dense ? 2 : 1) + (old ? 1 : 0);
            default -> 2;
        };
    }

    private static StoredColumn column(Field field, String name, List<Integer> nodes, DictionaryEncoding encoding)
            throws DamagedException {
        StoredColumn column = column(field, name, nodes);
        if (encoding == null || column.type() instanceof SourceType.Unsupported) {
            return column;
        }
        Int index = encoding.indexType();
        Codes codes = index == null ? new Codes(Integer.BYTES, true)
                : new Codes(index.bitWidth() / Byte.SIZE, index.isSigned());
        if (codes.width() != Byte.BYTES && codes.width() != Short.BYTES && codes.width() != Integer.BYTES
                && codes.width() != Long.BYTES) {
            throw new DamagedException("dictionary has indices of a wrong width: bytes=" + codes.width());
        }
        return new StoredColumn(name, column.type(), column.form(), column.width(), nodes, codes, encoding.id());
    }

    private static StoredColumn column(Field field, String name, List<Integer> nodes) throws DamagedException {
        return switch (field.typeType()) {
            case Type.Null -> of(name, new SourceType.Text(), Form.NOTHING, 0, nodes);
            case Type.Bool -> of(name, new SourceType.Bool(), Form.BITS, 0, nodes);
            case Type.Int -> {
                Int type = (Int) field.type(new Int());
                yield of(name, new SourceType.Whole(whole(type)), type.isSigned() ? Form.SIGNED : Form.UNSIGNED,
                        type.bitWidth() / Byte.SIZE, nodes);
            }
            case Type.FloatingPoint -> real(((FloatingPoint) field.type(new FloatingPoint())).precision(), name, nodes);
            case Type.Decimal -> {
                Decimal type = (Decimal) field.type(new Decimal());
                int width = type.bitWidth() / Byte.SIZE;
                boolean known = width == 4 || width == 8 || width == 16 || width == 32;
                yield !known || type.scale() < 0 || type.scale() > MAX_SCALE
                        ? unsupported(name, "has decimals of scale " + type.scale() + " in " + width + " bytes; cast them",
                                nodes)
                        : of(name, new SourceType.Decimal(type.scale()), Form.DECIMAL, width, nodes);
            }
            case Type.Date -> ((Date) field.type(new Date())).unit() == DateUnit.DAY
                    ? of(name, new SourceType.Date(), Form.SIGNED, Integer.BYTES, nodes)
                    : of(name, new SourceType.Timestamp(1_000_000), Form.SIGNED, Long.BYTES, nodes);
            case Type.Time -> {
                Time type = (Time) field.type(new Time());
                yield of(name, new SourceType.Time(ns(type.unit())), Form.SIGNED, type.bitWidth() / Byte.SIZE, nodes);
            }
            case Type.Timestamp -> of(name,
                    new SourceType.Timestamp(ns(((Timestamp) field.type(new Timestamp())).unit())), Form.SIGNED,
                    Long.BYTES, nodes);
            case Type.Utf8, Type.Binary -> of(name, new SourceType.Text(), Form.TEXT, 0, nodes);
            case Type.LargeUtf8, Type.LargeBinary -> of(name, new SourceType.Text(), Form.LARGE_TEXT, 0, nodes);
            case Type.Utf8View, Type.BinaryView -> of(name, new SourceType.Text(), Form.VIEW, 0, nodes);
            case Type.FixedSizeBinary -> {
                int width = ((FixedSizeBinary) field.type(new FixedSizeBinary())).byteWidth();
                yield width <= 0 ? unsupported(name, "has values of " + width + " bytes", nodes) : of(name,
                        new SourceType.Text(), isUuid(field) && width == 2 * Long.BYTES ? Form.UUID : Form.FIXED_TEXT,
                        width, nodes);
            }
            case Type.Duration, Type.Interval ->
                    unsupported(name, "has durations; convert them to a number of units", nodes);
            default -> unsupported(name, "has lists, maps or unions; rows have one value a column, so unnest it", nodes);
        };
    }

    private static StoredColumn of(String name, SourceType type, Form form, int width, List<Integer> nodes)
            throws DamagedException {
        boolean number = form == Form.SIGNED || form == Form.UNSIGNED;
        if (number && Integer.bitCount(width) != 1 || number && width > Long.BYTES) {
            throw new DamagedException("numbers have a wrong width: bytes=" + width + ", column=" + name);
        }
        return new StoredColumn(name, type, form, width, nodes, null, 0);
    }

    private static StoredColumn unsupported(String name, String problem, List<Integer> nodes) {
        return new StoredColumn(name, new SourceType.Unsupported(problem), Form.NOTHING, 0, nodes, null, 0);
    }

    private static StoredColumn real(short precision, String name, List<Integer> nodes) throws DamagedException {
        return switch (precision) {
            case Precision.HALF -> of(name, new SourceType.Real(PrimitiveType.FLOAT), Form.HALF, Short.BYTES, nodes);
            case Precision.SINGLE -> of(name, new SourceType.Real(PrimitiveType.FLOAT), Form.FLOAT, Float.BYTES, nodes);
            case Precision.DOUBLE -> of(name, new SourceType.Real(PrimitiveType.DOUBLE), Form.DOUBLE, Double.BYTES,
                    nodes);
            default -> throw new DamagedException("floating-point numbers have an unknown precision: " + precision);
        };
    }

    private static boolean isUuid(Field field) {
        for (int i = 0; i < field.customMetadataLength(); i++) {
            KeyValue entry = field.customMetadata(i);
            if ("ARROW:extension:name".equals(entry.key()) && "arrow.uuid".equals(entry.value())) {
                return true;
            }
        }
        return false;
    }

    private static PrimitiveType whole(Int type) throws DamagedException {
        boolean signed = type.isSigned();
        return switch (type.bitWidth()) {
            case Byte.SIZE -> signed ? PrimitiveType.INT8 : PrimitiveType.UINT8;
            case Short.SIZE -> signed ? PrimitiveType.INT16 : PrimitiveType.UINT16;
            case Integer.SIZE -> signed ? PrimitiveType.INT32 : PrimitiveType.UINT32;
            case Long.SIZE -> signed ? PrimitiveType.INT64 : PrimitiveType.UINT64;
            default -> throw new DamagedException("whole numbers have a wrong width: bits=" + type.bitWidth());
        };
    }

    private static long ns(short unit) throws DamagedException {
        return switch (unit) {
            case TimeUnit.SECOND -> 1_000_000_000L;
            case TimeUnit.MILLISECOND -> 1_000_000;
            case TimeUnit.MICROSECOND -> 1_000;
            case TimeUnit.NANOSECOND -> 1;
            default -> throw new DamagedException("times have an unknown unit: " + unit);
        };
    }
}
