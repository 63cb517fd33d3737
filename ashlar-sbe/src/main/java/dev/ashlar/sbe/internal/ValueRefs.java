// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.EnumType;

/// Looks up `valueRef="Enum.Value"`.
final class ValueRefs {
    /// The part before the dot.
    static String enumName(XmlElement element) {
        String valueRef = Attributes.optional(element, "valueRef");
        return valueRef.substring(0, Math.max(0, valueRef.indexOf('.')));
    }

    /// The value referred to, or `null` after reporting why there is none.
    static EnumType.ValidValue find(XmlElement element, TypeResolver types, Problems problems) {
        String valueRef = Attributes.optional(element, "valueRef");
        String enumName = enumName(element);
        if (enumName.isEmpty()) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF,
                    "not of the form Enum.Value: valueRef=\"" + valueRef + "\"");
            return null;
        }
        EnumType type = types.enumNamed(enumName, element.locationOf("valueRef"));
        if (type == null) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF,
                    "no such enum: " + enumName + " in valueRef=\"" + valueRef + "\"");
            return null;
        }
        EnumType.ValidValue value = type.value(valueRef.substring(enumName.length() + 1));
        if (value == null) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF, "enum " + enumName
                    + " has no such value: valueRef=\"" + valueRef + "\"");
        }
        return value;
    }
}
