// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;

/// The text of an enum's values: the name, or the number of one without a name.
public final class Codes {
    private Codes() {
    }

    public static String text(List<EnumType.ValidValue> values, PrimitiveType primitive, long bits) {
        for (EnumType.ValidValue value : values) {
            if (value.bits() == bits) {
                return value.name();
            }
        }
        return primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
    }

    /// The number whose text this is; null if there is none.
    public static long[] bits(Place.Code place, String text) {
        PrimitiveType primitive = place.number().primitive();
        for (EnumType.ValidValue value : place.values()) {
            if (value.name().equals(text) && text(place.values(), primitive, value.bits()).equals(text)) {
                return new long[] {value.bits()};
            }
        }
        try {
            long bits = primitive == PrimitiveType.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
            // Not `+7` or `007`, nor the number of a value with a name.
            return text(place.values(), primitive, bits).equals(text) ? new long[] {bits} : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
