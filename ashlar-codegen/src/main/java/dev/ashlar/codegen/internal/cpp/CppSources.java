// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

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
import java.util.List;
import java.util.stream.Collectors;

/// All headers of one schema.
public final class CppSources {
    private static final String NOTICE = "// Generated from an SBE schema by Ashlar; do not edit.\n#pragma once\n\n";

    private final Schema schema;
    private final CppNames names;
    private final String namespace;
    private final String folder;

    private CppSources(Schema schema, LanguageOptions options) {
        this.schema = schema;
        this.names = new CppNames(schema);
        this.namespace = CppWords.namespace(options.packageName().orElse(schema.packageName()));
        this.folder = namespace.replace("::", "/") + "/";
    }

    /// The files in a fixed order: the shared runtime, styles, types, messages, the schema.
    public static List<GeneratedFile> of(Schema schema, LanguageOptions options) {
        return new CppSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        List<GeneratedFile> files = new ArrayList<>();
        for (String shared : List.of("sbe.hpp", "json.hpp")) {
            files.add(new GeneratedFile("ashlar/" + shared, Resource.text("cpp/" + shared)));
        }
        for (String home : List.of("ashlar/", folder)) {
            files.add(new GeneratedFile(home + ".clang-format", Resource.text("cpp/clang-format.yaml")));
        }
        files.add(header("types", List.of("<ashlar/sbe.hpp>", "<ashlar/json.hpp>"), types()));
        CppBlocks blocks = new CppBlocks(schema, names);
        for (Message message : schema.messages()) {
            files.add(header(names.file(message), List.of("\"types.hpp\""), blocks.message(message)));
        }
        files.add(header("schema", schema.messages().isEmpty() ? List.of("\"types.hpp\"")
                : schema.messages().stream().map(m -> "\"" + names.file(m) + ".hpp\"").toList(), schema()));
        return List.copyOf(files);
    }

    private GeneratedFile header(String name, List<String> includes, String body) {
        String text = NOTICE + includes.stream().sorted().map(file -> "#include " + file + "\n")
                .collect(Collectors.joining()) + "\nnamespace " + namespace + " {\n\n" + body.strip()
                + "\n\n}  // namespace " + namespace + "\n";
        return new GeneratedFile(folder + name + ".hpp", CppLayout.format(text.replaceAll("(?m)[ \t]+$", "")));
    }

    private String types() {
        CppTypes types = new CppTypes(schema, names);
        StringBuilder out = new StringBuilder("namespace sbe = ::ashlar::sbe;\n\n");
        out.append("/// The byte order of all values.\ninline constexpr std::endian byte_order = std::endian::")
                .append(schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "big" : "little").append(";\n\n");
        for (Type type : names.types()) {
            out.append(types.text(type)).append('\n');
        }
        SchemaTypes.dimensions(schema).forEach(dimension -> out.append(types.dimension(dimension)).append('\n'));
        SchemaTypes.encodings(schema).forEach(encoding -> out.append(types.dataLength(encoding)).append('\n'));
        return out.append(types.header()).toString();
    }

    private String schema() {
        String validations = schema.messages().stream().map(m -> "case " + m.id() + ": return " + names.of(m)
                + "Decoder::validate(message);\n").collect(Collectors.joining());
        String json = schema.messages().stream().map(m -> "case " + m.id() + ": return " + names.of(m)
                + "Decoder(message).to_json();\n").collect(Collectors.joining());
        String copies = schema.messages().stream().map(m -> new Template().with("T", names.of(m)).with("id", m.id())
                .fill("""
                        case $id: {
                            ${T}Encoder encoder(buffer);
                            encoder.copy_from(${T}Decoder(message));
                            return encoder.sbe_encoded_length();
                        }
                        """)).collect(Collectors.joining());
        return CppWords.doc(new Meta(schema.description(), "", 0, 0), "Schema " + schema.id() + ", version "
                + schema.version() + ".") + new Template().with("validations", validations.indent(8))
                .with("json", json.indent(8)).with("copies", copies.indent(8)).fill("""
                        ///
                        /// Checks in one pass that the bytes begin with a message of this schema.
                        inline sbe::Validation validate(std::span<const std::byte> message) noexcept {
                            sbe::Acting acting;
                            const sbe::Validation header = sbe::read_header<Header>(message, acting);
                            if (!header) {
                                return header;
                            }
                            switch (acting.template_id) {
                        $validations        default: return {sbe::Status::unknown_template, 0, "templateId"};
                            }
                        }

                        /// Converts a message of this schema to JSON.
                        ///
                        /// @throws sbe::MalformedMessage if the bytes do not begin with a valid message
                        inline std::string to_json(std::span<const std::byte> message) {
                            const sbe::Validation found = validate(message);
                            if (!found) {
                                sbe::malformed(found);
                            }
                            switch (Header::read(message.data()).template_id) {
                        $json        default: return {};
                            }
                        }

                        /// Copies a message of any version as one of this version; absent fields become null.
                        ///
                        /// @return length of the copy in bytes
                        /// @throws sbe::MalformedMessage if the bytes do not begin with a valid message
                        /// @throws sbe::EncodingError    if the copy does not fit
                        inline std::size_t copy(std::span<const std::byte> message,
                                                [[maybe_unused]] std::span<std::byte> buffer) {
                            const sbe::Validation found = validate(message);
                            if (!found) {
                                sbe::malformed(found);
                            }
                            switch (Header::read(message.data()).template_id) {
                        $copies        default: return 0;
                            }
                        }
                        """);
    }
}
