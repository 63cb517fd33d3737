// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;

/// The text of an enum's values: the name, or the number of one without a name.
final class Codes {
    private Codes() {
    }

    static String text(List<EnumType.ValidValue> values, PrimitiveType primitive, long bits) {
        for (EnumType.ValidValue value : values) {
            if (value.bits() == bits) {
                return value.name();
            }
        }
        return primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
    }
}
