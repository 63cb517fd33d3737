// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.testkit.StandardTypes;
import java.util.List;

/// Small schemas for tests, written inline.
public final class TestSchema {
    private static final String TYPES = """
            <types>
            """ + StandardTypes.HEADER + StandardTypes.GROUPS + """
              <composite name="varDataEncoding">
                <type name="length" primitiveType="uint16"/>
                <type name="varData" primitiveType="uint8" length="0"/>
              </composite>
            </types>
            """;

    private TestSchema() {
    }

    /// Parses this text as a file named `test.xml`.
    public static ParseResult parse(String xml) {
        return SchemaParser.parseText(xml, "test.xml");
    }

    /// A schema of version 5 with the usual header, dimension and data types, further types and messages. The types
    /// given begin in line 3, so that positions can be tested.
    public static ParseResult of(String types, String messages) {
        return of(types, messages, 5);
    }

    /// As [#of(String, String)], of another version.
    static ParseResult of(String types, String messages, int version) {
        return parse("<messageSchema package=\"test\" id=\"7\" version=\"" + version + "\">\n<types>\n" + types
                + "</types>\n" + TYPES + messages + "</messageSchema>\n");
    }

    /// A schema with one message `M` of id 1 with this content.
    public static ParseResult message(String types, String content) {
        return of(types, "<message name=\"M\" id=\"1\">\n" + content + "</message>\n");
    }

    /// The codes of the problems, in order.
    static List<String> codes(ParseResult result) {
        return result.diagnostics().stream().map(Diagnostic::code).toList();
    }
}
