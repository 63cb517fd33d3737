// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.TypeWriter;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Enums, sets, composites, the header, dimensions of groups and encodings of data.
final class PythonTypes implements TypeWriter {
    private final Schema schema;
    private final PythonNames names;
    private final PythonFields fields;

    PythonTypes(Schema schema, PythonNames names) {
        this.schema = schema;
        this.names = names;
        this.fields = new PythonFields(names, new HashSet<>());
    }

    @Override
    public String enumeration(EnumType type) {
        Map<String, String> members = names.enumeratorsOf(type);
        String values = type.values().stream().map(value -> PythonWords.comment(value.meta()) + "    "
                + members.get(value.name()) + " = " + PythonWords.whole(type.primitive(), value.bits()) + "\n")
                .collect(Collectors.joining());
        List<String> renamed = members.entrySet().stream().filter(e -> !e.getKey().equals(e.getValue()))
                .map(e -> "\"" + e.getValue() + "\": " + PythonWords.string(e.getKey())).toList();
        String renaming = renamed.isEmpty() ? "" : "\n    @classmethod\n    def _sbe_renamed(cls) -> dict[str, str]:\n"
                + PythonWords.call("        ", "return {", renamed, "}");
        return new Template().with("T", names.of(type)).with("values", values).with("renaming", renaming)
                .with("doc", PythonWords.docstring(type.meta(), "The enum `" + type.name() + "`.")).fill("""
                        class $T(sbe.Enumeration):
                        $doc$values$renaming""");
    }

    @Override
    public String set(SetType type) {
        Names scope = PythonWords.choices();
        String choices = type.choices().stream().map(choice -> PythonWords.comment(choice.meta())
                + PythonWords.call("    ", scope.claim(choice.name()) + " = sbe.Choice(",
                        List.of(PythonWords.string(choice.name()), Integer.toString(choice.bit())), ")"))
                .collect(Collectors.joining());
        return new Template().with("T", names.of(type)).with("choices", choices)
                .with("doc", PythonWords.docstring(type.meta(), "The set `" + type.name() + "`.")).fill("""
                        class $T(sbe.Choices):
                        $doc    __slots__ = ()

                        $choices""");
    }

    @Override
    public String composite(CompositeType type) {
        String members = Value.of(type, PythonWords.members(), "").stream().map(value -> fields.emit(value, false))
                .collect(Collectors.joining());
        String base = names.of(type);
        return new Template().with("T", base).with("length", type.encodedLength())
                .with("decoder", PythonWords.head(base + "Decoder", base + "Members", "sbe.CompositeDecoder"))
                .with("encoder", PythonWords.head(base + "Encoder", base + "Members", "sbe.CompositeEncoder")).with("members", members)
                .with("doc", PythonWords.docstring(type.meta(), "The composite `" + type.name() + "`.")).fill("""
                        class ${T}Members(sbe.Struct):
                        $doc    __slots__ = ()

                        $members

                        $decoder$doc    __slots__ = ()

                            sbe_encoded_length = $length


                        $encoder$doc    __slots__ = ()

                            sbe_encoded_length = $length
                        """);
    }

    String header() {
        CompositeType header = schema.header();
        List<String> arguments = new ArrayList<>(List.of("name=" + PythonWords.string(header.name()),
                "length=" + header.encodedLength(), "schema_id=" + schema.id(), "version=" + schema.version(),
                "semantic_version=" + PythonWords.string(schema.semanticVersion()),
                "block_length=" + number(header, "blockLength"), "template_id=" + number(header, "templateId"),
                "schema=" + number(header, "schemaId"), "acting_version=" + number(header, "version")));
        WholeMember.counts(header).forEach((count, member) -> arguments.add(count + "=" + number(member)));
        return PythonWords.call("", "HEADER = sbe.Header(", arguments, ")");
    }

    String dimension(CompositeType dimension, String name) {
        List<String> arguments = new ArrayList<>(List.of("length=" + dimension.encodedLength(),
                "block_length=" + number(dimension, "blockLength"), "count=" + number(dimension, "numInGroup"),
                "max_count=" + WholeMember.of(dimension, "numInGroup").greatest()));
        if (WholeMember.of(dimension, "numInGroup").least() > 0) {
            arguments.add("min_count=" + WholeMember.of(dimension, "numInGroup").least());
        }
        WholeMember.counts(dimension).forEach((count, member) -> arguments.add(count + "=" + number(member)));
        return PythonWords.call("", name + " = sbe.Dimension(", arguments, ")");
    }

    String data(CompositeType encoding, String name) {
        WholeMember length = WholeMember.of(encoding, "length");
        List<String> arguments = new ArrayList<>(List.of("length=" + WholeMember.headerLength(encoding),
                "size=" + number(length), "max_size=" + length.greatest()));
        if (length.least() > 0) {
            arguments.add("min_size=" + length.least());
        }
        return PythonWords.call("", name + " = sbe.Data(", arguments, ")");
    }

    private String number(CompositeType composite, String name) {
        return number(WholeMember.of(composite, name));
    }

    private String number(WholeMember member) {
        return member.isConstant() ? "sbe.Number(\"\", 0, " + member.constant() + ")"
                : "sbe.Number(\"" + names.byteOrder() + PythonWords.code(member.primitive()) + "\", " + member.offset() + ")";
    }
}
