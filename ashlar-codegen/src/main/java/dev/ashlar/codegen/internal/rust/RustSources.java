// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The crate of one schema.
public final class RustSources {
    private static final String NOTICE = "// Generated from an SBE schema by Ashlar; do not edit.\n\n";
    /// Lints may object to names from the schema.
    private static final String LINTS = """
            #![allow(dead_code, non_camel_case_types)]
            #![allow(clippy::approx_constant, clippy::identity_op)]
            #![allow(clippy::len_without_is_empty, clippy::self_named_constructors)]
            #![allow(clippy::should_implement_trait)]
            #![allow(clippy::upper_case_acronyms, clippy::wrong_self_convention)]

            """;
    /// The modules of `sbe`.
    private static final List<String> SHARED = List.of("error", "text", "wire", "walk", "group", "cursor");
    /// A name of the schema with more than 32 characters, whose line breaks by `rustfmt` are not predicted:
    /// in quotes, of a function or constant, of a type, and of a group after the names of what it is in.
    private static final Pattern LONG = Pattern.compile("\"\\w{33,}\""
            + "|\\bfn (?!\\w*(?:_is_present|_is_null|_raw)\\b)\\w{38,}\\b"
            + "|\\bconst (?!\\w*(?:_INFO|_NULL_VALUE|_MIN_VALUE|_MAX_VALUE)\\b)\\w{38,}\\b"
            + "|\\b[A-Z][a-z]\\w{31,}(?<!Decoder|Encoder|Writer|Block)\\b"
            + "|\\b[A-Z]\\w{58,}(?:Decoder|Encoder|Writer|Block)\\b");

    private final Schema schema;
    private final RustNames names;
    private final String packageName;

    private RustSources(Schema schema, LanguageOptions options) {
        this.schema = schema;
        this.names = new RustNames(schema);
        this.packageName = options.packageName().orElse(schema.packageName());
    }

    /// The files in a fixed order: manifest and root, the shared runtime, types, messages.
    public static List<GeneratedFile> of(Schema schema, LanguageOptions options) {
        return new RustSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        List<GeneratedFile> files = new ArrayList<>();
        files.add(new GeneratedFile("Cargo.toml", new Template().with("name", RustWords.crate(packageName))
                .with("version", schema.version()).with("id", schema.id()).fill("""
                        # Generated from an SBE schema by Ashlar; do not edit.
                        [package]
                        name = "$name"
                        version = "0.$version.0"
                        edition = "2021"
                        rust-version = "1.81"
                        description = "Codecs of the SBE schema $id"
                        publish = false
                        """)));
        files.add(new GeneratedFile("src/lib.rs", NOTICE + RustWords.doc(0, new Meta(schema.description(), "", 0, 0),
                "Codecs of the SBE schema " + schema.id() + ", version " + schema.version() + ".").replace("///", "//!") + """
                #![no_std]
                #![forbid(unsafe_code)]

                mod codec;

                pub use codec::*;
                """));
        Map<String, String> modules = new LinkedHashMap<>();
        modules.put("json", Resource.text("rust/json.rs"));
        modules.put("sbe", Resource.text("rust/sbe.rs"));
        modules.put("types", NOTICE + LINTS + "use core::fmt;\n\nuse super::{json, sbe};\n\n" + types());
        RustBlocks blocks = new RustBlocks(schema, names);
        for (Message message : schema.messages()) {
            modules.put(names.file(message), NOTICE + LINTS + "use core::fmt;\nuse core::ops::Deref;\n\nuse super::{json, sbe, types};\n\n"
                    + blocks.message(message));
        }
        files.add(new GeneratedFile("src/codec/mod.rs", root(modules)));
        String order = schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "_be_" : "_le_";
        for (String part : SHARED) {
            files.add(new GeneratedFile("src/codec/sbe/" + part + ".rs",
                    Resource.text("rust/sbe/" + part + ".rs").replace("_ORDER_", order)));
        }
        modules.forEach((name, text) -> files.add(new GeneratedFile("src/codec/" + name + ".rs",
                text.replaceAll("(?m)[ \t]+$", "").replaceAll("\n{3,}", "\n\n"))));
        return List.copyOf(files);
    }

    private String types() {
        RustTypes types = new RustTypes(schema, names);
        StringBuilder out = new StringBuilder(types.header());
        SchemaTypes.dimensions(schema).forEach(type -> out.append('\n').append(types.dimension(type)));
        SchemaTypes.encodings(schema).forEach(type -> out.append('\n').append(types.dataLength(type)));
        for (Type type : names.types()) {
            out.append('\n').append(types.text(type));
        }
        return out.toString();
    }

