// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.GoGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Go 1.19, as gofmt has it and without complaints of vet.
///
/// @param program name of the file with `main`
record Go(String program) implements TargetLanguage {
    /// Prints and fails on files that gofmt would change.
    static final List<String> FORMAT = List.of("sh", "-c", "test -z \"$(gofmt -l . | tee /dev/stderr)\"");

    Go() {
        this("driver");
    }

    @Override
    public String name() {
        return "Go";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("go", "version"));
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return GoGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        Path main = Files.createDirectories(folder.resolve(program)).resolve(program + ".go");
        Files.writeString(main, Resources.text(program + ".go"));
        compile(folder, "./" + program);
        return List.of(folder.resolve("main").toString());
    }

    /// Builds a command of the module `conformance` in a folder as the program `main`.
    static void compile(Path folder, String command) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("go.mod"), "module conformance\n\ngo 1.19\n");
        Tool.run(folder, FORMAT);
        Tool.run(folder, List.of("go", "vet", "./..."));
        Tool.run(folder, List.of("go", "build", "-o", "main", command));
    }
}
