// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes the text of values into one place of a block. Allocates nothing for values that fit.
///
/// **Threading**: one thread; writers share their scanners.
abstract sealed class FieldWriter {
    static final int NAN = 1;
    private static final int INFINITY = 2;
    private static final int MINUS_INFINITY = 3;

    final int offset;
    /// Whether the block has a null value for it.
    final boolean nullable;

    FieldWriter(int offset, boolean nullable) {
        this.offset = offset;
        this.nullable = nullable;
    }

    /// Writes a value that is not NULL over the null value.
    ///
    /// @param block offset of the block
    /// @return why the value does not fit; empty if it was written
    abstract String write(byte[] bytes, int from, int to, MemorySegment memory, long block);

    static void put(MemorySegment memory, long at, PrimitiveType type, long bits, ByteOrder order) {
        switch (type) {
            case CHAR, INT8, UINT8 -> AnyMemory.putByte(memory, at, (byte) bits, order);
            case INT16, UINT16 -> AnyMemory.putShort(memory, at, (short) bits, order);
            case INT32, UINT32 -> AnyMemory.putInt(memory, at, (int) bits, order);
            case INT64, UINT64 -> AnyMemory.putLong(memory, at, bits, order);
            case FLOAT -> AnyMemory.putFloat(memory, at, (float) Double.longBitsToDouble(bits), order);
            case DOUBLE -> AnyMemory.putDouble(memory, at, Double.longBitsToDouble(bits), order);
        }
    }

    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String ascii) {
        if (to - from != ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (Character.toLowerCase(bytes[from + i]) != Character.toLowerCase(ascii.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// Which of the doubles that are no numbers it is; 0 for none.
    static int special(byte[] bytes, int from, int to) {
        return equalsIgnoreCase(bytes, from, to, "NaN") ? NAN : equalsIgnoreCase(bytes, from, to, "Infinity") ? INFINITY
                : equalsIgnoreCase(bytes, from, to, "-Infinity") ? MINUS_INFINITY : 0;
    }

    static String problem(int kind) {
        return kind == Utf8.NUL ? "text has a NUL, which would end it in a field; if the file is UTF-16, convert it: "
                + "iconv -f UTF-16 -t UTF-8" : "text is not UTF-8; convert the file: iconv -f WINDOWS-1252 -t UTF-8";
    }

    /// Whole numbers, and decimals as mantissas of a constant exponent.
    static final class Exact extends FieldWriter {
        private final PrimitiveType primitive;
        private final long least;
        private final long greatest;
        private final int scale;
        private final ByteOrder order;
        private final NumberText number;

        Exact(int offset, boolean nullable, PrimitiveType primitive, long least, long greatest, int scale,
                ByteOrder order, NumberText number) {
            super(offset, nullable);
            this.primitive = primitive;
            this.least = least;
            this.greatest = greatest;
            this.scale = scale;
            this.order = order;
            this.number = number;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            if (!number.parse(bytes, from, to)) {
                return scale == 0 ? "not a whole number" : "not a decimal number";
            }
            if (number.overflow || number.scientific) {
                return number.scientific ? "a power of ten; its type must be double" : range();
            }
            long magnitude = number.magnitude;
            for (int i = number.scale; i < scale; i++) {
                if (Long.compareUnsigned(magnitude, Long.divideUnsigned(-1L, 10)) > 0) {
                    return range();
                }
                magnitude *= 10;
            }
            for (int i = scale; i < number.scale; i++) {
                if (Long.remainderUnsigned(magnitude, 10) != 0) {
                    return scale == 0 ? "not a whole number"
                            : "more than " + scale + " digits after the point; its type needs more";
                }
                magnitude = Long.divideUnsigned(magnitude, 10);
            }
            if (primitive == PrimitiveType.UINT64) {
                if (number.negative && magnitude != 0 || Long.compareUnsigned(magnitude, greatest) > 0
                        || Long.compareUnsigned(magnitude, least) < 0) {
                    return range();
                }
                put(memory, block + offset, primitive, magnitude, order);
                return "";
            }
            long value = number.negative ? -magnitude : magnitude;
            if (magnitude < 0 || value < least || value > greatest) {
                return range();
            }
            put(memory, block + offset, primitive, value, order);
            return "";
        }

        private String range() {
            boolean unsigned = primitive == PrimitiveType.UINT64;
            String bounds = (unsigned ? Long.toUnsignedString(least) : Long.toString(least)) + " to "
                    + (unsigned ? Long.toUnsignedString(greatest) : Long.toString(greatest));
            return "out of range: " + (scale == 0 ? "" : "in units of its last of " + scale + " digits, ") + bounds
                    + ", type=" + primitive.sbeName();
        }
    }

    /// Floating-point numbers.
    static final class Real extends FieldWriter {
        private final PrimitiveType primitive;
        private final ByteOrder order;
        private final NumberText number;

        Real(int offset, boolean nullable, PrimitiveType primitive, ByteOrder order, NumberText number) {
            super(offset, nullable);
            this.primitive = primitive;
            this.order = order;
            this.number = number;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            double value;
            if (number.parse(bytes, from, to)) {
                value = number.toDouble();
                if (Double.isInfinite(value) || primitive == PrimitiveType.FLOAT && Float.isInfinite((float) value)) {
                    return "out of range, type=" + primitive.sbeName();
                }
            } else {
                int special = special(bytes, from, to);
                if (special == 0) {
                    return "not a number";
                }
                if (special == NAN && nullable) {
                    return "NaN, which an optional " + primitive.sbeName() + " reads as NULL";
                }
                value = special == NAN ? Double.NaN : special == INFINITY ? Double.POSITIVE_INFINITY
                        : Double.NEGATIVE_INFINITY;
            }
            put(memory, block + offset, primitive, Double.doubleToRawLongBits(value), order);
            return "";
        }
    }

    /// Points in time as a count of units since 1970.
    static final class Time extends FieldWriter {
        private final PrimitiveType primitive;
        private final long unitNs;
        private final ByteOrder order;
        private final TimeText time;

        Time(int offset, boolean nullable, PrimitiveType primitive, long unitNs, ByteOrder order, TimeText time) {
            super(offset, nullable);
            this.primitive = primitive;
            this.unitNs = unitNs;
            this.order = order;
            this.time = time;
        }

        boolean isNanoseconds() {
            return unitNs == 1;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            if (!time.parse(bytes, from, to)) {
                return "not a time in ISO form from 1677 to 2262, such as 2026-03-09 14:30:00.5";
            }
            if (time.epochNs % unitNs != 0) {
                return "time is not a multiple of the field's unit, " + unitNs + " ns";
            }
            if (primitive == PrimitiveType.UINT64 && time.epochNs < 0) {
                return "time before 1970, type=uint64";
            }
            put(memory, block + offset, primitive, time.epochNs / unitNs, order);
            return "";
        }
    }

    /// Text, padded with NUL.
    static final class Text extends FieldWriter {
        private final int length;
        private final boolean ascii;
        private final boolean emptyIsNull;

        Text(int offset, boolean nullable, int length, boolean ascii, boolean emptyIsNull) {
            super(offset, nullable);
            this.length = length;
            this.ascii = ascii;
            this.emptyIsNull = emptyIsNull;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            int count = to - from;
            if (count > length) {
                return "text longer than its field: bytes=" + count + ", length=" + length;
            }
            int kind = Utf8.kind(bytes, from, to);
            if (kind == Utf8.INVALID || kind == Utf8.NUL || kind == Utf8.WIDE && ascii) {
                return kind == Utf8.WIDE ? "text is not ASCII, which the field is" : problem(kind);
            }
            if (count == 0 && emptyIsNull) {
                return "empty text, which the field reads as NULL; leave the value empty without quotes, or give the "
                        + "field another null value";
            }
            MemorySegment.copy(bytes, from, memory, ValueLayout.JAVA_BYTE, block + offset, count);
            memory.asSlice(block + offset + count, length - count).fill((byte) 0);
            return "";
        }
    }

    /// The names of an enum, or its numbers.
    static final class Code extends FieldWriter {
        private final EnumType type;
        private final List<EnumType.ValidValue> values;
        private final ByteOrder order;

        Code(int offset, boolean nullable, EnumType type, ByteOrder order) {
            super(offset, nullable);
            this.type = type;
            this.values = type.values();
            this.order = order;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            EnumType.ValidValue found = null;
            for (int i = 0; i < values.size(); i++) {
                String name = values.get(i).name();
                if (equalsIgnoreCase(bytes, from, to, name)) {
                    if (found != null && !name.equals(new String(bytes, from, to - from, StandardCharsets.US_ASCII))) {
                        continue;
                    }
                    found = values.get(i);
                }
            }
            if (found != null && nullable && type.effectiveNull().equals(Literal.of(found.bits()))) {
                return "the field reads this name as NULL";
            }
            if (found != null) {
                put(memory, block + offset, type.primitive(), found.bits(), order);
                return "";
            }
            return "enum " + type.name() + " has no such name";
        }
    }

    /// One choice of a set.
    static final class Bit extends FieldWriter {
        private final PrimitiveType primitive;
        private final int bit;
        private final ByteOrder order;

        Bit(int offset, PrimitiveType primitive, int bit, ByteOrder order) {
            super(offset, false);
            this.primitive = primitive;
            this.bit = bit;
            this.order = order;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            boolean set = equalsIgnoreCase(bytes, from, to, "true");
            if (!set && !equalsIgnoreCase(bytes, from, to, "false")) {
                return "not true or false";
            }
            if (set) {
                int index = bit / Byte.SIZE;
                long at = block + offset + (order == ByteOrder.LITTLE_ENDIAN ? index : primitive.size() - 1 - index);
                byte old = memory.get(ValueLayout.JAVA_BYTE, at);
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (old | 1 << bit % Byte.SIZE));
            }
            return "";
        }
    }
}
