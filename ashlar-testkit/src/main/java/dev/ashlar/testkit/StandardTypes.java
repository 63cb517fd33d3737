// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

/// The composites that almost every schema has, as text between `<types>` and `</types>`, and schemas with them.
///
/// **Threading**: any thread.
public final class StandardTypes {
    /// The standard message header, `messageHeader`.
    public static final String HEADER = """
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/>
                  <type name="version" primitiveType="uint16"/>
                </composite>
            """;
    /// The standard dimension of groups, `groupSizeEncoding`.
    public static final String GROUPS = """
                <composite name="groupSizeEncoding">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint16"/>
                </composite>
            """;

    private StandardTypes() {
    }

    /// A schema with the header, and with the dimension of groups if it has groups.
    ///
    /// @param attributes attributes of the schema, such as `package='ticks' id='7' version='0'`
    /// @param types      additional types, as XML
    /// @param messages   messages, as XML
    public static String schema(String attributes, String types, String messages) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sbe:messageSchema xmlns:sbe=\"http://fixprotocol.io/2016/sbe\" "
                + attributes + ">\n  <types>\n" + HEADER + (messages.contains("<group ") ? GROUPS : "") + types
                + "  </types>\n" + messages + "</sbe:messageSchema>\n";
    }
}
