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
import java.util.stream.Collectors;

/// Groups and data of messages and entries.
record RustParts(RustNames names) {
    static List<Part> of(Block block, Names scope) {
        return Part.of(block, scope, List.of("", "_is_present"), List.of("", "_is_present", "_raw"));
    }

    /// Fields that hold the bytes of the parts.
    static String fields(List<Part> parts) {
        return parts.stream().map(part -> "    " + part.name() + ": &'a [u8],\n").collect(Collectors.joining());
    }

    /// Initializers of those fields from variables of the same names.
    static String init(List<Part> parts) {
        return parts.stream().map(part -> "            " + part.name() + ",\n").collect(Collectors.joining());
    }

    /// Statements that take the bytes of each part from a walk.
    String walk(List<Part> parts) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            String target = "let " + part.name() + " =";
            if (part.element() instanceof Group group) {
                out.append(RustWords.assign(8, target, "walk.group::<" + names.of(group) + "Decoder>", List.of(), "?;"));
            } else {
                VarData data = (VarData) part.element();
                out.append(RustWords.assign(8, target, "walk.data::<types::" + names.of(data.encoding()) + ">",
                        List.of(Integer.toString(data.meta().sinceVersion()), RustWords.string(data.name())), "?;"));
            }
        }
        return out.toString();
    }

    /// The accessor in a decoder.
    String getter(Part part) {
        Template t = new Template().with("x", part.name());
        String accessor = "pub fn " + part.name();
        if (part.element() instanceof Group group) {
            String entry = names.of(group) + "Decoder<'a>";
            return "\n" + RustWords.doc(4, group.meta(), "The entries of `" + group.name() + "`.") + "    #[inline]\n"
                    + RustWords.function(4, accessor, List.of("&self"), "sbe::Group<'a, " + entry + ">")
                    + RustWords.call(8, "sbe::Group::new", List.of("self." + part.name(), "self.fields.version"), "")
                    + "    }\n" + presence(part, group.name(), group.meta().sinceVersion());
        }
        VarData data = (VarData) part.element();
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        boolean text = encoding.isByteText();
        String type = RustDecoding.textType(encoding);
        return "\n" + RustWords.doc(4, data.meta(), "The data `" + data.name() + "`.") + "    #[inline]\n"
                + RustWords.function(4, accessor, List.of("&self"), text ? type + "<'a>" : "&'a [u8]")
                + t.with("T", type).fill(text ? "        $T::new(self.$x)\n" : "        self.$x\n")
                + "    }\n" + presence(part, data.name(), data.meta().sinceVersion());
    }

    private static String presence(Part part, String name, int since) {
        return new Template().with("x", part.name()).with("name", name)
                .with("present", since == 0 ? "true" : "self.fields.version >= " + since).fill("""

                    /// Whether `$name` is present, even if empty.
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
        String own = root ? "sbe::Parts::OF_MESSAGE" : "self.base";
        String missing = Integer.toString(parts - part.index());
        if (part.element() instanceof Group group) {
            String writer = names.of(group) + "Writer";
            String name = RustWords.string(group.name());
            return "\n" + RustWords.doc(4, group.meta(), "Begins the group `" + group.name() + "`.") + "    #[inline]\n"
                    + RustWords.function(4, "pub fn " + part.name(), List.of("&mut self", "count: usize"),
                            "sbe::Encoded<" + writer + "<'_, 'a>>")
                    + RustWords.method(8, "self.cursor", "part", List.of(own, missing, name), "?;")
                    + RustWords.call(8, writer + "::begin", List.of(root ? "&mut self.cursor" : "self.cursor", "count"), "")
                    + "    }\n";
        }
        VarData data = (VarData) part.element();
        String name = RustWords.string(data.name());
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        String method = "pub fn " + part.name();
        String type = "::<types::" + names.of(data.encoding()) + ">";
        String next = RustWords.method(8, "self.cursor", "part", List.of(own, missing, name), "?;");
        String text = !encoding.isByteText() ? "" : RustWords.function(4, method, List.of("&mut self", "text: &str"),
                "sbe::Encoded<&mut Self>") + switch (encoding) {
                    case ASCII -> RustWords.call(8, "sbe::require_ascii", List.of("text", name), "?;")
                            + "        self." + part.name() + "_raw(text.as_bytes())\n";
                    case LATIN_1 -> next + RustWords.method(8, "self.cursor", "latin1" + type, List.of("text", name), "?;")
                            + "        Ok(self)\n";
                    case UTF_8, UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "        self." + part.name() + "_raw(text.as_bytes())\n";
                } + "    }\n\n    /// Writes bytes to `" + data.name() + "` without checking them.\n    #[inline]\n";
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
        return RustWords.call(8, t.fill(text ? "self.${x}_raw" : "self.$x"),
                List.of(t.fill(text ? "from.$x().as_bytes()" : "from.$x()")), "?;");
    }
}
