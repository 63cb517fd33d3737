// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.languages;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.GoGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.PythonGenerator;
import dev.ashlar.codegen.RustGenerator;
import dev.ashlar.codegen.TypeScriptGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// A language whose codecs are measured, and the commands that build its programs.
enum Language {
    CPP("C++", List.of("g++"), "Cpp", CppGenerator::generate),
    RUST("Rust", List.of("cargo"), "Rust", RustGenerator::generate),
    GO("Go", List.of("go"), "golang", GoGenerator::generate),
    TYPESCRIPT("TypeScript", List.of("node", "tsc"), "", TypeScriptGenerator::generate),
    PYTHON("Python", List.of("python3"), "", PythonGenerator::generate);

    final String label;
    /// The commands that must be on the path.
    final List<String> tools;
    private final String peer;
    private final BiFunction<Schema, LanguageOptions, List<GeneratedFile>> generator;

    Language(String label, List<String> tools, String peer,
            BiFunction<Schema, LanguageOptions, List<GeneratedFile>> generator) {
        this.label = label;
        this.tools = tools;
        this.peer = peer;
        this.generator = generator;
    }

    /// The name of the language in sbe-tool, if it has a generator for it.
    Optional<String> peer() {
        return peer.isEmpty() ? Optional.empty() : Optional.of(peer);
    }

    List<GeneratedFile> generate(Schema schema) {
        return generator.apply(schema, LanguageOptions.DEFAULT.withPackageName("bench.car"));
    }
}
