// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

/// The composites that almost every schema has, as text between `<types>` and `</types>`.
///
/// **Threading**: any thread.
public final class StandardTypes {
    /// The standard's message header, `messageHeader`.
    public static final String HEADER = """
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/>
                  <type name="version" primitiveType="uint16"/>
                </composite>
            """;
    /// The standard's dimension of groups, `groupSizeEncoding`.
    public static final String GROUPS = """
                <composite name="groupSizeEncoding">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint16"/>
                </composite>
            """;

    private StandardTypes() {
    }
}
