// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All modules of one schema.
public final class PythonSources {
    private static final String NOTICE = "# Generated from an SBE schema by Ashlar; do not edit.\n";
    private static final String IMPORT = "\nfrom __future__ import annotations\n\nimport ashlar_sbe as sbe\n";
    private static final List<String> FUNCTIONS = List.of("copy", "decode", "to_json", "validate");

    private final Schema schema;
    private final PythonNames names;
    private final String folder;

    private PythonSources(Schema schema, LanguageOptions options) {
        this.schema = schema;
        this.names = new PythonNames(schema);
        this.folder = PythonWords.folder(options.packageName().orElse(schema.packageName()));
    }

    /// The files in a fixed order: the shared runtime, types, messages, the package.
    public static List<GeneratedFile> of(Schema schema, LanguageOptions options) {
        return new PythonSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        List<GeneratedFile> files = new ArrayList<>();
        for (String shared : List.of("__init__.py", "wire.py", "jsontext.py", "block.py", "field.py",
                "named.py", "composite.py", "part.py")) {
            files.add(new GeneratedFile("ashlar_sbe/" + shared, Resource.text("python/" + shared)));
        }
        files.add(new GeneratedFile("ashlar_sbe/py.typed", ""));
        files.add(module("types", doc("Types of the schema."), types()));
        for (Message message : schema.messages()) {
            TreeSet<String> used = new TreeSet<>();
            String classes = new PythonBlocks(schema, names, used).message(message);
            files.add(module(names.file(message), doc("The message `" + message.name() + "`."),
                    PythonWords.imports(".types", List.copyOf(used)) + "\n\n" + classes));
        }
        files.add(new GeneratedFile(folder + "py.typed", ""));
        files.add(module("__init__", PythonWords.docstring(new Meta(schema.description(), "", 0, 0), "Schema " + schema.id()
                + ", version " + schema.version() + ".").indent(-4).strip() + "\n", schema()));
        return List.copyOf(files);
    }

    private static String doc(String text) {
        return "\"\"\"" + text + "\"\"\"\n";
    }

    private GeneratedFile module(String name, String doc, String body) {
        String text = NOTICE + doc + IMPORT + "\n" + body.strip() + "\n";
        return new GeneratedFile(folder + name + ".py", tidy(text));
    }

    /// Two empty lines between classes at most, one between statements of a class, and none at the end of a line.
    private static String tidy(String text) {
        return text.replaceAll("(?m)[ \t]+$", "").replaceAll("\n{4,}", "\n\n\n")
                .replaceAll("\n{2,}(class |def )", "\n\n\n$1");
    }

    private String types() {
        PythonTypes types = new PythonTypes(schema, names);
        StringBuilder out = new StringBuilder("\n").append(types.header());
        names.dimensions().forEach((dimension, name) -> out.append('\n').append(types.dimension(dimension, name)));
        names.encodings().forEach((encoding, name) -> out.append('\n').append(types.data(encoding, name)));
        for (Type type : names.types()) {
            out.append("\n\n").append(types.text(type));
        }
        return out.toString();
    }

    private String schema() {
        PythonBlocks blocks = new PythonBlocks(schema, names, new TreeSet<>());
        TreeSet<String> exported = new TreeSet<>(FUNCTIONS);
        StringBuilder imports = new StringBuilder();
        schema.messages().stream().sorted((a, b) -> names.file(a).compareTo(names.file(b))).forEach(message -> {
            List<String> classes = blocks.exports(message);
            exported.addAll(classes);
            imports.append(PythonWords.imports("." + names.file(message), classes));
        });
        List<String> types = names.types().stream().flatMap(type -> type instanceof CompositeType
                ? List.of(names.of(type) + "Decoder", names.of(type) + "Encoder").stream()
                : List.of(names.of(type)).stream()).collect(Collectors.toCollection(ArrayList::new));
        types.add("HEADER");
        types.sort(null);
        exported.addAll(types);
        imports.append(PythonWords.imports(".types", types));
        String pairs = schema.messages().stream().map(message -> PythonWords.call("    ", "(", List.of(names.of(message)
                + "Decoder", names.of(message) + "Encoder"), "),")).collect(Collectors.joining());
        return new Template().with("imports", imports)
                .with("all", exported.stream().map(name -> "    \"" + name + "\",\n").collect(Collectors.joining()))
                .with("pairs", pairs).fill("""
                        $imports
                        __all__ = [
                        $all]

                        SCHEMA = sbe.Schema(
                            HEADER,
                        $pairs)

                        def validate(message: sbe.Buffer) -> sbe.Validation:
                            \"""Checks in one pass that the bytes begin with a valid message of this schema.\"""
                            return SCHEMA.validate(message)


                        def decode(message: sbe.Buffer) -> sbe.MessageDecoder:
                            \"""Returns a decoder for the message at the beginning of the bytes.

                            :raises MalformedMessage: if the bytes do not begin with a valid message
                            \"""
                            return SCHEMA.decode(message)


                        def to_json(message: sbe.Buffer) -> str:
                            \"""Converts a message of this schema to JSON.

                            :raises MalformedMessage: if the bytes do not begin with a valid message
                            \"""
                            return SCHEMA.decode(message).sbe_to_json()


                        def copy(message: sbe.Buffer, *, max_length: int = 2**31 - 1) -> bytes:
                            \"""Copies a message of any version as one of this version.

                            Absent fields become null.

                            :raises MalformedMessage: if the bytes do not begin with a valid message
                            :raises EncodingError: if the copy is longer than `max_length`
                            \"""
                            return SCHEMA.copy(message, max_length)
                        """);
    }
}
