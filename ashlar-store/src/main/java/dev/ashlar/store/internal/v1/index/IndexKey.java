// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_SHORT;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.values.ValueKeyLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;

/// Where the key of an index lies in the blocks of a table. In blocks of all versions it is the same place.
///
/// Bytes of a key are taken in pieces, one for each field; in a row they lie where the fields are, in a key that
/// somebody looks up one after the other.
///
/// **Threading**: immutable.
public final class IndexKey implements IntegerField {
    private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

    /// Of the hash of bytes; each index has another, so that nobody can prepare keys that meet.
    private final long factor = FACTOR ^ new SplittableRandom().nextLong() << Short.SIZE;
    private final List<String> fields;
    private final NullRule[] nulls;
    /// What a block has to reach, and the version that it has to be of.
    private final int end;
    private final int since;
    private final boolean swap;
    /// Of an integer: where, and which; null of bytes.
    private final PrimitiveType primitive;
    private final int offset;
    private final boolean unsigned;
    /// Of bytes: where each piece lies in a block and in a key.
    private final int[] rowOffsets;
    private final int[] keyOffsets;
    private final int[] lengths;
    private final int length;

    /// @throws IllegalArgumentException if the fields cannot be a key
    public IndexKey(Block block, List<String> names, ByteOrder order) {
        ValueKeyLayout layout = ValueKeyLayout.of(block, names, order);
        fields = layout.names();
        List<Field> found = fields.stream().map(name -> block.fields().stream()
                .filter(field -> field.name().equals(name)).findFirst().orElseThrow()).toList();
        nulls = found.stream().map(field -> NullRule.of(field, order)).filter(NullRule::isEver)
                .toArray(NullRule[]::new);
        end = found.stream().mapToInt(field -> field.offset() + field.encodedLength()).max().orElse(0);
        since = found.stream().mapToInt(field -> field.meta().sinceVersion()).max().orElse(0);
        swap = order == ByteOrder.BIG_ENDIAN;
        Number number = found.size() == 1 ? Number.of(found.getFirst().type(), found.getFirst().offset()) : null;
        primitive = number == null ? null : number.primitive;
        offset = number == null ? 0 : number.offset;
        unsigned = primitive != null && primitive.isUnsigned();
        rowOffsets = new int[layout.fields()];
        keyOffsets = new int[layout.fields()];
        lengths = new int[layout.fields()];
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            rowOffsets[i] = layout.offset(i);
            lengths[i] = layout.length(i);
            keyOffsets[i] = at;
            at += lengths[i];
        }
        length = primitive == null ? at : Long.BYTES;
    }

    /// A single integer in a block.
    private record Number(PrimitiveType primitive, int offset) {
        static Number of(Type type, int offset) {
            return switch (type) {
                case ScalarType scalar -> scalar.isArray() ? null : of(scalar.primitive(), offset);
                case EnumType enumType -> of(enumType.primitive(), offset);
                case SetType _ -> null;
                case CompositeType composite -> {
                    List<Member> inBytes = composite.members().stream().filter(m -> m.encodedLength() > 0).toList();
                    yield inBytes.size() == 1
                            ? of(inBytes.getFirst().type(), offset + inBytes.getFirst().offset()) : null;
                }
            };
        }

        private static Number of(PrimitiveType primitive, int offset) {
            return primitive == PrimitiveType.CHAR || primitive.isFloatingPoint() ? null
                    : new Number(primitive, offset);
        }
    }

    /// @throws IllegalArgumentException if the table has no such field, or it is no integer
    public static IndexKey integer(Table table, String field) {
        IndexKey key = new IndexKey(table.block(), List.of(field), table.schema().byteOrder());
        if (!key.isInteger()) {
            throw new IllegalArgumentException("field is not one integer: field=" + field + " (" + table.name() + ")");
        }
        return key;
    }

    boolean isInteger() {
        return primitive != null;
    }

    boolean isUnsignedLong() {
        return primitive == PrimitiveType.UINT64;
    }

    /// Bytes of a key.
    int length() {
        return length;
    }

    List<String> fields() {
        return fields;
    }

    /// Whether blocks of a layout have all of the key.
    boolean isIn(RowLayout layout) {
        return layout.blockLength() >= end && layout.schemaVersion() >= since;
    }

    boolean isNull(MemorySegment memory, long block) {
        for (NullRule rule : nulls) {
            if (rule.isNull(memory, block)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isPresent(MemorySegment memory, long block, RowLayout layout) {
        return isIn(layout) && !isNull(memory, block);
    }

    @Override
    public long get(MemorySegment memory, long block) {
        long at = block + offset;
        return switch (primitive.size()) {
            case Byte.BYTES -> {
                byte value = memory.get(ValueLayout.JAVA_BYTE, at);
                yield unsigned ? value & 0xffL : value;
            }
            case Short.BYTES -> {
                short value = memory.get(PACKED_SHORT, at);
                value = swap ? Short.reverseBytes(value) : value;
                yield unsigned ? value & 0xffffL : value;
            }
            case Integer.BYTES -> {
                int value = memory.get(PACKED_INT, at);
                value = swap ? Integer.reverseBytes(value) : value;
                yield unsigned ? value & 0xffff_ffffL : value;
            }
            default -> {
                long value = memory.get(PACKED_LONG, at);
                yield swap ? Long.reverseBytes(value) : value;
            }
        };
    }

    /// Of the bytes in a block.
    long hashRow(MemorySegment memory, long block) {
        return hash(memory, block, rowOffsets);
    }

    /// Of the bytes of a key.
    long hashKey(MemorySegment memory, long at) {
        return hash(memory, at, keyOffsets);
    }

    private long hash(MemorySegment memory, long at, int[] offsets) {
        long hash = length;
        for (int i = 0; i < lengths.length; i++) {
            long from = at + offsets[i];
            int whole = lengths[i] & -Long.BYTES;
            for (int j = 0; j < whole; j += Long.BYTES) {
                hash = add(hash, memory.get(PACKED_LONG, from + j));
            }
            if (whole < lengths[i]) {
                hash = add(hash, rest(memory, from + whole, lengths[i] - whole));
            }
        }
        return hash;
    }

    private long add(long hash, long word) {
        long next = (hash ^ word) * factor;
        return next ^ next >>> 32;
    }

    private static long rest(MemorySegment memory, long from, int bytes) {
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            word = word << Byte.SIZE | memory.get(ValueLayout.JAVA_BYTE, from + i) & 0xffL;
        }
        return word;
    }

    /// Loads the first byte of a key in a block.
    ///
    /// @return something that the caller has to use, or the load may be left out
    long touch(MemorySegment memory, long block) {
        return memory.get(ValueLayout.JAVA_BYTE, block + rowOffsets[0]);
    }

    /// Whether the bytes of a key are those in a block.
    boolean isKeyOf(MemorySegment key, long keyAt, MemorySegment memory, long block) {
        return same(key, keyAt, keyOffsets, memory, block);
    }

    /// Whether two blocks have the same bytes there.
    boolean sameRows(MemorySegment one, long oneBlock, MemorySegment other, long otherBlock) {
        return same(one, oneBlock, rowOffsets, other, otherBlock);
    }

    private boolean same(MemorySegment one, long oneAt, int[] oneOffsets, MemorySegment other, long otherBlock) {
        for (int i = 0; i < lengths.length; i++) {
            long from = oneAt + oneOffsets[i];
            long to = otherBlock + rowOffsets[i];
            int whole = lengths[i] & -Long.BYTES;
            for (int j = 0; j < whole; j += Long.BYTES) {
                if (one.get(PACKED_LONG, from + j) != other.get(PACKED_LONG, to + j)) {
                    return false;
                }
            }
            if (whole < lengths[i] && rest(one, from + whole, lengths[i] - whole)
                    != rest(other, to + whole, lengths[i] - whole)) {
                return false;
            }
        }
        return true;
    }

    /// Compares bytes of a key with those in a block, as unsigned numbers, the first that differ decide.
    ///
    /// @param bytes of the key that count: all, or a prefix
    int compare(MemorySegment key, long keyAt, int bytes, MemorySegment memory, long block) {
        return compare(key, keyAt, keyOffsets, bytes, memory, block);
    }

    int compareRows(MemorySegment one, long oneBlock, MemorySegment other, long otherBlock) {
        return compare(one, oneBlock, rowOffsets, length, other, otherBlock);
    }

    private int compare(MemorySegment one, long oneAt, int[] oneOffsets, int bytes, MemorySegment other,
            long otherBlock) {
        int left = bytes;
        for (int i = 0; i < lengths.length && left > 0; i++) {
            for (int j = 0; j < Math.min(lengths[i], left); j++) {
                int difference = (one.get(ValueLayout.JAVA_BYTE, oneAt + oneOffsets[i] + j) & 0xff)
                        - (other.get(ValueLayout.JAVA_BYTE, otherBlock + rowOffsets[i] + j) & 0xff);
                if (difference != 0) {
                    return difference;
                }
            }
            left -= lengths[i];
        }
        return 0;
    }

    /// The first 8 bytes in a block, as a number that is as much greater as they are; less are filled up with zeros.
    long headOfRow(MemorySegment memory, long block) {
        return head(memory, block, rowOffsets, length);
    }

    /// The same of the first bytes of a key.
    long headOfKey(MemorySegment memory, long at, int bytes) {
        return head(memory, at, keyOffsets, bytes);
    }

    private long head(MemorySegment memory, long at, int[] offsets, int bytes) {
        long head = 0;
        int taken = 0;
        for (int i = 0; i < lengths.length && taken < Long.BYTES; i++) {
            for (int j = 0; j < lengths[i] && taken < Math.min(bytes, Long.BYTES); j++) {
                head = head << Byte.SIZE | memory.get(ValueLayout.JAVA_BYTE, at + offsets[i] + j) & 0xffL;
                taken++;
            }
            if (taken == bytes) {
                break;
            }
        }
        return taken == 0 ? 0 : head << (Long.BYTES - taken) * Byte.SIZE;
    }
}
