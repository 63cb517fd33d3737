// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.testkit.StandardTypes;

/// Schemas with a message `Thing` that has one field, `value`, of 8 bytes or less, and what follows up to 8.
final class TestTypes {
    /// @param type of the field: a number's, `Text`, or a decimal of 2 or 3 digits, `Cents` or `Mills`
    static String schema(String type) {
        return StandardTypes.schema("package='things' id='9' version='0' byteOrder='littleEndian'", """
                    <type name="Text" primitiveType="char" length="8"/>
                    <composite name="Cents">
                      <type name="mantissa" primitiveType="int64"/>
                      <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                    </composite>
                    <composite name="Mills">
                      <type name="mantissa" primitiveType="int64"/>
                      <type name="exponent" primitiveType="int8" presence="constant">-3</type>
                    </composite>
                """, """
                  <sbe:message name="Thing" id="1" blockLength="8">
                    <field name="value" id="1" type="%s"/>
                  </sbe:message>
                """).formatted(type);
    }
}
