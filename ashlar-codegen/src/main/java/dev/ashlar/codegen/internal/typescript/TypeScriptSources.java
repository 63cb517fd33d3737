// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All modules of one schema.
public final class TypeScriptSources {
    private static final String NOTICE = "// Generated from an SBE schema by Ashlar; do not edit.\n";

    private final Schema schema;
    private final TypeScriptNames names;
    private final String folder;

    private TypeScriptSources(Schema schema, LanguageOptions options) {
        this.schema = schema;
        this.names = new TypeScriptNames(schema);
        this.folder = TypeScriptWords.folder(options.packageName().orElse(schema.packageName()));
    }

    /// The files in a fixed order: the shared runtime, types, messages, the schema.
    public static List<GeneratedFile> of(Schema schema, LanguageOptions options) {
        return new TypeScriptSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        List<GeneratedFile> files = new ArrayList<>();
        for (String shared : List.of("index.ts", "sbe.ts", "text.ts", "json.ts", "field.ts", "composite.ts", "part.ts",
                "message.ts")) {
            files.add(new GeneratedFile("ashlar/" + shared, Resource.text("typescript/" + shared)));
        }
        files.add(module("types", types()));
        for (Message message : schema.messages()) {
            TreeSet<String> used = new TreeSet<>();
            String classes = new TypeScriptBlocks(schema, names, used).message(message);
            files.add(module(names.file(message), TypeScriptWords.imports("./types.js", used) + "\n" + classes));
        }
        files.add(module("index", schema()));
        return List.copyOf(files);
    }

    private GeneratedFile module(String name, String body) {
        String root = "../".repeat(folder.split("/").length);
        return new GeneratedFile(folder + name + ".ts", NOTICE + "import * as sbe from \"" + root + "ashlar/index.js\";\n"
                + (body.strip().startsWith("import ") ? "" : "\n") + body.strip() + "\n");
    }

    private String types() {
        TypeScriptTypes types = new TypeScriptTypes(schema, names);
        StringBuilder out = new StringBuilder("\nexport const wire = sbe.")
                .append(schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "big" : "little").append("Endian;\n\n")
                .append(types.header());
        names.dimensions().forEach((dimension, name) -> out.append('\n').append(types.dimension(dimension, name)));
        names.encodings().forEach((encoding, name) -> out.append('\n').append(types.data(encoding, name)));
        for (Type type : names.types()) {
            out.append('\n').append(types.text(type));
        }
        return out.toString();
    }

    private String schema() {
        StringBuilder imports = new StringBuilder();
        StringBuilder exports = new StringBuilder();
        for (Message message : schema.messages()) {
            String module = "./" + names.file(message) + ".js";
            imports.append(TypeScriptWords.imports(module, List.of(names.of(message) + "Decoder", names.of(message) + "Encoder")));
            exports.append("export * from \"").append(module).append("\";\n");
        }
        List<String> decoders = schema.messages().stream().map(message -> names.of(message) + "Decoder").toList();
        String registered = schema.messages().stream().map(message -> TypeScriptWords.call("", "schema.add(", List.of(
                Integer.toString(message.id()), names.of(message) + "Decoder", names.of(message) + "Encoder"), ");"))
                .collect(Collectors.joining());
        return new Template().with("imports", imports).with("exports", exports)
                .with("union", TypeScriptWords.union("AnyMessage", decoders))
                .with("registered", registered).with("doc", TypeScriptWords.doc("", new Meta(schema.description(), "", 0, 0),
                        "Schema " + schema.id() + ", version " + schema.version() + "."))
                .fill("""
                        ${imports}import { header } from "./types.js";

                        ${exports}export * from "./types.js";

                        /** A decoder of any message of the schema. */
                        $union
                        ${doc}export const schema = new sbe.Schema<AnyMessage>(header);
                        $registered
                        /** Checks in one pass that the bytes begin with a valid message of this schema. */
                        export function validate(message: sbe.Bytes): sbe.Validation {
                          return schema.validate(message);
                        }

                        /**
                         * Returns a decoder for the message at the beginning of the bytes.
                         *
                         * @throws MalformedMessage if the bytes do not begin with a valid message
                         */
                        export function decode(message: sbe.Bytes): AnyMessage {
                          return schema.decode(message);
                        }

                        /**
                         * Converts a message of this schema to JSON.
                         *
                         * @throws MalformedMessage if the bytes do not begin with a valid message
                         */
                        export function toJson(message: sbe.Bytes): string {
                          return schema.decode(message).sbeToJson();
                        }

                        /**
                         * Copies a message of any version as one of this version; absent fields become
                         * null.
                         *
                         * @throws MalformedMessage if the bytes do not begin with a valid message
                         * @throws EncodingError if the copy does not fit
                         */
                        export function copy(
                          message: sbe.Bytes,
                          options: sbe.EncoderOptions = {},
                        ): Uint8Array {
                          return schema.copy(message, options);
                        }
                        """);
    }
}
