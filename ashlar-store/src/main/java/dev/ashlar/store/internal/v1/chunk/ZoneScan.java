// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_SHORT;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.Zone;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds the least and greatest of one number of many rows.
///
/// Numbers of all types are first made into keys, longs that compare as the numbers do, in loops that each do one
/// thing: these and the loop over keys the JIT makes fast.
///
/// **Threading**: one thread at a time. Allocates nothing for a row.
public final class ZoneScan {
    /// Rows that are looked at by one field after the other while they are in a near cache.
    public static final int BATCH_ROWS = 512;

    private static final int FLOAT_NAN = Float.floatToIntBits(Float.NaN);
    private static final long DOUBLE_NAN = Double.doubleToLongBits(Double.NaN);

    private final ZoneField field;
    private final boolean swap;
    private final long nullKey;
    private final long[] keys;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private long nulls;
    private long values;

    /// @param bigEndian whether the numbers are
    /// @param keys      room for those of a batch
    public ZoneScan(ZoneField field, boolean bigEndian, long[] keys) {
        this.field = field;
        swap = bigEndian;
        this.keys = keys;
        nullKey = switch (field.type()) {
            case FLOAT -> key(Float.intBitsToFloat((int) field.nullBits()));
            case DOUBLE -> key(Double.longBitsToDouble(field.nullBits()));
            case UINT64 -> field.nullBits() ^ Long.MIN_VALUE;
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> field.nullBits();
        };
    }

    /// Looks at rows.
    ///
    /// @param at   of the first block
    /// @param rows at most [#BATCH_ROWS]
    public void add(MemorySegment memory, long at, int stride, int rows) {
        long first = at + field.offset();
        switch (field.type()) {
            case CHAR, UINT8 -> bytes(memory, first, stride, rows, 0xff);
            case INT8 -> bytes(memory, first, stride, rows, -1);
            case UINT16 -> shorts(memory, first, stride, rows, 0xffff);
            case INT16 -> shorts(memory, first, stride, rows, -1);
            case UINT32 -> ints(memory, first, stride, rows, 0xffff_ffffL);
            case INT32 -> ints(memory, first, stride, rows, -1);
            case UINT64 -> longs(memory, first, stride, rows, Long.MIN_VALUE);
            case INT64 -> longs(memory, first, stride, rows, 0);
            case FLOAT -> floats(memory, first, stride, rows);
            case DOUBLE -> doubles(memory, first, stride, rows);
        }
        reduce(rows);
    }

    private void bytes(MemorySegment memory, long first, int stride, int rows, long mask) {
        for (int i = 0; i < rows; i++) {
            keys[i] = memory.get(ValueLayout.JAVA_BYTE, first + (long) i * stride) & mask;
        }
    }

    private void shorts(MemorySegment memory, long first, int stride, int rows, long mask) {
        boolean reverse = swap;
        for (int i = 0; i < rows; i++) {
            short value = memory.get(PACKED_SHORT, first + (long) i * stride);
            keys[i] = (reverse ? Short.reverseBytes(value) : value) & mask;
        }
    }

    private void ints(MemorySegment memory, long first, int stride, int rows, long mask) {
        boolean reverse = swap;
        for (int i = 0; i < rows; i++) {
            int value = memory.get(PACKED_INT, first + (long) i * stride);
            keys[i] = (reverse ? Integer.reverseBytes(value) : value) & mask;
        }
    }

    private void longs(MemorySegment memory, long first, int stride, int rows, long flip) {
        boolean reverse = swap;
        for (int i = 0; i < rows; i++) {
            long value = memory.get(PACKED_LONG, first + (long) i * stride);
            keys[i] = (reverse ? Long.reverseBytes(value) : value) ^ flip;
        }
    }

    private void floats(MemorySegment memory, long first, int stride, int rows) {
        boolean reverse = swap;
        for (int i = 0; i < rows; i++) {
            int bits = memory.get(PACKED_INT, first + (long) i * stride);
            keys[i] = key(Float.intBitsToFloat(reverse ? Integer.reverseBytes(bits) : bits));
        }
    }

    private void doubles(MemorySegment memory, long first, int stride, int rows) {
        boolean reverse = swap;
        for (int i = 0; i < rows; i++) {
            long bits = memory.get(PACKED_LONG, first + (long) i * stride);
            keys[i] = key(Double.longBitsToDouble(reverse ? Long.reverseBytes(bits) : bits));
        }
    }

    /// The null value of most numbers is the least or greatest that there is: where it lies outside of what was found
    /// there is none among them, and a loop that asks for nothing else is several times as fast.
    private void reduce(int rows) {
        long[] from = keys;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            least = Math.min(least, from[i]);
            greatest = Math.max(greatest, from[i]);
        }
        if (least <= nullKey && nullKey <= greatest) {
            reduceWithNulls(rows);
        } else {
            take(least, greatest, 0, rows);
        }
    }

    private void reduceWithNulls(int rows) {
        long[] from = keys;
        long nothing = nullKey;
        boolean skip = field.nullable();
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        long found = 0;
        for (int i = 0; i < rows; i++) {
            long key = from[i];
            boolean isNull = key == nothing;
            found += isNull ? 1 : 0;
            least = Math.min(least, isNull & skip ? Long.MAX_VALUE : key);
            greatest = Math.max(greatest, isNull & skip ? Long.MIN_VALUE : key);
        }
        take(least, greatest, found, skip ? rows - found : rows);
    }

    private void take(long least, long greatest, long found, long counted) {
        min = Math.min(min, least);
        max = Math.max(max, greatest);
        nulls += found;
        values += counted;
    }

    /// Zeros of either sign are one number, and so are all NaN.
    private static long key(float value) {
        int bits = value != value ? FLOAT_NAN : Float.floatToRawIntBits(value + 0f);
        return bits ^ bits >> 31 & Integer.MAX_VALUE;
    }

    private static long key(double value) {
        long bits = value != value ? DOUBLE_NAN : Double.doubleToRawLongBits(value + 0d);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    public Zone zone() {
        boolean empty = values == 0;
        return new Zone(field.offset(), field.type(), field.nullable(), empty, empty ? 0 : value(min),
                empty ? 0 : value(max), nulls);
    }

    private long value(long key) {
        PrimitiveType type = field.type();
        return switch (type) {
            case UINT64 -> key ^ Long.MIN_VALUE;
            case FLOAT -> ((int) key ^ (int) key >> 31 & Integer.MAX_VALUE) & 0xffff_ffffL;
            case DOUBLE -> key ^ key >> 63 & Long.MAX_VALUE;
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> key;
        };
    }
}
