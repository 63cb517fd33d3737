// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.TypeScriptGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// TypeScript at its strictest, compiled to JavaScript for node.
///
/// @param program name of the file to run
record TypeScript(String program) implements TargetLanguage {
    static final List<String> COMPILE = List.of("tsc", "--target", "es2022", "--module", "nodenext", "--strict",
            "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noImplicitOverride", "--verbatimModuleSyntax",
            "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns", "--isolatedModules", "--declaration",
            "--skipDefaultLibCheck", "--lib", "es2022,dom", "--rootDir", ".", "--outDir", "out");

    TypeScript() {
        this("driver");
    }

    @Override
    public String name() {
        return "TypeScript";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("node", "--version"), List.of("tsc", "--version"));
    }

    @Override
    public TargetLanguage running(String other) {
        return new TypeScript(other);
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return TypeScriptGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        compile(folder, "conformance/check/index.ts");
        Files.writeString(folder.resolve(program + ".mjs"), Resources.text(program + ".mjs"));
        return List.of("node", program + ".mjs");
    }

    static void compile(Path folder, String file) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("package.json"), "{ \"type\": \"module\" }\n");
        Tool.run(folder, Stream.concat(COMPILE.stream(), Stream.of(file)).toList());
    }
}
