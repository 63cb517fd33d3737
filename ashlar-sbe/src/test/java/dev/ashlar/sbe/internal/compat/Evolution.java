// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.CompatibilityCheck;
import dev.ashlar.sbe.CompatibilityReport;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.testkit.StandardTypes;
import java.util.List;
import java.util.stream.Stream;

/// Pairs of tiny schemas, version 1 and version 2, and all that the check says about them: "RULE path" each.
final class Evolution {
    static final String HEADER = StandardTypes.HEADER;
    static final String DIMENSION = StandardTypes.GROUPS;
    static final String DATA = """
            <composite name="varData">
              <type name="length" primitiveType="uint16"/>
              <type name="varData" primitiveType="uint8" length="0" characterEncoding="US-ASCII"/>
            </composite>
            """;
    static final String TYPES = HEADER + DIMENSION + DATA;

    /// What the check says where one message M of these contents became another.
    static void assertContent(String older, String newer, String... expected) {
        assertTypesAndContent("", "", older, newer, expected);
    }

    /// What the check says where the types changed under a message M of this content.
    static void assertTypes(String older, String newer, String content, String... expected) {
        assertTypesAndContent(older, newer, content, content, expected);
    }

    static void assertTypesAndContent(String oldTypes, String newTypes, String older, String newer,
            String... expected) {
        assertSchemas(schema("", 1, TYPES + oldTypes, message(older)), schema("", 2, TYPES + newTypes, message(newer)),
                expected);
    }

    static void assertMessages(String older, String newer, String... expected) {
        assertSchemas(schema("", 1, TYPES, older), schema("", 2, TYPES, newer), expected);
    }

    static void assertSchemas(String older, String newer, String... expected) {
        assertEquals(List.of(expected), report(older, newer).findings().stream()
                .map(f -> rule(f.code()) + " " + f.path()).toList());
    }

    private static Rule rule(String code) {
        return Stream.of(Rule.values()).filter(rule -> rule.code().equals(code)).findFirst().orElseThrow();
    }

    static CompatibilityReport report(String older, String newer) {
        return CompatibilityCheck.compare(parse("old.xml", older), parse("new.xml", newer));
    }

    static String message(String content) {
        return "<message name=\"M\" id=\"1\">" + content + "</message>";
    }

    static String schema(String attributes, int version, String types, String messages) {
        String id = attributes.contains("id=") ? "" : "id=\"1\" ";
        String packageName = attributes.contains("package=") ? "" : "package=\"p\" ";
        return "<messageSchema " + id + packageName + attributes + " version=\"" + version + "\">\n<types>\n" + types
                + "</types>\n" + messages + "\n</messageSchema>";
    }

    static ParseResult parse(String name, String schema) {
        ParseResult result = SchemaParser.parseText(schema, name);
        result.schema();
        return result;
    }
}
