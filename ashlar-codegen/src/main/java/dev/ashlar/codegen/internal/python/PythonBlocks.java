// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The classes of one message, after those of its groups.
final class PythonBlocks {
    private final Schema schema;
    private final PythonNames names;
    private final Set<String> used;
    private final PythonFields fields;

    /// @param used receives the names of `types.py` that the classes refer to
    PythonBlocks(Schema schema, PythonNames names, Set<String> used) {
        this.schema = schema;
        this.names = names;
        this.used = used;
        this.fields = new PythonFields(names, used);
    }

    String message(Message message) {
        StringBuilder out = new StringBuilder();
        groups(message, out);
        String header = names.of(schema.header());
        used.addAll(List.of("HEADER", header + "Decoder", header + "Encoder"));
        List<String> extras = JsonText.headerExtras(schema.header()).stream().map(Member::name)
                .map(PythonWords::string).toList();
        return out.append(block(message)).append(template(message).with("H", header)
                .with("id", message.id()).with("extras", extras.isEmpty() ? ""
                        : PythonWords.call("    ", "sbe_header_extras = (", extras, extras.size() == 1 ? ",)" : ")")).fill("""


                $decoder$doc    __slots__ = ()

                    sbe_layout = HEADER
                    sbe_template_id = $id
                    sbe_header_decoder = ${H}Decoder
                $extras

                $encoder$doc    __slots__ = ()

                    sbe_layout = HEADER
                    sbe_template_id = $id
                    sbe_header_encoder = ${H}Encoder
                $extras""")).toString();
    }

    private void groups(Block block, StringBuilder out) {
        for (Group group : block.groups()) {
            groups(group, out);
            out.append(block(group)).append(template(group).fill("""


                    $decoder$doc    __slots__ = ()


                    $encoder$doc    __slots__ = ()


                    """));
        }
    }

    private Template template(Block block) {
        String base = names.of(block);
        String kind = block instanceof Message ? "sbe.Message" : "sbe.Entry";
        return new Template().with("T", base)
                .with("decoder", PythonWords.head(base + "Decoder", base + "Block", kind + "Decoder"))
                .with("encoder", PythonWords.head(base + "Encoder", base + "Block", kind + "Encoder"))
                .with("name", PythonWords.string(block.name()))
                .with("length", block.blockLength()).with("doc", PythonWords.docstring(block.meta(),
                        (block instanceof Message ? "The message `" : "An entry of the group `") + block.name() + "`."));
    }

    /// The declarations that decoder and encoder share.
    private String block(Block block) {
        Names scope = PythonWords.members();
        boolean isRoot = block instanceof Message;
        StringBuilder members = new StringBuilder();
        Value.of(block, scope, "").forEach(value -> members.append(fields.emit(value, isRoot)));
        block.groups().forEach(group -> members.append(group(group, scope.claim(group.name()), isRoot)));
        block.data().forEach(data -> members.append(data(data, scope.claim(data.name()), isRoot)));
        return template(block).with("members", members.isEmpty() ? "" : "\n" + members).fill("""
                class ${T}Block(sbe.Block):
                $doc    __slots__ = ()

                    sbe_name = $name
                    sbe_block_length = $length
                $members""");
    }

    private String group(Group group, String name, boolean isRoot) {
        String base = names.of(group);
        String dimension = names.dimensions().get(group.dimension());
        used.add(dimension);
        return part(name, "Group", group.meta(), group.name(), List.of(base + "Decoder", base + "Encoder",
                PythonWords.string(group.name()), dimension), isRoot, "");
    }

    private String data(VarData data, String name, boolean isRoot) {
        String layout = names.encodings().get(data.encoding());
        used.add(layout);
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        String python = PythonFields.encoding(encoding);
        List<String> arguments = new ArrayList<>(List.of(PythonWords.string(data.name()), layout));
        if (!python.isEmpty()) {
            arguments.add(PythonWords.string(python));
        }
        String type = (data.meta().sinceVersion() > 0 ? "Optional" : "") + (python.isEmpty() ? "Bytes" : "Text") + "Data";
        return part(name, type, data.meta(), data.name(), arguments, isRoot, encoding == TextEncoding.BYTES ? "hex=True" : "");
    }

    private static String part(String name, String type, Meta meta, String schemaName, List<String> first,
            boolean isRoot, String option) {
        List<String> arguments = new ArrayList<>(first);
        if (meta.sinceVersion() > 0) {
            arguments.add("since=" + meta.sinceVersion());
        }
        if (!option.isEmpty()) {
            arguments.add(option);
        }
        String jsonName = JsonText.name(isRoot, schemaName);
        if (!jsonName.equals(schemaName)) {
            arguments.add("json_name=" + PythonWords.string(jsonName));
        }
        return PythonWords.comment(meta) + PythonWords.call("    ", name + " = sbe." + type + "(", arguments, ")");
    }

    /// The classes of a message and its groups that callers need.
    List<String> exports(Block block) {
        List<String> classes = new ArrayList<>(List.of(names.of(block) + "Decoder", names.of(block) + "Encoder"));
        block.groups().forEach(group -> classes.addAll(exports(group)));
        return classes.stream().sorted().collect(Collectors.toList());
    }
}