    private String root(Map<String, String> modules) {
        String declared = modules.keySet().stream().sorted()
                .map(name -> (LONG.matcher(modules.get(name)).find() ? "#[rustfmt::skip]\n" : "")
                        + (name.equals("sbe") || name.equals("json") ? "pub " : "") + "mod " + name + ";\n")
                .collect(Collectors.joining());
        String used = modules.keySet().stream().sorted().filter(name -> !name.equals("json") && !name.equals("sbe"))
                .map(name -> "pub use " + name + "::*;\n").collect(Collectors.joining());
        Template t = new Template().with("declared", declared).with("used", used)
                .with("variants", each(m -> "    /// The message `" + m.name() + "`.\n"
                        + RustWords.wrapped(4, names.variant(m) + "(", names.of(m) + "Decoder<'a>", "),")))
                .with("decodes", each(this::decode))
                .with("names", arms("Self::$V(_)", "$quoted"))
                .with("lengths", arms("Self::$V(message)", "message.sbe_encoded_length()"))
                .with("json", arms("Self::$V(message)", "message.write_json(json)"))
                .with("copies", each(m -> of(m).with("encoder", RustWords.wrapped(16, "let mut encoder = ",
                        names.of(m) + "Encoder::new(buffer)?", ";")).fill("""
                                    Self::$V(message) => {
                        $encoder                encoder.copy_from(message)?;
                                        encoder.finish()
                                    }
                        """)));
        String head = NOTICE + t.fill("""
                $declared
                $used
                """);
        return schema.messages().isEmpty() ? head.strip() + "\n" : head + t.fill("""
                /// Any message of the schema.
                #[derive(Clone, Copy, Debug)]
                #[allow(clippy::enum_variant_names, clippy::large_enum_variant)]
                #[allow(non_camel_case_types)]
                #[non_exhaustive]
                pub enum Message<'a> {
                $variants}

                impl<'a> Message<'a> {
                    /// Decodes the message whose header starts at the first byte.
                    pub fn new(bytes: &'a [u8]) -> sbe::Decoded<Self> {
                        match sbe::Walk::header::<types::Header>(bytes)?.template_id {
                $decodes            _ => Err(sbe::MalformedMessage {
                                kind: sbe::ErrorKind::UnknownTemplate,
                                position: 0,
                                element: "templateId",
                            }),
                        }
                    }

                    /// Name of the message.
                    pub fn name(&self) -> &'static str {
                        match self {
                $names        }
                    }

                    /// Length of the message in bytes, including the header.
                    pub fn encoded_length(&self) -> usize {
                        match self {
                $lengths        }
                    }

                    /// Writes the message as one JSON object.
                    pub fn write_json(&self, json: &mut json::JsonWriter<'_>) -> core::fmt::Result {
                        match self {
                $json        }
                    }

                    /// Copies a message of any version as one of this version; absent fields become null.
                    ///
                    /// Returns the number of bytes written.
                    pub fn copy_to(&self, buffer: &mut [u8]) -> sbe::Encoded<usize> {
                        match self {
                $copies        }
                    }
                }

                impl core::fmt::Display for Message<'_> {
                    /// Writes the message as JSON.
                    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        self.write_json(&mut json::JsonWriter::new(f))
                    }
                }

                /// Checks in one pass that the bytes begin with a valid message of the schema; returns its length.
                pub fn validate(bytes: &[u8]) -> sbe::Decoded<usize> {
                    Ok(Message::new(bytes)?.encoded_length())
                }
                """);
    }

    private String each(Function<Message, String> text) {
        return schema.messages().stream().map(text).collect(Collectors.joining());
    }

    private Template of(Message m) {
        return new Template().with("V", names.variant(m)).with("T", names.of(m)).with("quoted", RustWords.string(m.name()));
    }

    private String arms(String pattern, String value) {
        return each(m -> RustWords.arm(12, of(m).fill(pattern), of(m).fill(value)));
    }

    /// As in rustfmt, a call too long for one line is broken before the second name.
    private String decode(Message m) {
        String decoder = names.of(m) + "Decoder::new(bytes)";
        String variant = ".map(Self::" + names.variant(m) + ")";
        return 16 + decoder.length() + variant.length() <= RustWords.WIDTH
                ? RustWords.arm(12, Integer.toString(m.id()), decoder + variant)
                : "            " + m.id() + " => " + decoder + "\n                " + variant + ",\n";
    }
}
