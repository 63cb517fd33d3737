// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.reorder;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_SHORT;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.store.internal.v1.index.NullRule;
import dev.ashlar.store.internal.v1.table.Rows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Values of a row's fields as bytes whose order, as of unsigned numbers, is that of the values: numbers by their
/// value, NaN after all others; text by its bytes before the first NUL; enums and sets by their number; null last. Keys
/// are as short as possible, since sorting costs by the byte.
///
/// **Threading**: immutable.
final class OrderKey {
    /// The time of a row, in place of a field.
    static final String TIME = "_time";
    private static final ValueLayout.OfLong ORDERED =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt ORDERED_INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort ORDERED_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /// In front of each value that may be null.
    private static final byte VALUE = 0;
    private static final byte NULL = 1;

    /// One value.
    ///
    /// @param offset from the begin of the block
    /// @param count  of characters; 0 of a number
    /// @param end    what a block has to reach if it has the value
    /// @param since  version that a block has to be of likewise
    private record Part(int offset, PrimitiveType primitive, int count, NullRule nulls, int end, int since,
            boolean swap) {
        boolean mayBeNull() {
            return nulls != null || since > 0;
        }

        int bytes() {
            return (mayBeNull() ? 1 : 0) + primitive.size() * Math.max(count, 1);
        }

        boolean isNull(MemorySegment memory, long block, int blockLength, int version) {
            if (!mayBeNull()) {
                assert end <= blockLength : "end=" + end + ", blockLength=" + blockLength;
                return false;
            }
            return end > blockLength || since > version || nulls != null && nulls.isNull(memory, block);
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final int length;

    /// @throws IllegalArgumentException if there is no such field, or its values have no order
    OrderKey(Rows table, List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("no fields to order by (" + table.name() + ")");
        }
        ByteOrder order = table.schema().byteOrder();
        for (String name : names) {
            Field field = table.block().fields().stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
            if (field != null) {
                parts.add(part(field, order));
            } else if (name.equals(TIME) && table.timeOffset().isPresent()) {
                int offset = table.timeOffset().getAsInt();
                parts.add(new Part(offset, PrimitiveType.UINT64, 0, null, offset + Long.BYTES, 0, table.swapsTime()));
            } else {
                throw new IllegalArgumentException("no such field: field=" + name + ", there are "
                        + table.block().fields().stream().map(Field::name).toList() + " (" + table.name() + ")");
            }
        }
        length = parts.stream().mapToInt(Part::bytes).sum();
    }

    private static Part part(Field field, ByteOrder order) {
        Type type = field.type();
        int offset = field.offset();
        if (type instanceof CompositeType composite) {
            List<Member> inBytes = composite.members().stream().filter(m -> m.encodedLength() > 0).toList();
            type = inBytes.size() == 1 ? inBytes.getFirst().type() : composite;
            offset += inBytes.size() == 1 ? inBytes.getFirst().offset() : 0;
        }
        PrimitiveType primitive = switch (type) {
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR || !scalar.isArray() ->
                scalar.primitive();
            case EnumType enumType -> enumType.primitive();
            case SetType set -> set.primitive();
            case ScalarType _, CompositeType _ -> null;
        };
        if (primitive == null || field.encodedLength() == 0) {
            throw new IllegalArgumentException("cannot order by a constant, an array or a composite of several "
                    + "members: field=" + field.name());
        }
        int count = type instanceof ScalarType scalar && primitive == PrimitiveType.CHAR ? scalar.length() : 0;
        NullRule nulls = NullRule.of(field, order);
        return new Part(offset, primitive, count, nulls.isEver() ? nulls : null,
                field.offset() + field.encodedLength(), field.meta().sinceVersion(), order == ByteOrder.BIG_ENDIAN);
    }

    /// Bytes of each key.
    int length() {
        return length;
    }

    /// Writes the key of a block.
    void write(MemorySegment memory, long block, int blockLength, int version, MemorySegment to, long at) {
        long place = at;
        for (Part part : parts) {
            boolean isNull = part.isNull(memory, block, blockLength, version);
            if (part.mayBeNull()) {
                to.set(ValueLayout.JAVA_BYTE, place++, isNull ? NULL : VALUE);
            }
            if (part.count == 0) {
                putNumber(isNull ? 0 : number(part, memory, block + part.offset), part.primitive.size(), to, place);
                place += part.primitive.size();
            } else {
                int letters = isNull ? 0 : text(memory, block + part.offset, part.count, to, place);
                for (int i = letters; i < part.count; i++) {
                    to.set(ValueLayout.JAVA_BYTE, place + i, (byte) 0);
                }
                place += part.count;
            }
        }
    }

    /// @return how many letters there are before the first NUL
    private static int text(MemorySegment memory, long from, int count, MemorySegment to, long at) {
        for (int i = 0; i < count; i++) {
            byte letter = memory.get(ValueLayout.JAVA_BYTE, from + i);
            if (letter == 0) {
                return i;
            }
            to.set(ValueLayout.JAVA_BYTE, at + i, letter);
        }
        return count;
    }

    private static void putNumber(long number, int bytes, MemorySegment to, long at) {
        switch (bytes) {
            case Byte.BYTES -> to.set(ValueLayout.JAVA_BYTE, at, (byte) number);
            case Short.BYTES -> to.set(ORDERED_SHORT, at, (short) number);
            case Integer.BYTES -> to.set(ORDERED_INT, at, (int) number);
            default -> to.set(ORDERED, at, number);
        }
    }

    /// A number whose last bytes, as many as the value has, are as much greater, without sign, as the value is.
    private static long number(Part part, MemorySegment memory, long at) {
        long bits = switch (part.primitive.size()) {
            case Byte.BYTES -> memory.get(ValueLayout.JAVA_BYTE, at);
            case Short.BYTES -> {
                short value = memory.get(PACKED_SHORT, at);
                yield part.swap ? Short.reverseBytes(value) : value;
            }
            case Integer.BYTES -> {
                int value = memory.get(PACKED_INT, at);
                yield part.swap ? Integer.reverseBytes(value) : value;
            }
            default -> {
                long value = memory.get(PACKED_LONG, at);
                yield part.swap ? Long.reverseBytes(value) : value;
            }
        };
        return switch (part.primitive) {
            case INT8, INT16, INT32, INT64 -> bits ^ Long.MIN_VALUE >>> Long.SIZE - part.primitive.size() * Byte.SIZE;
            case CHAR, UINT8, UINT16, UINT32, UINT64 -> bits;
            case FLOAT -> real(Float.intBitsToFloat((int) bits));
            case DOUBLE -> real(Double.longBitsToDouble(bits));
        };
    }

    private static int real(float value) {
        // Zeros are equal, and all that are no numbers.
        int bits = Float.floatToIntBits(value == 0 ? 0 : value);
        return bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE;
    }

    private static long real(double value) {
        long bits = Double.doubleToLongBits(value == 0 ? 0 : value);
        return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    }
}
