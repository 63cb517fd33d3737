// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.LikePattern;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.BlockColumns;
import dev.ashlar.query.internal.value.Values;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Methods that generated kernels call. Numbers of 128 bits are two words, `high` and `low`. An overflow bails out, or
/// throws the [ArithmeticException] of the JDK's exact methods, which the JIT compiles to one instruction and a jump.
///
/// **Threading**: any thread. Does not allocate unless documented.
final class KernelMath {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT_LE = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT_BE = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT_BE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfLong LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG_BE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /// In patterns, whose other characters are those of one byte.
    private static final char ANY = (char) LikePattern.ANY;
    private static final char ONE = (char) LikePattern.ONE;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long EXACT_IN_DOUBLE = 1L << 53;
    private static final BigInteger TOO_MANY_DIGITS = BigInteger.TEN.pow(ValueType.MAX_PRECISION);
    private static final long LIMIT_HIGH = TOO_MANY_DIGITS.shiftRight(64).longValue();
    private static final long LIMIT_LOW = TOO_MANY_DIGITS.longValue();
    private static final double[] EXACT_POWERS = new double[23];
    private static final long[] POWERS = new long[19];

    static {
        for (int i = 0; i < EXACT_POWERS.length; i++) {
            EXACT_POWERS[i] = BigInteger.TEN.pow(i).doubleValue();
        }
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = BigInteger.TEN.pow(i).longValueExact();
        }
    }

    private KernelMath() {
    }

    static void giveUp() {
        throw KernelBailoutException.INSTANCE;
    }

    static long add(long a, long b) {
        return Math.addExact(a, b);
    }

    static long subtract(long a, long b) {
        return Math.subtractExact(a, b);
    }

    static long multiply(long a, long b) {
        return Math.multiplyExact(a, b);
    }

    static long divide(long a, long b) {
        if (b == 0 || b == -1 && a == Long.MIN_VALUE) {
            giveUp();
        }
        return a / b;
    }

    static long remainder(long a, long b) {
        if (b == 0) {
            giveUp();
        }
        return a % b;
    }

    static double divide(double a, double b) {
        if (b == 0) {
            giveUp();
        }
        return a / b;
    }

    static double remainder(double a, double b) {
        if (b == 0) {
            giveUp();
        }
        return a % b;
    }

    static long inRange(long value, long least, long greatest) {
        if (value < least || value > greatest) {
            giveUp();
        }
        return value;
    }

    static int truth(long value, long falseBits, long trueBits) {
        if (value == trueBits) {
            return 1;
        }
        if (value != falseBits) {
            giveUp();
        }
        return 0;
    }

    static long bucket(long ns, long widthNs, long originNs) {
        long since = subtract(ns, originNs);
        long begin = Math.floorDiv(since, widthNs) * widthNs;
        if (begin > since) {
            giveUp();
        }
        return add(begin, originNs);
    }

    /// The high word of a sum, whose low word is `aLow + bLow`.
    static long addHigh(long aHigh, long aLow, long bHigh, long bLow) {
        long carry = Long.compareUnsigned(aLow + bLow, aLow) < 0 ? 1 : 0;
        long high = aHigh + bHigh + carry;
        if (((aHigh ^ high) & (bHigh ^ high)) < 0) {
            giveUp();
        }
        return high;
    }

    /// The high word of a difference, whose low word is `aLow - bLow`.
    static long subtractHigh(long aHigh, long aLow, long bHigh, long bLow) {
        long borrow = Long.compareUnsigned(aLow, bLow) < 0 ? 1 : 0;
        long high = aHigh - bHigh - borrow;
        if (((aHigh ^ bHigh) & (aHigh ^ high)) < 0) {
            giveUp();
        }
        return high;
    }

    /// The high word of a product that is known to fit into 128 bits, whose low word is `low * factor`.
    static long multiplyHigh(long high, long low, long factor) {
        return high * factor + Math.unsignedMultiplyHigh(low, factor) - (factor < 0 ? low : 0);
    }

    static int compare(long aHigh, long aLow, long bHigh, long bLow) {
        return aHigh != bHigh ? aHigh < bHigh ? -1 : 1 : Long.compareUnsigned(aLow, bLow);
    }

    static int compare(double a, double b) {
        return Values.compare(a, b);
    }

    /// Gives up on a number of more digits than a decimal has.
    static void requireDigits(long high, long low) {
        long sign = high >> 63;
        long positiveLow = (low ^ sign) - sign;
        long positiveHigh = (high ^ sign) + (sign != 0 && positiveLow == 0 ? 1 : 0);
        if (positiveHigh < 0 || compare(positiveHigh, positiveLow, LIMIT_HIGH, LIMIT_LOW) >= 0) {
            giveUp();
        }
    }

    /// The double nearest to a decimal. Allocates where the decimal has more than 53 bits, or more digits than powers
    /// of ten are exact.
    static double toDouble(long unscaled, int scale) {
        if (Math.abs(unscaled) <= EXACT_IN_DOUBLE && unscaled != Long.MIN_VALUE && scale < EXACT_POWERS.length) {
            return unscaled / EXACT_POWERS[scale];
        }
        return scale == 0 ? (double) unscaled : BigDecimal.valueOf(unscaled, scale).doubleValue();
    }

    /// The same of 128 bits.
    static double toDouble(long high, long low, int scale) {
        return high == low >> 63 ? toDouble(low, scale) : new BigDecimal(toBig(high, low), scale).doubleValue();
    }

    static BigInteger toBig(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(64).add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
                .add(BigInteger.valueOf(low & 1));
    }

    /// The power of ten that a mantissa is multiplied with for a decimal of [BlockColumns#FLOATING_SCALE].
    static long power(long exponent) {
        if (exponent > 0 || exponent < -BlockColumns.FLOATING_SCALE) {
            giveUp();
        }
        return POWERS[(int) exponent + BlockColumns.FLOATING_SCALE];
    }

    /// Bits that are equal for doubles that are.
    static long canonicalBits(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    /// Bits that order as doubles do.
    static long ordered(double value) {
        long bits = canonicalBits(value);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    /// The rank of the text of an enum's code.
    static long rank(long[] ranks, long code) {
        if (code < 0 || code >= ranks.length) {
            giveUp();
        }
        return ranks[(int) code];
    }

    /// A word that is in the order of others, as numbers, in which their bytes are.
    static long orderedText(long word) {
        return Long.reverseBytes(word) ^ Long.MIN_VALUE;
    }

    /// The same of ASCII.
    static long orderedAscii(long word) {
        return orderedText(ascii(word));
    }

    /// Gives up on other characters.
    static long ascii(long word) {
        if ((word & HIGHS) != 0) {
            giveUp();
        }
        return word;
    }

    /// Whether the bytes before the first NUL match a pattern, in which [#ANY] stands for any of them, and [#ONE] for
    /// one.
    static int like(MemorySegment memory, long offset, int length, String pattern) {
        int at = 0;
        int next = 0;
        int afterAny = -1;
        int retry = 0;
        while (at < length) {
            int found = memory.get(BYTE, offset + at) & 0xff;
            if (found == 0) {
                break;
            }
            char wanted = next < pattern.length() ? pattern.charAt(next) : 0;
            if (wanted == ANY) {
                afterAny = ++next;
                retry = at;
            } else if (wanted == ONE || wanted == found) {
                next++;
                at++;
            } else if (afterAny >= 0) {
                next = afterAny;
                at = ++retry;
            } else {
                return 0;
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == ANY) {
            next++;
        }
        return next == pattern.length() ? 1 : 0;
    }

    static int isNullReal(double value, double nothing) {
        return value == nothing || value != value && nothing != nothing ? 1 : 0;
    }

    /// Up to 8 bytes, the first in the lowest bits.
    static long bytes(MemorySegment memory, long offset, int length) {
        if (length == Long.BYTES) {
            return memory.get(LONG_LE, offset);
        }
        long word = 0;
        int at = 0;
        if ((length & 4) != 0) {
            word = memory.get(INT_LE, offset) & 0xffff_ffffL;
            at = 4;
        }
        if ((length & 2) != 0) {
            word |= (memory.get(SHORT_LE, offset + at) & 0xffffL) << 8 * at;
            at += 2;
        }
        if ((length & 1) != 0) {
            word |= (memory.get(BYTE, offset + at) & 0xffL) << 8 * at;
        }
        return word;
    }

    /// The bits of the bytes before the first that is 0.
    static long beforeNul(long word) {
        long nul = word - ONES & ~word & HIGHS;
        return nul == 0 ? -1 : ((nul & -nul) >>> 7) - 1;
    }

    static int isAll(MemorySegment memory, long offset, int length, byte value) {
        for (int i = 0; i < length; i++) {
            if (memory.get(BYTE, offset + i) != value) {
                return 0;
            }
        }
        return 1;
    }
}
