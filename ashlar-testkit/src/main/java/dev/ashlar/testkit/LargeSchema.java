// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.List;

/// Writes a schema as large as that of an exchange: dozens of messages with many fields, groups and data. A later
/// version has additional messages, and additional fields at the end of blocks.
final class LargeSchema {
    private static final int MESSAGES = 18;
    private static final int MORE_MESSAGES_A_VERSION = 2;
    private static final List<String> FIELD_TYPES = List.of("uint32", "Code", "Money", "uint64", "OptionalCount", "Hall",
            "Flags", "int16", "OptionalMoney", "Period", "double", "Shelf", "uint8", "Always");
    private static final String TYPES = """
              <types>
            """ + StandardTypes.HEADER + StandardTypes.GROUPS + """
                <composite name="text">
                  <type name="length" primitiveType="uint16"/>
                  <type name="varData" length="0" primitiveType="uint8" characterEncoding="UTF-8"/>
                </composite>
                <composite name="Money">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
                <composite name="OptionalMoney">
                  <type name="mantissa" primitiveType="int64" presence="optional"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
                <composite name="Period">
                  <type name="year" primitiveType="uint16" presence="optional"/>
                  <type name="week" primitiveType="uint8" presence="optional"/>
                </composite>
                <type name="Code" primitiveType="char" length="14" characterEncoding="US-ASCII"/>
                <type name="OptionalCount" primitiveType="uint32" presence="optional"/>
                <type name="Shelf" primitiveType="uint16" length="3"/>
                <type name="Always" primitiveType="int8" presence="constant">7</type>
                <enum name="Hall" encodingType="char">
                  <validValue name="NORTH">N</validValue>
                  <validValue name="SOUTH">S</validValue>
                </enum>
                <set name="Flags" encodingType="uint16">
                  <choice name="fragile">0</choice>
                  <choice name="cooled">9</choice>
                </set>
              </types>
            """;

    private final StringBuilder out = new StringBuilder();
    private final int version;
    private int nextId;

    private LargeSchema(int version) {
        this.version = version;
    }

    static String text(int version) {
        return new LargeSchema(version).write();
    }

    private String write() {
        out.append("""
                <?xml version="1.0" encoding="UTF-8"?>
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="warehouse" id="600" version="%s">
                """.formatted(version)).append(TYPES);
        for (int i = 1; i <= MESSAGES + MORE_MESSAGES_A_VERSION * version; i++) {
            message(i, Math.max(0, Math.ceilDiv(i - MESSAGES, MORE_MESSAGES_A_VERSION)));
        }
        return out.append("</sbe:messageSchema>\n").toString();
    }

    private void message(int id, int since) {
        nextId = 1;
        out.append("  <sbe:message name=\"Order%s\" id=\"%s\"%s description=\"Order number %s\">\n".formatted(id, id,
                since(since), id));
        fields("    ", "field", 4 + id % 13, id, since);
        for (int i = 0; i < id % 3; i++) {
            group("    ", "lines" + (char) ('A' + i), id + i, since, id % 6 == 1 ? 1 : 0);
        }
        if (id % 5 < 2) {
            out.append("    <data name=\"note\" id=\"%s\" type=\"text\"/>\n".formatted(nextId++));
        }
        out.append("  </sbe:message>\n");
    }

    private void group(String indent, String name, int turn, int since, int depth) {
        out.append(indent).append("<group name=\"%s\" id=\"%s\">\n".formatted(name, nextId++));
        fields(indent + "  ", "part", 1 + turn % 4, turn + 3, since);
        if (depth > 0) {
            group(indent + "  ", "boxes", turn + 1, since, depth - 1);
        }
        out.append(indent).append("</group>\n");
    }

    private void fields(String indent, String name, int count, int turn, int since) {
        for (int i = 0; i < count; i++) {
            field(indent, name + i, FIELD_TYPES.get((turn + i) % FIELD_TYPES.size()), 0);
        }
        for (int later = since + 1; later <= version; later++) {
            field(indent, "later" + later, "OptionalCount", later);
        }
    }

    private void field(String indent, String name, String type, int since) {
        out.append(indent).append("<field name=\"%s\" id=\"%s\" type=\"%s\"%s/>\n".formatted(name, nextId++, type,
                since(since)));
    }

    private static String since(int version) {
        return version == 0 ? "" : " sinceVersion=\"" + version + "\"";
    }
}
