// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.column.Placement;
import java.math.BigInteger;

/// The value of an expression while its code is emitted: the local variables that hold it, and what is known about it.
///
/// | form     | local variables                                                                  |
/// |----------|----------------------------------------------------------------------------------|
/// | `LONG`   | one `long`: a whole number, a decimal without its point, nanoseconds             |
/// | `WIDE`   | two `long`: the high and the low word of such a number                           |
/// | `DOUBLE` | one `double`                                                                     |
/// | `TRUTH`  | one `int`: 0 or 1                                                                |
/// | `CODE`   | one `long`: the number of an enum's value                                        |
/// | `LETTER` | one `long`: a character of ISO 8859-1, 0 for none                                |
/// | `BYTES`  | some `long`: the bytes of a text up to its first NUL, 8 in each, the first lowest |
///
/// @param scale    of a decimal, digits after the point
/// @param least    of `LONG` and `WIDE`
/// @param greatest likewise
/// @param nullAt   local variable, an `int` that is 1 for NULL and otherwise 0; or [#NEVER]; or [#ALWAYS]
/// @param placement of `CODE` and `BYTES`, where the value was found
public record Operand(Form form, int scale, BigInteger least, BigInteger greatest, int[] locals, int nullAt,
        Placement placement) {
    static final int NEVER = -1;
    static final int ALWAYS = -2;

    public enum Form {
        LONG, WIDE, DOUBLE, TRUTH, CODE, LETTER, BYTES
    }

    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger GREATEST_WIDE = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);

    static Operand number(int scale, BigInteger least, BigInteger greatest, int[] locals, int nullAt) {
        return new Operand(locals.length == 1 ? Form.LONG : Form.WIDE, scale, least, greatest, locals, nullAt, null);
    }

    static Operand of(Form form, int nullAt, Placement placement, int... locals) {
        return new Operand(form, 0, BigInteger.ZERO, BigInteger.ZERO, locals, nullAt, placement);
    }

    boolean isNumber() {
        return form == Form.LONG || form == Form.WIDE;
    }

    int local() {
        return locals[0];
    }

    static boolean fitsLong(BigInteger least, BigInteger greatest) {
        return least.compareTo(LEAST_LONG) >= 0 && greatest.compareTo(GREATEST_LONG) <= 0;
    }

    static boolean fitsWide(BigInteger least, BigInteger greatest) {
        return least.abs().compareTo(GREATEST_WIDE) <= 0 && greatest.abs().compareTo(GREATEST_WIDE) <= 0;
    }

    /// Words that keep the value, without whether it is NULL.
    int words() {
        return locals.length;
    }
}
