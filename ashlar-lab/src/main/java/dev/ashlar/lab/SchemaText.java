// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;

/// Builds small schemas of workloads: adds the parts that all of them have in common.
public final class SchemaText {
    private SchemaText() {
    }

    /// @param types    type elements, other than the message header
    /// @param messages message elements
    public static Schema parse(String name, int id, String types, String messages) {
        String text = """
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="%s" id="%s" version="0">
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
        return SchemaParser.parseText(text, name + ".xml").schema();
    }
}
