// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

/// Arithmetic of sequence numbers that are unsigned, of some width, and wrap.
///
/// Serial numbers (RFC 1982) near each other, plain unsigned numbers far from each other: so a number that wraps is
/// told from a sequence that starts again.
final class SequenceNumbers {
    /// Distance to a number far ahead, or too far to compute.
    static final long FAR = Long.MAX_VALUE;

    private final int shift;
    private final long mask;
    private final long near;

    /// @param width bytes of a number: 2, 4 or 8
    SequenceNumbers(int width) {
        shift = Long.SIZE - width * Byte.SIZE;
        mask = -1L >>> shift;
        near = width == 2 ? 1 << 14 : 1 << 17;
    }

    /// How far `to` is ahead of `from`; negative if behind, [#FAR] or -[#FAR] where only the direction matters.
    long distance(long from, long to) {
        long serial = to - from << shift >> shift;
        if (serial > -near && serial < near) {
            return serial;
        }
        return Long.compareUnsigned(to, from) > 0 ? FAR : -FAR;
    }

    /// The number `distance` ahead.
    long plus(long number, long distance) {
        return number + distance & mask;
    }

    /// How many numbers there are from `from` on before `to`, which is ahead; the greatest `long` if more.
    long count(long from, long to) {
        long count = to - from & mask;
        return count < 0 ? Long.MAX_VALUE : count;
    }
}
