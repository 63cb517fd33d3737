// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/// Schemas for tests of the store.
public final class TestSchemas {
    private static final String TICK = """
            <?xml version="1.0" encoding="UTF-8"?>
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="ticks" id="7" version="%d"
                    byteOrder="littleEndian">
              <types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/>
                  <type name="version" primitiveType="uint16"/>
                </composite>
              </types>
              <sbe:message name="Tick" id="1">
                <field name="time" id="1" type="uint64"/>
                <field name="price" id="2" type="int64"/>
                <field name="size" id="3" type="int32"/>
                %s
              </sbe:message>
            </sbe:messageSchema>
            """;

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

    public static Schema parse(String xml) {
        return SchemaParser.parse(new ByteArrayInputStream(xml.strip().getBytes(StandardCharsets.UTF_8)), "test.xml",
                ParseOptions.DEFAULT).schema();
    }
}
