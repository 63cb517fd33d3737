// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.ingest.internal.text.DigitWords;
import dev.ashlar.ingest.internal.text.TimeText;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes values into one place of blocks. Allocates nothing for values that fit.
///
/// **Threading**: one thread; writers share their scanners.
abstract sealed class FieldWriter permits ExactWriter, RealWriter, ElementsWriter, FieldWriter.Time, FieldWriter.Text,
        FieldWriter.Code, FieldWriter.Bit {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /// Bytes of text that are copied one by one faster than by a call.
    private static final int SHORT_TEXT = 24;

    final int offset;
    /// Whether the block has a null value for it.
    final boolean nullable;

    FieldWriter(int offset, boolean nullable) {
        this.offset = offset;
        this.nullable = nullable;
    }

    /// Writes the text of a value that is not NULL over the null value.
    ///
    /// @param block offset of the block
    /// @return why the value does not fit; empty if it was written
    abstract String write(byte[] bytes, int from, int to, MemorySegment memory, long block);

    /// Writes values of the field's own type, and leaves the others to [#write].
    ///
    /// @param block  offset of the block of value `from`
    /// @param stride bytes from block to block
    /// @return `to`, or the first value that was not written: it has another type, does not fit, or is a NULL that the
    ///         field does not have
    int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
            int stride) {
        return from;
    }

    /// Why a value is not written although its text would be; empty for most.
    String refuse(SourceType type, ColumnValues values, int row) {
        return "";
    }

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
    static double special(byte[] bytes, int from, int to) {
        return equalsIgnoreCase(bytes, from, to, "NaN") ? Double.NaN
                : equalsIgnoreCase(bytes, from, to, "Infinity") ? Double.POSITIVE_INFINITY
                : equalsIgnoreCase(bytes, from, to, "-Infinity") ? Double.NEGATIVE_INFINITY : 0;
    }

    /// Points in time as a count of units since 1970.
    static final class Time extends FieldWriter {
        private final PrimitiveType primitive;
        private final long nothing;
        private final long unitNs;
        private final ByteOrder order;
        private final TimeText time;

        /// @param nothing the null value
        Time(int offset, boolean nullable, PrimitiveType primitive, long nothing, long unitNs, ByteOrder order,
                TimeText time) {
            super(offset, nullable);
            this.primitive = primitive;
            this.nothing = nothing;
            this.unitNs = unitNs;
            this.order = order;
            this.time = time;
        }

        boolean isNanoseconds() {
            return unitNs == 1;
        }

        @Override
        int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
                int stride) {
            long sourceNs = type instanceof SourceType.Timestamp(long ns) ? ns : type instanceof SourceType.Date
                    ? TimeText.NS_PER_DAY : 0;
            if (sourceNs == 0 || primitive.size() != Long.BYTES) {
                return from;
            }
            long most = Long.MAX_VALUE / sourceNs;
            long least = primitive == PrimitiveType.UINT64 ? 0 : -most;
            long at = block + offset;
            for (int i = from; i < to; i++, at += stride) {
                if (values.nulls[i]) {
                    if (!nullable) {
                        return i;
                    }
                    continue;
                }
                long value = values.longs[i];
                long valueNs = value * sourceNs;
                if (value < least || value > most || unitNs != 1 && valueNs % unitNs != 0) {
                    return i;
                }
                long units = unitNs == 1 ? valueNs : valueNs / unitNs;
                if (nullable && units == nothing) {
                    return i;
                }
                AnyMemory.putLong(memory, at, units, order);
            }
            return to;
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
            long units = time.epochNs / unitNs;
            if (nullable && units == nothing) {
                return "the field reads this time as NULL; give it another null value";
            }
            put(memory, block + offset, primitive, units, order);
            return "";
        }
    }

    /// Text, padded with NUL.
    static final class Text extends FieldWriter {
        private final int length;
        private final boolean ascii;
        private final byte nothing;

        /// @param nothing the null value: text that begins with NUL is NULL if it is 0, else text of nothing but it
        Text(int offset, boolean nullable, int length, boolean ascii, byte nothing) {
            super(offset, nullable);
            this.length = length;
            this.ascii = ascii;
            this.nothing = nothing;
        }

        @Override
        int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
                int stride) {
            if (!type.isBytes() || length > SHORT_TEXT) {
                return from;
            }
            long at = block + offset;
            for (int i = from; i < to; i++, at += stride) {
                int start = values.starts[i];
                int end = values.ends[i];
                if (values.nulls[i]) {
                    if (!nullable) {
                        return i;
                    }
                } else if (end - start > length || !DigitWords.hasWord(values.bytes, end + length)
                        || Utf8.kind(values.bytes, start, end) != Utf8.ASCII || isNull(values.bytes, start, end)) {
                    return i;
                } else {
                    put(values.bytes, start, end, memory, at);
                }
            }
            return to;
        }

        /// Writes a short text, behind which the array has more bytes, eight at a time.
        private void put(byte[] bytes, int from, int to, MemorySegment memory, long at) {
            for (int i = 0; i < length; i += Long.BYTES) {
                int left = to - from - i;
                long word = left <= 0 ? 0 : DigitWords.word(bytes, from + i)
                        & -1L >>> (Long.BYTES - Math.min(left, Long.BYTES)) * Byte.SIZE;
                int size = Math.min(Long.BYTES, length - i);
                if (size == Long.BYTES) {
                    memory.set(LONG, at + i, word);
                } else if (size >= Integer.BYTES) {
                    // Two that may overlap.
                    memory.set(INT, at + i, (int) word);
                    memory.set(INT, at + length - Integer.BYTES, (int) (word >>> (size - Integer.BYTES) * Byte.SIZE));
                } else {
                    for (int j = 0; j < size; j++) {
                        memory.set(ValueLayout.JAVA_BYTE, at + i + j, (byte) (word >>> j * Byte.SIZE));
                    }
                }
            }
        }

        /// Whether the field would read the text as NULL.
        private boolean isNull(byte[] bytes, int from, int to) {
            if (!nullable || nothing == 0 || to - from < length) {
                return nullable && nothing == 0 && from == to;
            }
            int at = from;
            while (at < to && bytes[at] == nothing) {
                at++;
            }
            return at == to;
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            int count = to - from;
            if (count > length) {
                return "text longer than its field: bytes=" + count + ", length=" + length;
            }
            int kind = Utf8.kind(bytes, from, to);
            if (kind == Utf8.INVALID || kind == Utf8.NUL || kind == Utf8.WIDE && ascii) {
                return kind == Utf8.WIDE ? "text is not ASCII, but its field is" : Utf8.problem(kind);
            }
            if (isNull(bytes, from, to)) {
                return count > 0 ? "the field reads this text as NULL; give it another null value"
                        : "empty text, which the field reads as NULL; leave the value empty without quotes, or give "
                        + "the field another null value";
            }
            long at = block + offset;
            if (length > SHORT_TEXT) {
                MemorySegment.copy(bytes, from, memory, ValueLayout.JAVA_BYTE, at, count);
                memory.asSlice(at + count, length - count).fill((byte) 0);
                return "";
            }
            for (int i = 0; i < length; i++) {
                memory.set(ValueLayout.JAVA_BYTE, at + i, i < count ? bytes[from + i] : 0);
            }
            return "";
        }
    }

    /// The names of an enum, or its numbers.
    static final class Code extends FieldWriter {
        private final EnumType type;
        private final List<EnumType.ValidValue> values;
        private final boolean truth;
        private final ByteOrder order;

        Code(int offset, boolean nullable, EnumType type, ByteOrder order) {
            super(offset, nullable);
            this.type = type;
            this.values = type.values();
            this.order = order;
            truth = values.size() == 2 && hasName("false") && hasName("true");
        }

        private boolean hasName(String name) {
            return values.stream().anyMatch(value -> value.name().equalsIgnoreCase(name));
        }

        @Override
        int writeSame(SourceType source, ColumnValues columnValues, int from, int to, MemorySegment memory, long block,
                int stride) {
            EnumType.ValidValue no = type.value("false");
            EnumType.ValidValue yes = type.value("true");
            if (!(source instanceof SourceType.Bool) || no == null || yes == null || isNull(no) || isNull(yes)) {
                return from;
            }
            long at = block + offset;
            for (int i = from; i < to; i++, at += stride) {
                if (!columnValues.nulls[i]) {
                    put(memory, at, type.primitive(), columnValues.longs[i] == 0 ? no.bits() : yes.bits(), order);
                } else if (!nullable) {
                    return i;
                }
            }
            return to;
        }

        private static boolean isName(byte[] bytes, int from, int to, EnumType.ValidValue value) {
            return value.name().equals(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
        }

        private boolean isNull(EnumType.ValidValue value) {
            return nullable && type.effectiveNull().equals(Literal.of(value.bits()));
        }

        /// The number of a value without a name, as queries show it. An enum of false and true is BOOLEAN in queries,
        /// which reject any other number.
        private boolean writeNumber(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            if (truth) {
                return false;
            }
            PrimitiveType primitive = type.primitive();
            try {
                String text = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
                long bits = primitive == PrimitiveType.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
                int size = primitive.size() * Byte.SIZE;
                boolean fits = size == Long.SIZE || (primitive.isUnsigned() || primitive == PrimitiveType.CHAR
                        ? bits >>> size == 0 : bits >= -1L << size - 1 && bits < 1L << size - 1);
                EnumType.ValidValue unnamed = new EnumType.ValidValue("", bits, Meta.NONE);
                boolean canonical = text.equals(primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits)
                        : Long.toString(bits));
                if (!fits || !canonical || isNull(unnamed) || values.stream().anyMatch(value -> value.bits() == bits)) {
                    return false;
                }
                put(memory, block + offset, primitive, bits, order);
                return true;
            } catch (NumberFormatException _) {
                return false;
            }
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            EnumType.ValidValue found = null;
            int alike = 0;
            for (int i = 0; i < values.size(); i++) {
                if (equalsIgnoreCase(bytes, from, to, values.get(i).name())) {
                    found = alike++ == 0 || isName(bytes, from, to, values.get(i)) ? values.get(i) : found;
                }
            }
            if (alike > 1 && !isName(bytes, from, to, found)) {
                return "enum " + type.name() + " has " + alike + " such names in other cases";
            }
            if (found != null && isNull(found)) {
                return "the field reads this name as NULL";
            }
            if (found != null) {
                put(memory, block + offset, type.primitive(), found.bits(), order);
                return "";
            }
            return writeNumber(bytes, from, to, memory, block) ? "" : "enum " + type.name() + " has no such name";
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
        int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
                int stride) {
            if (!(type instanceof SourceType.Bool)) {
                return from;
            }
            for (int i = from; i < to; i++) {
                if (values.nulls[i]) {
                    return i;
                }
                if (values.longs[i] != 0) {
                    set(memory, block + (long) (i - from) * stride);
                }
            }
            return to;
        }

        private void set(MemorySegment memory, long block) {
            int index = bit / Byte.SIZE;
            long at = block + offset + (order == ByteOrder.LITTLE_ENDIAN ? index : primitive.size() - 1 - index);
            byte old = memory.get(ValueLayout.JAVA_BYTE, at);
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) (old | 1 << bit % Byte.SIZE));
        }

        @Override
        String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
            boolean set = equalsIgnoreCase(bytes, from, to, "true");
            if (!set && !equalsIgnoreCase(bytes, from, to, "false")) {
                return "not true or false";
            }
            if (set) {
                set(memory, block);
            }
            return "";
        }
    }
}
