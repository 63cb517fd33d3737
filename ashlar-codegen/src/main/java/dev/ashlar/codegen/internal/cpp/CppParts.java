// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;

/// Groups and data of messages and entries.
record CppParts(CppNames names) {
    static List<Part> of(Block block, Names scope) {
        return Part.of(block, scope, List.of("", "_is_present"), List.of("", "_is_present", "_raw"));
    }

    /// An expression that walks over a block and its parts; true if all keep to the rules.
    String walk(List<Part> parts) {
        StringBuilder out = new StringBuilder("walk.block(at, block_length, sbe_name, positions[0])");
        for (Part part : parts) {
            String step = part.element() instanceof Group group ? "group<" + names.of(group) + "Decoder>"
                    : "data<" + names.of((VarData) part.element()) + "Data>";
            out.append("\n               && walk.").append(step).append("(positions[").append(part.index())
                    .append("], positions[").append(part.index() + 1).append("])");
        }
        return out.toString();
    }

    /// The accessor in a decoder.
    String getter(Part part) {
        Template t = new Template().with("x", part.name()).with("i", part.index());
        if (part.element() instanceof Group group) {
            return "\n" + CppWords.doc(group.meta(), "") + t.with("G", names.of(group))
                    .with("present", isPresent(group.meta().sinceVersion())).fill("""
                    [[nodiscard]] sbe::Group<${G}Decoder> $x() const {
                        return sbe::Group<${G}Decoder>(message_, positions_[$i], version_);
                    }
                    [[nodiscard]] bool ${x}_is_present() const noexcept { return $present; }
                    """);
        }
        VarData data = (VarData) part.element();
        t.with("D", names.of(data)).with("present", isPresent(data.meta().sinceVersion()));
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        String at = t.fill("data_at<${D}Data, $i>()");
        return "\n" + CppWords.doc(data.meta(), "") + t.with("T", encoding.isByteText() ? CppWords.text(encoding)
                : "std::span<const std::byte>").with("value", encoding == TextEncoding.LATIN_1
                        ? "sbe::Latin1(sbe::as_text(" + at + "))" : encoding.isByteText() ? "sbe::as_text(" + at + ")" : at).fill("""
                [[nodiscard]] $T $x() const {
                    return $value;
                }
                [[nodiscard]] bool ${x}_is_present() const noexcept { return $present; }
                """);
    }

    private static String isPresent(int since) {
        return since == 0 ? "true" : "version_ >= " + since;
    }

    /// Statements that write a part as JSON.
    static String json(Part part, boolean root) {
        Template t = new Template().with("x", part.name());
        if (part.element() instanceof Group group) {
            return CppJson.name(JsonText.name(root, group.name())) + t.fill("""
                    json.begin('[');
                    for (const auto& entry : $x()) {
                        entry.write_json(json);
                    }
                    json.end(']');
                    """);
        }
        VarData data = (VarData) part.element();
        return CppJson.name(JsonText.name(root, data.name()))
                + t.with("text", switch (TextEncoding.of(data.characterEncoding())) {
                    case ASCII, UTF_8 -> part.name() + "()";
                    case LATIN_1 -> part.name() + "().bytes()";
                    case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "sbe::as_text(" + part.name() + "())";
                })
                .with("write", CppJson.data(TextEncoding.of(data.characterEncoding()))).fill("""
                if (${x}_is_present()) {
                    const std::string_view text = $text;
                    $write
                } else {
                    json.null();
                }
                """);
    }

    /// The accessor in an encoder.
    ///
    /// @param parts     of the block
    /// @param className of the encoder
    String setter(Part part, int parts, String className) {
        Template t = new Template().with("x", part.name()).with("remaining", parts - part.index()).with("C", className);
        if (part.element() instanceof Group group) {
            return "\n" + CppWords.doc(group.meta(), "") + t.with("G", names.of(group)).fill("""
                    /// @throws sbe::EncodingError if the group is not next, does not fit, or has a count out of range
                    [[nodiscard]] sbe::GroupWriter<${G}Encoder> $x(std::size_t count) {
                        return sbe::GroupWriter<${G}Encoder>(parts_, $remaining, count);
                    }
                    """);
        }
        VarData data = (VarData) part.element();
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        t.with("D", names.of(data)).with("doc", CppWords.doc(data.meta(), ""))
                .with("raw", encoding.isByteText() ? "_raw" : "");
        String text = !encoding.isByteText() ? "" : t.with("charset", CppWords.charset(encoding)).with("wrong",
                encoding == TextEncoding.UTF_8 ? "is not UTF-8" : "has characters that " + encoding.charset() + " lacks").fill("""

                $doc/// @throws sbe::EncodingError if it is not the next part, does not fit, or $wrong
                $C& $x(std::string_view text) {
                    sbe::write_text<${D}Data, $charset>(parts_, $remaining, text);
                    return *this;
                }
                """) + (encoding != TextEncoding.LATIN_1 ? "" : t.fill("""
                $C& $x(sbe::Latin1 text) { return ${x}_raw(std::as_bytes(std::span(text.bytes()))); }
                """));
        return text + t.fill("""

                $doc/// @throws sbe::EncodingError if it is not the next part, or does not fit
                $C& $x$raw(std::span<const std::byte> bytes) {
                    sbe::write_data<${D}Data>(parts_, $remaining, bytes);
                    return *this;
                }
                """);
    }

    /// Statements that copy a part from the decoder `from`.
    static String copy(Part part) {
        return new Template().with("x", part.name()).fill(part.element() instanceof Group ? """
                {
                    const auto entries = from.$x();
                    auto writer = $x(entries.size());
                    for (const auto& entry : entries) {
                        writer.next().copy_from(entry);
                    }
                }
                """ : isLatin1OrBytes(part) ? """
                $x(from.$x());
                """ : """
                ${x}_raw(std::as_bytes(std::span(from.$x())));
                """);
    }

    private static boolean isLatin1OrBytes(Part part) {
        TextEncoding encoding = TextEncoding.of(((VarData) part.element()).characterEncoding());
        return encoding == TextEncoding.LATIN_1 || !encoding.isByteText();
    }

    /// The type that distinguishes data from other data of the same encoding.
    String dataTraits(VarData data) {
        return new Template().with("T", names.of(data)).with("L", names.of(data.encoding()))
                .with("name", CppWords.string(data.name())).with("since", data.meta().sinceVersion()).fill("""
                        /// The data $name.
                        struct ${T}Data : ${L}Length {
                            static constexpr const char* name = $name;
                            static constexpr std::uint32_t since_version = $since;
                        };
                        """);
    }
}
