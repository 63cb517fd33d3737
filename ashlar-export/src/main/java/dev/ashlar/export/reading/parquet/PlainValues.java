// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.apache.parquet.format.Type;

/// Values as they are (PLAIN).
///
/// **Threading**: one thread.
final class PlainValues implements PageValues {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int TIME96_BYTES = 12;
    private static final long JULIAN_1970 = 2_440_588;
    private static final long NS_PER_DAY = 86_400_000_000_000L;

    private byte[] bytes;
    private int at;
    private int end;
    private Type type;
    private int length;
    private int bit;

    /// @param fixedLength bytes of a value of fixed length
    void open(byte[] from, int begin, int to, Type physical, int fixedLength) {
        bytes = from;
        at = begin;
        end = to;
        type = physical;
        length = fixedLength;
        bit = 0;
    }

    private void require(long wanted) throws DamagedException {
        if (wanted > end - at) {
            throw new DamagedException("values end early");
        }
    }

    @Override
    public void numbers(long[] to, int begin, int count) throws DamagedException {
        switch (type) {
            case BOOLEAN -> booleans(to, begin, count);
            case INT32, FLOAT -> {
                require((long) count * Integer.BYTES);
                for (int i = 0; i < count; i++) {
                    to[begin + i] = ByteWords.integer(bytes, at + i * Integer.BYTES);
                }
                at += count * Integer.BYTES;
            }
            case INT64, DOUBLE -> {
                require((long) count * Long.BYTES);
                MemorySegment.copy(MemorySegment.ofArray(bytes), LONG, at, to, begin, count);
                at += count * Long.BYTES;
            }
            case INT96 -> {
                require((long) count * TIME96_BYTES);
                for (int i = 0; i < count; i++, at += TIME96_BYTES) {
                    to[begin + i] = time96();
                }
            }
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> throw new DamagedException("bytes where numbers are expected");
        }
    }

    private void booleans(long[] to, int begin, int count) throws DamagedException {
        require((bit + (long) count + Byte.SIZE - 1) / Byte.SIZE);
        for (int i = 0; i < count; i++, bit++) {
            to[begin + i] = bytes[at + (bit >>> 3)] >>> (bit & 7) & 1;
        }
        at += bit >>> 3;
        bit &= 7;
    }

    /// Nanoseconds of the day, then the Julian day.
    private long time96() throws DamagedException {
        long nanos = ByteWords.word(bytes, at);
        long day = ByteWords.integer(bytes, at + Long.BYTES) - JULIAN_1970;
        try {
            return Math.addExact(Math.multiplyExact(day, NS_PER_DAY), nanos);
        } catch (ArithmeticException _) {
            throw new DamagedException("INT96 time outside the years 1677 to 2262; leave the column out with --ignore: "
                    + "days since 1970=" + day);
        }
    }

    @Override
    public void bytes(ColumnValues to, int begin, int count) throws IOException {
        boolean fixed = type == Type.FIXED_LEN_BYTE_ARRAY;
        boolean shared = to.share(bytes, begin);
        for (int i = begin; i < begin + count; i++) {
            int size = length;
            if (!fixed) {
                require(Integer.BYTES);
                size = ByteWords.integer(bytes, at);
                at += Integer.BYTES;
            }
            if (size < 0 || size > end - at) {
                throw new DamagedException("text is longer than its page: bytes=" + Integer.toUnsignedLong(size));
            }
            if (shared) {
                to.starts[i] = at;
                to.ends[i] = at + size;
            } else {
                to.append(i, bytes, at, at + size);
            }
            at += size;
        }
    }
}
