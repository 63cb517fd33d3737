// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Whole numbers, and decimals as mantissas of a constant exponent.
final class ExactWriter extends FieldWriter {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED
            .withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int LONG_DIGITS = 18;

    private final PrimitiveType primitive;
    private final long least;
    private final long greatest;
    private final long nothing;
    private final int scale;
    private final ByteOrder order;
    private final NumberText number;

    /// @param nothing the null value
    /// @param scale   digits after the point; negative for a mantissa that counts tens, hundreds, …
    ExactWriter(int offset, boolean nullable, PrimitiveType primitive, long least, long greatest, long nothing,
            int scale, ByteOrder order, NumberText number) {
        super(offset, nullable);
        this.primitive = primitive;
        this.least = least;
        this.greatest = greatest;
        this.nothing = nothing;
        this.scale = scale;
        this.order = order;
        this.number = number;
    }

    @Override
    int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
            int stride) {
        boolean unsigned = type instanceof SourceType.Whole(PrimitiveType whole) && whole == PrimitiveType.UINT64;
        int digits = switch (type) {
            case SourceType.Whole _ -> 0;
            case SourceType.Decimal(int places) when !values.isWide() -> places;
            default -> Integer.MAX_VALUE;
        };
        if (digits > scale || scale - digits > LONG_DIGITS) {
            return from;
        }
        boolean toUnsigned = primitive == PrimitiveType.UINT64;
        if (toUnsigned && (scale != digits || unsigned)) {
            return unsigned && scale == 0 ? unsigned(values, from, to, memory, block + offset, stride) : from;
        }
        long tens = 1;
        for (int i = digits; i < scale; i++) {
            tens *= 10;
        }
        // What is negative as a signed number lies beyond every signed field.
        long low = unsigned ? Math.max(0, Math.ceilDiv(least, tens)) : toUnsigned && least < 0 ? Long.MAX_VALUE
                : Math.ceilDiv(least, tens);
        long high = toUnsigned && greatest < 0 ? Long.MAX_VALUE : Math.floorDiv(greatest, tens);
        return signed(values, from, to, low, high, tens, memory, block + offset, stride);
    }

    private int signed(ColumnValues values, int from, int to, long low, long high, long tens, MemorySegment memory,
            long first, int stride) {
        boolean[] nulls = values.nulls;
        long[] longs = values.longs;
        long at = first;
        int size = order == ByteOrder.LITTLE_ENDIAN ? primitive.size() : 0;
        for (int i = from; i < to; i++, at += stride) {
            if (nulls[i]) {
                if (!nullable) {
                    return i;
                }
                continue;
            }
            long value = longs[i];
            if (value < low || value > high) {
                return i;
            }
            value *= tens;
            if (value == nothing && nullable) {
                return i;
            }
            switch (size) {
                case Byte.BYTES -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
                case Short.BYTES -> memory.set(SHORT, at, (short) value);
                case Integer.BYTES -> memory.set(INT, at, (int) value);
                case Long.BYTES -> memory.set(LONG, at, value);
                default -> put(memory, at, primitive, value, order);
            }
        }
        return to;
    }

    private int unsigned(ColumnValues values, int from, int to, MemorySegment memory, long first, int stride) {
        long at = first;
        for (int i = from; i < to; i++, at += stride) {
            if (values.nulls[i]) {
                if (!nullable) {
                    return i;
                }
                continue;
            }
            long value = values.longs[i];
            if (Long.compareUnsigned(value, least) < 0 || Long.compareUnsigned(value, greatest) > 0
                    || value == nothing && nullable) {
                return i;
            }
            put(memory, at, primitive, value, order);
        }
        return to;
    }

    @Override
    String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
        if (!number.parse(bytes, from, to)) {
            return scale <= 0 ? "not a whole number" : "not a decimal number";
        }
        if (number.overflow && !number.scientific) {
            // Perhaps by the zeros that a decimal with many digits after the point ends with.
            number.parse(bytes, from, number.significantEnd());
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
                return scale == 0 ? "not a whole number" : scale < 0 ? "not a multiple of 1E" + -scale
                        : "more than " + scale + " digits after the point; its type needs more";
            }
            magnitude = Long.divideUnsigned(magnitude, 10);
        }
        long value = number.negative ? -magnitude : magnitude;
        if (primitive == PrimitiveType.UINT64) {
            if (number.negative && magnitude != 0 || Long.compareUnsigned(magnitude, greatest) > 0
                    || Long.compareUnsigned(magnitude, least) < 0) {
                return range();
            }
            // The least long is its own magnitude.
        } else if (magnitude < 0 && value != Long.MIN_VALUE || !number.negative && magnitude < 0 || value < least
                || value > greatest) {
            return range();
        }
        if (nullable && value == nothing) {
            return "the field reads this number as NULL; give it another null value";
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
