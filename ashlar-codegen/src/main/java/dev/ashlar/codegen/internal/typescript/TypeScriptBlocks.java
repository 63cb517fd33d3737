// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

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
final class TypeScriptBlocks {
    private final Schema schema;
    private final TypeScriptNames names;
    private final Set<String> used;
    private final TypeScriptFields fields;

    /// @param used receives the names of `types.ts` that the classes refer to
    TypeScriptBlocks(Schema schema, TypeScriptNames names, Set<String> used) {
        this.schema = schema;
        this.names = names;
        this.used = used;
        this.fields = new TypeScriptFields(names, used);
    }

    String message(Message message) {
        StringBuilder out = new StringBuilder();
        groups(message, out);
        return out.append(block(message)).toString();
    }

    private void groups(Block block, StringBuilder out) {
        for (Group group : block.groups()) {
            groups(group, out);
            out.append(block(group)).append('\n');
        }
    }

    private String block(Block block) {
        Names scope = TypeScriptWords.members();
        boolean isRoot = block instanceof Message;
        String base = names.of(block);
        String members = base + "Members";
        StringBuilder declarations = new StringBuilder();
        StringBuilder getters = new StringBuilder();
        StringBuilder setters = new StringBuilder();
        for (Value value : Value.of(block, scope, "")) {
            declarations.append(fields.declaration(value, isRoot));
            getters.append(fields.getter(value, members));
            setters.append(fields.setter(value, members));
        }
        for (Group group : block.groups()) {
            String name = scope.claim(group.name());
            declarations.append(declaration(group, name, isRoot));
            getters.append(groupGetter(group, name, members));
            setters.append(groupSetter(group, name, members));
        }
        for (VarData data : block.data()) {
            String name = scope.claim(data.name());
            declarations.append(declaration(data, name, isRoot));
            getters.append(dataGetter(data, name, members));
            setters.append(dataSetter(data, name, members));
        }
        String kind = isRoot ? "sbe.Message" : "sbe.Entry";
        String text = new Template().with("T", base).with("declarations", declarations)
                .with("layout", TypeScriptWords.constant("const " + base + "Layout", List.of(
                        TypeScriptWords.string(block.name()), Integer.toString(block.blockLength()), members)))
                .with("message", isRoot ? messageLayout((Message) block) : "")
                .with("decoder", TypeScriptWords.head(base + "Decoder", kind + "Decoder"))
                .with("encoder", TypeScriptWords.head(base + "Encoder", kind + "Encoder"))
                .with("static", TypeScriptWords.members(members))
                .with("decoderStart", isRoot ? decoderStart(base) : entryLayout(base))
                .with("encoderStart", isRoot ? encoderStart(base) : entryLayout(base))
                .with("doc", TypeScriptWords.doc("", block.meta(), (isRoot ? "The message `" : "An entry of the group `")
                        + block.name() + "`."))
                .with("getters", getters).with("setters", setters).fill("""
                        const ${T}Members = {
                        $declarations};
                        $layout$message
                        ${doc}$decoder$static
                        $decoderStart$getters}

                        ${doc}$encoder$encoderStart$setters}
                        """);
        return text.replace("= {\n};", "= {};");
    }

    private String messageLayout(Message message) {
        used.add("header");
        String header = names.of(schema.header());
        used.add(header + "Layout");
        String base = names.of(message);
        String extras = JsonText.headerExtras(schema.header()).stream().map(Member::name).map(TypeScriptWords::string)
                .collect(Collectors.joining(", "));
        return TypeScriptWords.object("", "const " + base + "Message: sbe.MessageLayout = {", List.of("layout: " + base + "Layout",
                "templateId: " + message.id(), "header", "headerLayout: " + header + "Layout",
                "headerExtras: [" + extras + "]"), "};");
    }

    private static String decoderStart(String base) {
        return new Template().with("T", base).with("validated", TypeScriptWords.call("    ", "return sbe.validated(",
                List.of("() => new " + base + "Decoder(message)"), ");")).fill("""
                  /** @throws MalformedMessage if the bytes do not begin with a valid message of this type */
                  constructor(message: sbe.Bytes | sbe.Row) {
                    super(message, ${T}Message);
                  }

                  /** Checks whether the bytes begin with a valid message of this type. */
                  static sbeValidate(message: sbe.Bytes): sbe.Validation {
                $validated  }
                """);
    }

