// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes the schema of a table as XML, for people to save and edit.
final class GeneratedSchema {
    private static final int SHORT_BLOCK = 0xfffe;

    private final Set<String> types = new TreeSet<>();
    private final List<String> fields = new ArrayList<>();
    private long blockLength;

    void add(String name, ColumnProfile.FieldForm form) {
        ColumnType type = form.type();
        String primitive = type.primitive().sbeName();
        String typeName = switch (type.kind()) {
            case WHOLE, REAL -> number(form);
            case TIMESTAMP -> "int64";
            case BOOLEAN -> {
                types.add("""
                            <enum name="Boolean" encodingType="uint8">
                              <validValue name="false">0</validValue>
                              <validValue name="true">1</validValue>
                            </enum>
                        """);
                yield "Boolean";
            }
            case DECIMAL -> decimal(primitive, type.size());
            case TEXT -> text(type.size(), form.wide(), !form.nullValue().isEmpty());
        };
        blockLength += type.kind() == ColumnType.Kind.TEXT ? type.size() : type.primitive().size();
        fields.add("    <field name=\"" + name + "\" id=\"" + (fields.size() + 1) + "\" type=\"" + typeName + '"'
                + (form.optional() ? " presence=\"optional\"" : "")
                + (type.kind() == ColumnType.Kind.TIMESTAMP
                        ? " epoch=\"unix\" timeUnit=\"nanosecond\" semanticType=\"UTCTimestamp\"" : "") + "/>\n");
    }

    /// A number that uses all bits, or has another null value than the usual one, has a type of its own.
    private String number(ColumnProfile.FieldForm form) {
        String primitive = form.primitive().sbeName();
        if (form.nullValue().isEmpty() && form.minValue().isEmpty()) {
            return primitive;
        }
        String nothing = form.nullValue();
        String name = primitive + "_all" + (nothing.isEmpty() ? "" : "_but_" + (nothing.startsWith("-") ? "least"
                : nothing.equals("0") ? "0" : "greatest"));
        types.add("    <type name=\"" + name + "\" primitiveType=\"" + primitive + '"'
                + (form.minValue().isEmpty() ? ""
                        : " minValue=\"" + form.minValue() + "\" maxValue=\"" + form.maxValue() + '"')
                + (nothing.isEmpty() ? "" : " presence=\"optional\" nullValue=\"" + nothing + '"') + "/>\n");
        return name;
    }

    private String decimal(String primitive, int scale) {
        String name = "Decimal" + scale + (primitive.equals("int64") ? "" : "_" + primitive);
        types.add("""
                    <composite name="%s">
                      <type name="mantissa" primitiveType="%s"/>
                      <type name="exponent" primitiveType="int8" presence="constant">%s</type>
                    </composite>
                """.formatted(name, primitive, -scale));
        return name;
    }

    private String text(int length, boolean wide, boolean mark) {
        String name = "Text" + length + (wide ? "" : "_ascii") + (mark ? "_or_null" : "");
        types.add("    <type name=\"" + name + "\" primitiveType=\"" + PrimitiveType.CHAR.sbeName() + "\" length=\"" + length
                + "\" characterEncoding=\"" + (wide ? "UTF-8" : "US-ASCII") + '"'
                + (mark ? " presence=\"optional\" nullValue=\"255\"" : "") + "/>\n");
        return name;
    }

    long blockLength() {
        return blockLength;
    }

    /// The schema as a file.
    String xml(String table) {
        String lengthType = blockLength > SHORT_BLOCK ? "uint32" : "uint16";
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="imported.%s" id="1" version="0"
                                   byteOrder="littleEndian">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="%s"/>
                      <type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/>
                      <type name="version" primitiveType="uint16"/>
                    </composite>
                %s  </types>
                  <sbe:message name="%s" id="1">
                %s  </sbe:message>
                </sbe:messageSchema>
                """.formatted(table, lengthType, String.join("", types), table, String.join("", fields));
    }

    static Schema parse(String xml) throws ImportException {
        ParseResult result = SchemaParser.parseText(xml, "generated schema");
        if (result.parsed().isEmpty()) {
            throw new ImportException("no schema for this file: " + result.diagnostics());
        }
        return result.parsed().get();
    }
}
