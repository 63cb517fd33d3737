// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;

/// The text of an enum's value: its name, or its number if it has no name. An enum with the two names `false` and
/// `true` is a boolean instead.
public final class EnumText {
    private EnumText() {
    }

    public static String text(List<EnumType.ValidValue> values, PrimitiveType primitive, long bits) {
        for (EnumType.ValidValue value : values) {
            if (value.bits() == bits) {
                return value.name();
            }
        }
        return primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
    }

    /// The numbers of `false` and `true` if an enum has these two names, in any case, and no others; otherwise nothing.
    static long[] truths(List<EnumType.ValidValue> values) {
        if (values.size() != 2 || values.getFirst().bits() == values.getLast().bits()) {
            return new long[0];
        }
        String first = values.getFirst().name();
        String last = values.getLast().name();
        if (first.equalsIgnoreCase("false") && last.equalsIgnoreCase("true")) {
            return new long[] {values.getFirst().bits(), values.getLast().bits()};
        }
        return first.equalsIgnoreCase("true") && last.equalsIgnoreCase("false")
                ? new long[] {values.getLast().bits(), values.getFirst().bits()} : new long[0];
    }

    /// The number whose text this is; null if there is none.
    public static long[] bits(Placement.Code placement, String text) {
        PrimitiveType primitive = placement.number().primitive();
        for (EnumType.ValidValue value : placement.values()) {
            if (value.name().equals(text) && text(placement.values(), primitive, value.bits()).equals(text)) {
                return new long[] {value.bits()};
            }
        }
        try {
            long bits = primitive == PrimitiveType.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
            // Not `+7` or `007`, nor the number of a value with a name.
            return text(placement.values(), primitive, bits).equals(text) ? new long[] {bits} : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
