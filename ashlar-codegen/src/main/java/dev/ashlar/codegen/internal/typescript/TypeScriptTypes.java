// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.TypeWriter;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Enums, sets, composites, the header, dimensions of groups and encodings of data.
final class TypeScriptTypes implements TypeWriter {
    private final Schema schema;
    private final TypeScriptNames names;
    private final TypeScriptFields fields;

    TypeScriptTypes(Schema schema, TypeScriptNames names) {
        this.schema = schema;
        this.names = names;
        this.fields = new TypeScriptFields(names, new HashSet<>());
    }

    @Override
    public String enumeration(EnumType type) {
        String name = names.of(type);
        String values = type.values().stream().map(value -> entry(value.meta(), value.name(),
                TypeScriptWords.whole(type.primitive(), value.bits()) + " as " + name)).collect(Collectors.joining());
        String brand = "sbe.Enum<" + TypeScriptWords.type(type.primitive()) + ", " + TypeScriptWords.string(name) + ">";
        return constants(name, brand, values, TypeScriptWords.doc("", type.meta(), "The enum `" + type.name()
                + "`. Values unknown to this version keep their numbers."));
    }

    @Override
    public String set(SetType type) {
        String choices = type.choices().stream().map(choice -> entry(choice.meta(), choice.name(),
                TypeScriptWords.whole(type.primitive(), 1L << choice.bit()))).collect(Collectors.joining());
        String doc = TypeScriptWords.doc("", type.meta(), "The bits of the set `" + type.name() + "`.");
        return constants(names.of(type), TypeScriptWords.type(type.primitive()), choices, doc);
    }

    private static String entry(Meta meta, String name, String value) {
        return TypeScriptWords.doc("  ", meta, "") + "  " + TypeScriptWords.key(name) + ": " + value + ",\n";
    }

    private static String constants(String name, String type, String entries, String doc) {
        return doc + "export const " + name + " = {" + (entries.isEmpty() ? "" : "\n" + entries) + "} as const;\n"
                + "export type " + name + " = " + type + ";\n";
    }

    @Override
    public String composite(CompositeType type) {
        String base = names.of(type);
        String members = base + "Members";
        List<Value> values = Value.of(type, TypeScriptWords.members(), "");
        return new Template().with("T", base)
                .with("declarations", values.stream().map(v -> fields.declaration(v, false)).collect(Collectors.joining()))
                .with("layout", TypeScriptWords.constant("export const " + base + "Layout", List.of(
                        TypeScriptWords.string(type.name()), Integer.toString(type.encodedLength()), members)))
                .with("getters", values.stream().map(v -> fields.getter(v, members)).collect(Collectors.joining()))
                .with("setters", values.stream().map(v -> fields.setter(v, members)).collect(Collectors.joining()))
                .with("decoder", TypeScriptWords.head(base + "Decoder", "sbe.CompositeDecoder"))
                .with("encoder", TypeScriptWords.head(base + "Encoder", "sbe.CompositeEncoder"))
                .with("static", TypeScriptWords.members(members))
                .with("doc", TypeScriptWords.doc("", type.meta(), "The composite `" + type.name() + "`.")).fill("""
                        const ${T}Members = {
                        $declarations};
                        $layout
                        ${doc}$decoder$static
                          get sbeLayout(): sbe.Layout {
                            return ${T}Layout;
                          }
                        $getters}

                        ${doc}$encoder$setters}
                        """).replace("= {\n};", "= {};").replace("Encoder {\n\n", "Encoder {\n").replace("Encoder {\n}",
                                "Encoder {}");
    }

    String header() {
        CompositeType header = schema.header();
        List<String> properties = new ArrayList<>(List.of("name: " + TypeScriptWords.string(header.name()),
                "length: " + header.encodedLength(), "schemaId: " + schema.id(), "version: " + schema.version(),
                "semanticVersion: " + TypeScriptWords.string(schema.semanticVersion()),
                "blockLength: " + count(header, "blockLength"), "templateId: " + count(header, "templateId"),
                "schema: " + count(header, "schemaId"), "actingVersion: " + count(header, "version")));
        WholeMember.counts(header).forEach((count, member) -> properties.add(count + ": " + count(member)));
        return "/** The header of all messages. */\n"
                + TypeScriptWords.object("", "export const header: sbe.Header = {", properties, "};");
    }

    String dimension(CompositeType dimension, String name) {
        List<String> properties = new ArrayList<>(List.of("length: " + dimension.encodedLength(),
                "blockLength: " + count(dimension, "blockLength"), "count: " + count(dimension, "numInGroup"),
                "minCount: " + WholeMember.of(dimension, "numInGroup").least(),
                "maxCount: " + WholeMember.of(dimension, "numInGroup").greatest()));
        WholeMember.counts(dimension).forEach((count, member) -> properties.add(count + ": " + count(member)));
        return TypeScriptWords.object("", "export const " + name + ": sbe.Dimension = {", properties, "};");
    }

    String data(CompositeType encoding, String name) {
        return TypeScriptWords.object("", "export const " + name + ": sbe.DataHeader = {", List.of(
                "length: " + WholeMember.headerLength(encoding), "size: " + count(encoding, "length"),
                "minSize: " + WholeMember.of(encoding, "length").least(),
                "maxSize: " + WholeMember.of(encoding, "length").greatest()), "};");
    }

    private static String count(CompositeType composite, String name) {
        return count(WholeMember.of(composite, name));
    }

    private static String count(WholeMember member) {
        return member.isConstant() ? "new sbe.Count(null, 0, " + member.constant() + ")"
                : "new sbe.Count(" + TypeScriptWords.wire(member.primitive()) + ", " + member.offset() + ")";
    }
}
