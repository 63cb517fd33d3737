// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/// Small schemas of workloads, less what all of them have.
public final class SchemaText {
    private SchemaText() {
    }

    /// @param types    elements of types, beyond the message header
    /// @param messages elements of messages
    public static Schema parse(String name, int id, String types, String messages) {
        String text = """
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="%s" id="%d" version="0">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                    </composite>
                    %s
                  </types>
                  %s
                </sbe:messageSchema>
                """.formatted(name, id, types, messages);
        return SchemaParser.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name + ".xml",
                ParseOptions.DEFAULT).schema();
    }
}
