// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Words of byte arrays, little-endian unless the name says otherwise, and copies of a few bytes.
public final class ByteWords {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private ByteWords() {
    }

    static int unsignedShort(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xffff;
    }

    public static int integer(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    public static long word(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static long bigWord(byte[] bytes, int at) {
        return (long) BIG.get(bytes, at);
    }

    /// Copies between two arrays, and up to 16 bytes more, which both must have.
    static void copy(byte[] from, int begin, byte[] to, int at, int length) {
        if (length > 64) {
            System.arraycopy(from, begin, to, at, length);
            return;
        }
        LONG.set(to, at, (long) LONG.get(from, begin));
        LONG.set(to, at + Long.BYTES, (long) LONG.get(from, begin + Long.BYTES));
        for (int i = 2 * Long.BYTES; i < length; i += Long.BYTES) {
            LONG.set(to, at + i, (long) LONG.get(from, begin + i));
        }
    }

    /// Repeats what lies `distance` bytes before, and up to 15 bytes more, which the array must have.
    static void repeat(byte[] bytes, int at, int distance, int length) {
        if (distance >= Long.BYTES) {
            if (distance >= length && length > 64) {
                System.arraycopy(bytes, at - distance, bytes, at, length);
                return;
            }
            for (int i = 0; i < length; i += Long.BYTES) {
                LONG.set(bytes, at + i, (long) LONG.get(bytes, at - distance + i));
            }
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes[at + i] = bytes[at + i - distance];
        }
    }
}
