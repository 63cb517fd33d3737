// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

/// Turns the timestamps of a pcapng interface into nanoseconds.
///
/// @param resolution    the option if_tsresol: a negative power of ten, or of two if the highest bit is set
/// @param offsetSeconds the option if_tsoffset
record TimeScale(int resolution, long offsetSeconds) {
    /// What an interface without the options has: microseconds.
    static final TimeScale DEFAULT = new TimeScale(6, 0);

    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NS_DIGITS = 9;
    private static final int MAX_DIGITS = 19;

    /// Nanoseconds since 1970-01-01 UTC, rounded down; the nearest `long` if it is none.
    long toNs(long timestamp) {
        int exponent = resolution & 0x7F;
        long ns = (resolution & 0x80) != 0 ? binary(timestamp, exponent) : decimal(timestamp, exponent);
        if (offsetSeconds == 0) {
            return ns;
        }
        long offsetNs = Math.multiplyHigh(offsetSeconds, NS_PER_S) == (offsetSeconds * NS_PER_S) >> 63
                ? offsetSeconds * NS_PER_S
                : offsetSeconds < 0 ? Long.MIN_VALUE + 1 : Long.MAX_VALUE;
        long sum = ns + offsetNs;
        // Only two numbers of one sign can overflow, and ns is never negative.
        return offsetNs > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long decimal(long timestamp, int digits) {
        if (digits <= NS_DIGITS) {
            return saturated(timestamp, power(NS_DIGITS - digits), 0);
        }
        int surplus = digits - NS_DIGITS;
        return surplus > MAX_DIGITS ? 0 : Long.divideUnsigned(timestamp, power(surplus));
    }

    private static long binary(long timestamp, int bits) {
        return saturated(timestamp, NS_PER_S, bits);
    }

    /// `(a * b) >> shift` of unsigned numbers with 128 bits between.
    private static long saturated(long a, long b, int shift) {
        long high = Math.unsignedMultiplyHigh(a, b);
        long low = a * b;
        if (shift >= 64) {
            return high >>> (shift - 64);
        }
        long rest = high >>> shift;
        long value = shift == 0 ? low : high << (64 - shift) | low >>> shift;
        return rest != 0 || value < 0 ? Long.MAX_VALUE : value;
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }
}
