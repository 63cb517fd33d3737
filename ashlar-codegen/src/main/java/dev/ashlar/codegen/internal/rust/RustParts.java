// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;

/// Groups and data of messages and entries.
final class RustParts {
    private final RustNames names;

    RustParts(RustNames names) {
        this.names = names;
    }

    static List<Part> of(Block block, Names scope) {
        return Part.of(block, scope, List.of("", "_is_present"), List.of("", "_is_present", "_raw"));
    }

    /// Statements that walk over a block and its parts, and set the position after each where they are kept.
    String walk(List<Part> parts, String name, boolean keeps) {
        StringBuilder out = new StringBuilder();
        String block = RustWords.assign(8, "let fields =", "walk.block", List.of("at", "block_length", name), "?;");
        if (parts.isEmpty()) {
            return keeps ? block + "        let positions = [at + fields.bytes.len()];\n" : block;
        }
        out.append(block).append("        let mut positions = [0; ").append(parts.size() + 1).append("];\n")
                .append("        positions[0] = at + fields.bytes.len();\n");
        for (Part part : parts) {
            String target = "positions[" + (part.index() + 1) + "] =";
            String from = "positions[" + part.index() + "]";
            if (part.element() instanceof Group group) {
                out.append(RustWords.assign(8, target, "walk.group::<" + names.of(group) + "Decoder>", List.of(from), "?;"));
            } else {
                VarData data = (VarData) part.element();
                out.append(RustWords.assign(8, target, "walk.data::<types::" + names.of(data.encoding()) + ">",
                        List.of(from, Integer.toString(data.meta().sinceVersion()), RustWords.string(data.name())), "?;"));
            }
        }
        return out.toString();
    }

    /// The accessor in a decoder.
    String getter(Part part) {
        Template t = new Template().with("x", part.name()).with("i", part.index()).with("next", part.index() + 1);
        String accessor = "pub fn " + part.name();
        if (part.element() instanceof Group group) {
            String entry = names.of(group) + "Decoder<'a>";
            return "\n" + RustWords.doc(4, group.meta(), "The entries of `" + group.name() + "`.") + "    #[inline]\n"
                    + RustWords.function(4, accessor, List.of("&self"), "sbe::Group<'a, " + entry + ">") + t.fill("""
                                sbe::Group::new(self.message, self.positions[$i], self.fields.version)
                            }
                        """) + presence(part, group.name(), group.meta().sinceVersion());
        }
        VarData data = (VarData) part.element();
        String head = "sbe::data_at::<types::" + names.of(data.encoding()) + ">";
        List<String> arguments = List.of("self.message", t.fill("self.positions[$i]"), t.fill("self.positions[$next]"));
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        boolean text = encoding.isByteText();
        String type = RustDecoding.textType(encoding);
        return "\n" + RustWords.doc(4, data.meta(), "The data `" + data.name() + "`.") + "    #[inline]\n"
                + RustWords.function(4, accessor, List.of("&self"), text ? type + "<'a>" : "&'a [u8]")
                + (text ? RustWords.assign(8, "let bytes =", head, arguments, ";") + "        " + type + "::new(bytes)\n"
                        : RustWords.call(8, head, arguments, ""))
                + "    }\n" + presence(part, data.name(), data.meta().sinceVersion());
    }

    private static String presence(Part part, String name, int since) {
        return new Template().with("x", part.name()).with("name", name)
                .with("present", since == 0 ? "true" : "self.fields.version >= " + since).fill("""

                    /// Whether the writer had `$name`.
                    pub fn ${x}_is_present(&self) -> bool {
                        $present
                    }
                """);
    }

    /// Statements that write a part as JSON.
    static String json(Part part, boolean root) {
        if (part.element() instanceof Group group) {
            return RustJson.name(JsonText.name(root, group.name())) + new Template().with("x", part.name()).fill("""
                            json.begin('[')?;
                            for entry in self.$x() {
                                entry.write_json(json)?;
                            }
                            json.end(']')?;
                    """);
        }
        VarData data = (VarData) part.element();
        String bytes = "self." + part.name() + "()" + (TextEncoding.of(data.characterEncoding()).isByteText() ? ".as_bytes()" : "");
        return RustJson.name(JsonText.name(root, data.name())) + RustJson.ifPresent("self." + part.name() + "_is_present()",
                RustJson.data(TextEncoding.of(data.characterEncoding()), bytes));
    }

    /// The accessor in an encoder.
    ///
    /// @param block with these parts
    /// @param parts of it
    String setter(Block block, Part part, int parts) {
        boolean root = block instanceof Message;
        int missing = parts - part.index();
        String count = root ? Integer.toString(missing) : "self.base + " + missing;
        if (part.element() instanceof Group group) {
            String writer = names.of(group) + "Writer";
            String name = RustWords.string(group.name());
            return "\n" + RustWords.doc(4, group.meta(), "Begins the group `" + group.name() + "`.") + "    #[inline]\n"
                    + RustWords.function(4, "pub fn " + part.name(), List.of("&mut self", "count: usize"),
                            "sbe::Encoded<" + writer + "<'_, 'a>>")
                    + RustWords.method(8, "self.cursor", "part", List.of(count, name), "?;")
                    + "        " + writer + "::begin(" + (root ? "&mut self.cursor" : "self.cursor") + ", count)\n    }\n";
        }
        VarData data = (VarData) part.element();
        String name = RustWords.string(data.name());
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        String method = "pub fn " + part.name();
        String type = "::<types::" + names.of(data.encoding()) + ">";
        String next = RustWords.method(8, "self.cursor", "part", List.of(count, name), "?;");
        String text = !encoding.isByteText() ? "" : RustWords.function(4, method, List.of("&mut self", "text: &str"),
                "sbe::Encoded<&mut Self>") + switch (encoding) {
                    case ASCII -> RustWords.call(8, "sbe::require_ascii", List.of("text", name), "?;")
                            + "        self." + part.name() + "_raw(text.as_bytes())\n";
                    case LATIN_1 -> next + RustWords.method(8, "self.cursor", "latin1" + type, List.of("text", name), "?;")
                            + "        Ok(self)\n";
                    case UTF_8, UTF_16LE, UTF_16BE, OTHER, BYTES -> "        self." + part.name() + "_raw(text.as_bytes())\n";
                } + "    }\n\n    /// Bytes of `" + data.name() + "`, which are not checked to be text.\n    #[inline]\n";
        return "\n" + RustWords.doc(4, data.meta(), "Writes the data `" + data.name() + "`.") + "    #[inline]\n" + text
                + RustWords.function(4, method + (text.isEmpty() ? "" : "_raw"), List.of("&mut self", "bytes: &[u8]"),
                        "sbe::Encoded<&mut Self>")
                + next + RustWords.method(8, "self.cursor", "data" + type, List.of("bytes", name), "?;")
                + "        Ok(self)\n    }\n";
    }

    /// Statements that copy a part from the decoder `from`.
    static String copy(Part part) {
        Template t = new Template().with("x", part.name());
        if (part.element() instanceof Group) {
            return t.fill("""
                            let entries = from.$x();
                            let mut writer = self.$x(entries.len())?;
                            for entry in entries {
                                writer.add()?.copy_from(&entry)?;
                            }
                    """);
        }
        boolean text = TextEncoding.of(((VarData) part.element()).characterEncoding()).isByteText();
        return t.fill(text ? "        self.${x}_raw(from.$x().as_bytes())?;\n" : "        self.$x(from.$x())?;\n");
    }
}
