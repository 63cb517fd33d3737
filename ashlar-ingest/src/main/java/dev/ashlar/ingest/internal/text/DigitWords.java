// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Eight characters at a time, as a word whose lowest byte is the first.
public final class DigitWords {
    public static final long EACH = 0x0101010101010101L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = '0' * EACH;

    private DigitWords() {
    }

    /// Whether there are eight bytes from here on, so that a word may be read.
    public static boolean hasWord(byte[] bytes, int at) {
        return at <= bytes.length - Long.BYTES;
    }

    public static long word(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static void put(byte[] bytes, int at, long word) {
        LONG.set(bytes, at, word);
    }

    /// The values of the next digits, the last in the highest byte; those in front of the first are 0.
    ///
    /// @param count 1 to 8
    public static long digits(byte[] bytes, int at, int count) {
        return (word(bytes, at) ^ ZEROS) << (Long.BYTES - count) * Byte.SIZE;
    }

    /// The highest bit of each byte that is no digit; of others, too, where bytes are beyond ASCII.
    public static long others(long digits) {
        return (digits + (0x7f - 9) * EACH | digits) & 0x80 * EACH;
    }

    /// The number of eight digits.
    public static long number(long digits) {
        long pairs = digits * 10 + (digits >>> Byte.SIZE);
        return (pairs & 0xff000000ffL) * 0xf424000000064L + (pairs >>> 16 & 0xff000000ffL) * 0x271000000001L
                >>> Integer.SIZE;
    }
}
