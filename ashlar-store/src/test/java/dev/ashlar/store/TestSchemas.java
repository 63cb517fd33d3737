// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;

/// Schemas for tests of the store.
public final class TestSchemas {
    private static final String TICK = StandardTypes.schema("package='ticks' id='7' version='%d' byteOrder='littleEndian'", "", """
              <sbe:message name="Tick" id="1">
                <field name="time" id="1" type="uint64"/>
                <field name="price" id="2" type="int64"/>
                <field name="size" id="3" type="int32"/>
                %s
              </sbe:message>
            """);

    private static final String ORDERS = StandardTypes.schema("package='orders' id='8' version='%d' byteOrder='littleEndian'", """
                <composite name="text">
                  <type name="length" primitiveType="uint16"/>
                  <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/>
                </composite>
            """, """
              <sbe:message name="Order" id="1">
                <field name="id" id="1" type="uint64"/>
                %s
                <group name="legs" id="2">
                  <field name="leg" id="3" type="uint64"/>
                  <group name="fills" id="4"><field name="fill" id="5" type="uint64"/></group>
                </group>
                %s
                <data name="note" id="6" type="text"/>
              </sbe:message>
              <sbe:message name="Beat" id="2"/>
            """);

    private TestSchemas() {
    }

    /// Blocks of 20 bytes: `time`, `price`, `size`.
    public static Schema tick() {
        return parse(TICK.formatted(0, ""));
    }

    /// The same with `venue`, an optional int32 since version 1.
    public static Schema tickWithVenue() {
        return parse(TICK.formatted(1, """
                <field name="venue" id="4" type="int32" presence="optional" sinceVersion="1"/>"""));
    }

    /// Not the same: `price` is shorter.
    public static Schema tickChanged() {
        return parse(TICK.formatted(1, "").replace("type=\"int64\"", "type=\"int32\""));
    }

    /// Messages `Order` with `id`, group `legs` with `leg` and in it `fills` with `fill`, data `note`; and `Beat`
    /// without anything.
    public static Schema orders() {
        return parse(ORDERS.formatted(0, "", ""));
    }

    /// The same with `account`, and a group `parties`, since version 1.
    public static Schema ordersWithParties() {
        return parse(ORDERS.formatted(1, """
                <field name="account" id="7" type="uint32" presence="optional" sinceVersion="1"/>""", """
                <group name="parties" id="8" sinceVersion="1"><field name="party" id="9" type="uint64"/></group>"""));
    }

    public static Schema parse(String xml) {
        return SchemaParser.parseText(xml.strip(), "test.xml").schema();
    }
}