    private static String encoderStart(String base) {
        return new Template().with("T", base).fill("""
                  /** @throws EncodingError if header and block do not fit */
                  constructor(options: sbe.EncoderOptions = {}) {
                    super(options, ${T}Message);
                  }
                """);
    }

    private static String entryLayout(String base) {
        return "  get sbeLayout(): sbe.Layout {\n    return " + base + "Layout;\n  }\n";
    }

    private String declaration(Group group, String name, boolean isRoot) {
        String base = names.of(group);
        List<String> options = options(group.name(), group.meta(), isRoot);
        options.add("dimension: " + use(names.dimensions().get(group.dimension())));
        options.add("layout: " + base + "Layout");
        options.add("decoder: " + base + "Decoder");
        options.add("encoder: " + base + "Encoder");
        return TypeScriptWords.object("  ", name + ": new sbe.Group({", options, "}),");
    }

    private String declaration(VarData data, String name, boolean isRoot) {
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        List<String> options = options(data.name(), data.meta(), isRoot);
        options.add("header: " + use(names.encodings().get(data.encoding())));
        if (isText(data)) {
            options.add("charset: " + TypeScriptFields.charset(encoding));
        } else if (encoding == TextEncoding.BYTES) {
            options.add("hex: true");
        }
        return TypeScriptWords.object("  ", name + ": new sbe." + (isText(data) ? "Text" : "Bytes") + "Data({", options, "}),");
    }

    private static List<String> options(String name, Meta meta, boolean isRoot) {
        List<String> options = new ArrayList<>(List.of("name: " + TypeScriptWords.string(name)));
        String jsonName = JsonText.name(isRoot, name);
        if (!jsonName.equals(name)) {
            options.add("jsonName: " + TypeScriptWords.string(jsonName));
        }
        if (meta.sinceVersion() > 0) {
            options.add("since: " + meta.sinceVersion());
        }
        return options;
    }

    private String groupGetter(Group group, String name, String members) {
        return accessor(group.meta(), "get " + name + "(): sbe.Entries<" + names.of(group) + "Decoder> {",
                TypeScriptWords.call("    ", "return " + members + "." + name + ".get(", List.of("this"), ");"));
    }

    private String groupSetter(Group group, String name, String members) {
        return accessor(group.meta(), TypeScriptWords.call("  ", name + "(", List.of("count: number"), "): sbe.EntryWriter<"
                + names.of(group) + "Encoder> {").strip(), TypeScriptWords.call("    ", "return " + members + "." + name
                + ".begin(", List.of("this", "count"), ");"));
    }

    private static String dataGetter(VarData data, String name, String members) {
        boolean isLate = data.meta().sinceVersion() > 0;
        return accessor(data.meta(), "get " + name + "(): " + type(data) + (isLate ? " | null" : "") + " {",
                TypeScriptWords.call("    ", "return " + members + "." + name + (isLate ? ".getOrNull(" : ".get("),
                        List.of("this"), ");"));
    }

    private static String dataSetter(VarData data, String name, String members) {
        return accessor(data.meta(), "set " + name + "(value: " + type(data) + ") {", TypeScriptWords.call("    ", members + "."
                + name + ".set(", List.of("this", "value"), ");"));
    }

    private static String accessor(Meta meta, String head, String body) {
        return "\n" + TypeScriptWords.doc("  ", meta, "") + "  " + head + "\n" + body + "  }\n";
    }

    private static boolean isText(VarData data) {
        return switch (TextEncoding.of(data.characterEncoding())) {
            case ASCII, LATIN_1, UTF_8, UTF_16LE, UTF_16BE, WINDOWS_1252 -> true;
            case OTHER, BYTES -> false;
        };
    }

    private static String type(VarData data) {
        return isText(data) ? "string" : "Uint8Array";
    }

    private String use(String name) {
        used.add(name);
        return name;
    }
}
