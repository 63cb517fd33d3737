// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.otf.internal.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Splits decimals into the mantissa and exponent that a composite holds: exactly, keeping the digits as written if
/// possible.
final class Decimals {
    /// More digits than any mantissa has.
    private static final int MAX_SHIFT = 20;

    private Decimals() {
    }

    /// Whole numbers that a slot may yet refuse as out of its range.
    record Parts(BigInteger mantissa, BigInteger exponent) {
    }

    /// @throws IllegalArgumentException if the composite cannot hold the number
    static Parts split(BigDecimal number, Slot composite) {
        Slot exponentSlot = composite.exponent();
        if (exponentSlot.isConstant()) {
            long exponent = Slot.bitsOf(exponentSlot.constant().orElse(Literal.of(0)));
            return new Parts(mantissa(number, exponent, "exponent=" + exponent), BigInteger.valueOf(exponent));
        }
        PrimitiveType type = exponentSlot.primitive();
        long least = bits(type) == 64 && !type.isUnsigned() ? Long.MIN_VALUE : type.isUnsigned() ? 0
                : -1L << bits(type) - 1;
        long greatest = bits(type) == 64 ? Long.MAX_VALUE : type.isUnsigned() ? (1L << bits(type)) - 1
                : (1L << bits(type) - 1) - 1;
        long exponent = -(long) number.scale();
        if (exponent < least || exponent > greatest) {
            long nearest = Math.clamp(exponent, least, greatest);
            return new Parts(mantissa(number, nearest, "exponent from " + least + " to " + greatest),
                    BigInteger.valueOf(nearest));
        }
        return new Parts(number.unscaledValue(), BigInteger.valueOf(exponent));
    }

    private static int bits(PrimitiveType type) {
        return type.size() * 8;
    }

    /// The mantissa of a number for a given exponent.
    private static BigInteger mantissa(BigDecimal number, long exponent, String bound) {
        if (number.signum() == 0) {
            return BigInteger.ZERO;
        }
        // Checked first, because stripping zeros cannot lower a scale that is already the minimum.
        boolean isGreat = (long) number.precision() - number.scale() - exponent > 2 * MAX_SHIFT;
        BigDecimal stripped = isGreat ? number : number.stripTrailingZeros();
        long shift = -(long) stripped.scale() - exponent;
        if (isGreat || shift < 0 || shift > MAX_SHIFT || stripped.precision() > MAX_SHIFT) {
            throw new IllegalArgumentException("cannot be split exactly into mantissa and exponent: value="
                    + Numbers.show(number)
                    + ", " + bound);
        }
        return stripped.unscaledValue().multiply(BigInteger.TEN.pow((int) shift));
    }
}
