// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Compresses bytes in Snappy's block format, which every Parquet reader supports.
///
/// Libraries for it are native code or use internal classes of the JDK, and Java 25 warns about both. A block is its
/// length, then literals and copies of earlier bytes:
///
/// | tag, lowest 2 bits | then                                   | means                                         |
/// |--------------------|----------------------------------------|-----------------------------------------------|
/// | 0                  | length - 1 in the tag, or after it     | a literal follows                             |
/// | 1                  | length - 4 in 3 bits, offset in 11     | a copy of 4 to 11 bytes, at most 2047 back    |
/// | 2                  | length - 1 in 6 bits, offset in 16     | a copy of up to 64 bytes, at most 65535 back  |
///
/// **Threading**: one thread.
final class Snappy {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int TABLE_BITS = 14;
    private static final int MULTIPLIER = 0x1e35_a7bd;
    /// Maximum distance of a copy.
    private static final int MAX_OFFSET = (1 << 16) - 1;
    private static final int MIN_MATCH = 4;
    private static final int MAX_COPY = 64;
    private static final int MAX_SHORT_COPY = 11;
    private static final int MAX_SHORT_OFFSET = (1 << 11) - 1;
    /// Literals of up to this many bytes have their length in the tag.
    private static final int MAX_SHORT_LITERAL = 60;
    /// Logarithm of the number of bytes without a match after which only every second byte is tried, and so on.
    private static final int PATIENCE_LOG = 5;

    private final int[] table = new int[1 << TABLE_BITS];

    void compress(byte[] from, int start, int end, ByteSink to) {
        to.putVarint(end - start);
        Arrays.fill(table, start);
        int literal = start;
        int at = start + 1;
        int last = end - Long.BYTES;
        int misses = 1 << PATIENCE_LOG;
        while (at < last) {
            int word = (int) INT.get(from, at);
            int slot = word * MULTIPLIER >>> Integer.SIZE - TABLE_BITS;
            int candidate = table[slot];
            table[slot] = at;
            if (at - candidate > MAX_OFFSET || (int) INT.get(from, candidate) != word) {
                at += misses++ >>> PATIENCE_LOG;
                continue;
            }
            misses = 1 << PATIENCE_LOG;
            literal(from, literal, at, to);
            int length = MIN_MATCH + equal(from, candidate + MIN_MATCH, at + MIN_MATCH, end);
            copy(at - candidate, length, to);
            at += length;
            literal = at;
        }
        literal(from, literal, end, to);
    }

    private static int equal(byte[] from, int left, int right, int end) {
        int length = 0;
        while (right + length + Long.BYTES <= end) {
            long differs = (long) LONG.get(from, left + length) ^ (long) LONG.get(from, right + length);
            if (differs != 0) {
                return length + Long.numberOfTrailingZeros(differs) / Byte.SIZE;
            }
            length += Long.BYTES;
        }
        while (right + length < end && from[left + length] == from[right + length]) {
            length++;
        }
        return length;
    }

    private static void literal(byte[] from, int start, int end, ByteSink to) {
        int length = end - start;
        if (length == 0) {
            return;
        }
        if (length <= MAX_SHORT_LITERAL) {
            to.write(length - 1 << 2);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length - 1) + Byte.SIZE - 1) / Byte.SIZE;
            to.write(MAX_SHORT_LITERAL - 1 + bytes << 2);
            for (int i = 0; i < bytes; i++) {
                to.write(length - 1 >>> i * Byte.SIZE);
            }
        }
        to.write(from, start, length);
    }

    private static void copy(int offset, int length, ByteSink to) {
        int left = length;
        while (left > MAX_COPY) {
            // Never less than 4 bytes are left.
            int some = left < MAX_COPY + MIN_MATCH ? MAX_COPY - MIN_MATCH : MAX_COPY;
            longCopy(offset, some, to);
            left -= some;
        }
        if (left <= MAX_SHORT_COPY && offset <= MAX_SHORT_OFFSET) {
            to.write(1 | left - MIN_MATCH << 2 | offset >>> Byte.SIZE << 5);
            to.write(offset);
        } else {
            longCopy(offset, left, to);
        }
    }

    private static void longCopy(int offset, int length, ByteSink to) {
        to.write(2 | length - 1 << 2);
        to.write(offset);
        to.write(offset >>> Byte.SIZE);
    }
}
