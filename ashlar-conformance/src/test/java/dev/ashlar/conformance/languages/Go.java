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
import java.util.Optional;

/// Go, as gofmt has it and without complaints of vet.
///
/// @param program  name of the file with `main`
/// @param compiler `go`, or the path of another release
record Go(String program, String compiler) implements TargetLanguage {
    /// Where Debian 12 has the oldest release that generated code is for.
    private static final Path OLDEST = Path.of("/usr/lib/go-1.19/bin/go");
    private static final String USUAL = "go";

    /// Prints and fails on files that gofmt would change.
    static final List<String> FORMAT = List.of("sh", "-c", "test -z \"$(gofmt -l . | tee /dev/stderr)\"");

    Go() {
        this("driver");
    }

    Go(String program) {
        this(program, USUAL);
    }

    /// The oldest release, where it is found next to a newer one.
    static Optional<Go> oldest() {
        return Files.isExecutable(OLDEST) ? Optional.of(new Go("driver", OLDEST.toString())) : Optional.empty();
    }

    @Override
    public String name() {
        return compiler.equals(USUAL) ? "Go" : "Go (1.19)";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of(compiler, "version"));
    }

    @Override
    public TargetLanguage running(String other) {
        return new Go(other, compiler);
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return GoGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        Path main = Files.createDirectories(folder.resolve(program)).resolve(program + ".go");
        Files.writeString(main, Resources.text(program + ".go"));
        Files.writeString(folder.resolve("go.mod"), "module conformance\n\ngo 1.19\n");
        Tool.advise(folder, FORMAT);
        Tool.advise(folder, List.of(compiler, "vet", "./..."));
        // To optimise the code of a large schema takes minutes. That nothing is allocated is seen in small programs.
        String flags = "-gcflags=conformance/...=" + (program.equals("driver") ? "-N -l" : "");
        Tool.run(folder, List.of(compiler, "build", flags, "-o", "main", "./" + program));
        return List.of(folder.resolve("main").toString());
    }
}
