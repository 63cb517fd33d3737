// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.ingest.table.SourceType;
import dev.ashlar.sbe.ir.PrimitiveType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;

/// A column as the file declares it.
///
/// @param name     path of names, joined by points
/// @param type     what its values are
/// @param physical how they are stored; null of a type that cannot be read
/// @param length   bytes of a value of fixed length
/// @param maxLevel definition level of a value that is not NULL
/// @param leaf     its number among the chunks of a row group; -1 of a type that cannot be read
/// @param form     how stored values become those of the type
record ColumnSchema(String name, SourceType type, Type physical, int length, int maxLevel, int leaf, Form form) {
    private static final int MAX_SCALE = 1_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_US = 1_000;
    private static final SourceType UNKNOWN_UNIT = new SourceType.Unsupported("has times of an unknown unit; cast them");

    /// How stored values become those of [SourceType].
    enum Form { SAME, UNSIGNED_INT, FLOAT, DECIMAL, HALF, UUID }

    private record Meaning(SourceType type, Form form) {
    }

    static ColumnSchema unsupported(String name, String problem) {
        return new ColumnSchema(name, new SourceType.Unsupported(problem), null, 0, 0, -1, Form.SAME);
    }

    static ColumnSchema of(String name, SchemaElement element, int maxLevel, int leaf) {
        Type physical = element.getType();
        Meaning meaning = switch (physical) {
            case BOOLEAN -> new Meaning(new SourceType.Bool(), Form.SAME);
            case INT32 -> int32(element);
            case INT64 -> int64(element);
            case INT96 -> new Meaning(new SourceType.Timestamp(1), Form.SAME);
            case FLOAT -> new Meaning(new SourceType.Real(PrimitiveType.FLOAT), Form.FLOAT);
            case DOUBLE -> new Meaning(new SourceType.Real(PrimitiveType.DOUBLE), Form.SAME);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(element);
        };
        if (physical == Type.FIXED_LEN_BYTE_ARRAY && element.getType_length() <= 0) {
            return unsupported(name, "has values of " + element.getType_length() + " bytes");
        }
        return new ColumnSchema(name, meaning.type(), physical, element.getType_length(), maxLevel, leaf,
                meaning.form());
    }

    private static Meaning int32(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        if (logical != null && logical.isSetDATE() || converted == ConvertedType.DATE) {
            return new Meaning(new SourceType.Date(), Form.SAME);
        }
        if (logical != null && logical.isSetTIME() || converted == ConvertedType.TIME_MILLIS) {
            return new Meaning(new SourceType.Time(NS_PER_MS), Form.SAME);
        }
        if (isDecimal(element)) {
            return decimal(element, Form.SAME);
        }
        PrimitiveType whole = whole(logical, converted, PrimitiveType.INT32);
        return new Meaning(new SourceType.Whole(whole), whole.isUnsigned() ? Form.UNSIGNED_INT : Form.SAME);
    }

    private static Meaning int64(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        if (logical != null && logical.isSetTIMESTAMP()) {
            long unitNs = ns(logical.getTIMESTAMP().getUnit());
            return new Meaning(unitNs == 0 ? UNKNOWN_UNIT : new SourceType.Timestamp(unitNs), Form.SAME);
        }
        if (logical != null && logical.isSetTIME()) {
            long unitNs = ns(logical.getTIME().getUnit());
            return new Meaning(unitNs == 0 ? UNKNOWN_UNIT : new SourceType.Time(unitNs), Form.SAME);
        }
        if (isDecimal(element)) {
            return decimal(element, Form.SAME);
        }
        SourceType type = converted == ConvertedType.TIMESTAMP_MILLIS ? new SourceType.Timestamp(NS_PER_MS)
                : converted == ConvertedType.TIMESTAMP_MICROS ? new SourceType.Timestamp(NS_PER_US)
                : converted == ConvertedType.TIME_MICROS ? new SourceType.Time(NS_PER_US)
                : new SourceType.Whole(whole(logical, converted, PrimitiveType.INT64));
        return new Meaning(type, Form.SAME);
    }

    private static Meaning bytes(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        boolean fixed = element.getType() == Type.FIXED_LEN_BYTE_ARRAY;
        if (isDecimal(element)) {
            return decimal(element, Form.DECIMAL);
        }
        if (fixed && logical != null && logical.isSetFLOAT16() && element.getType_length() == Short.BYTES) {
            return new Meaning(new SourceType.Real(PrimitiveType.FLOAT), Form.HALF);
        }
        if (fixed && logical != null && logical.isSetUUID() && element.getType_length() == 2 * Long.BYTES) {
            return new Meaning(new SourceType.Text(), Form.UUID);
        }
        if (element.getConverted_type() == ConvertedType.INTERVAL) {
            return new Meaning(new SourceType.Unsupported("has intervals; convert them to a number of units"),
                    Form.SAME);
        }
        return new Meaning(new SourceType.Text(), Form.SAME);
    }

    private static boolean isDecimal(SchemaElement element) {
        return element.isSetLogicalType() && element.getLogicalType().isSetDECIMAL()
                || element.getConverted_type() == ConvertedType.DECIMAL;
    }

    private static Meaning decimal(SchemaElement element, Form form) {
        LogicalType logical = element.getLogicalType();
        int scale = logical != null && logical.isSetDECIMAL() ? logical.getDECIMAL().getScale() : element.getScale();
        return scale < 0 || scale > MAX_SCALE
                ? new Meaning(new SourceType.Unsupported("has decimals of a scale that is no scale: " + scale), form)
                : new Meaning(new SourceType.Decimal(scale), form);
    }

    private static PrimitiveType whole(LogicalType logical, ConvertedType converted, PrimitiveType usual) {
        if (logical != null && logical.isSetINTEGER()) {
            boolean signed = logical.getINTEGER().isIsSigned();
            return switch (logical.getINTEGER().getBitWidth()) {
                case Byte.SIZE -> signed ? PrimitiveType.INT8 : PrimitiveType.UINT8;
                case Short.SIZE -> signed ? PrimitiveType.INT16 : PrimitiveType.UINT16;
                case Integer.SIZE -> signed ? PrimitiveType.INT32 : PrimitiveType.UINT32;
                case Long.SIZE -> signed ? PrimitiveType.INT64 : PrimitiveType.UINT64;
                default -> usual;
            };
        }
        return converted == null ? usual : switch (converted) {
            case INT_8 -> PrimitiveType.INT8;
            case INT_16 -> PrimitiveType.INT16;
            case UINT_8 -> PrimitiveType.UINT8;
            case UINT_16 -> PrimitiveType.UINT16;
            case UINT_32 -> PrimitiveType.UINT32;
            case UINT_64 -> PrimitiveType.UINT64;
            default -> usual;
        };
    }

    /// Nanoseconds of a unit; 0 of an unknown one.
    private static long ns(TimeUnit unit) {
        return unit.isSetMILLIS() ? NS_PER_MS : unit.isSetMICROS() ? NS_PER_US : unit.isSetNANOS() ? 1 : 0;
    }
}
