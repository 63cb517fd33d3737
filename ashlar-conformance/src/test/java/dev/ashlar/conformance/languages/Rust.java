// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.RustGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Rust, without advice of clippy or rustfmt, and with checks of overflow.
///
/// @param program name of the file with `main`
record Rust(String program) implements TargetLanguage {
    Rust() {
        this("driver");
    }

    @Override
    public String name() {
        return "Rust";
    }

    @Override
    public List<List<String>> tools() {
        return List.of(List.of("cargo", "--version"), List.of("cargo", "clippy", "--version"), List.of("rustfmt", "--version"));
    }

    @Override
    public TargetLanguage running(String other) {
        return new Rust(other);
    }

    @Override
    public List<GeneratedFile> generate(Schema schema) {
        return RustGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName("conformance.check"));
    }

    @Override
    public List<String> compile(Path folder) throws IOException, InterruptedException {
        Path main = Files.createDirectories(folder.resolve("examples")).resolve(program + ".rs");
        Files.writeString(main, Resources.text(program + ".rs"));
        // The library has no tests of its own, so its test target would only be the same code once more.
        Tool.advise(folder, lean("cargo", "clippy", "--offline", "--quiet", "--lib", "--examples", "--", "-D", "warnings"));
        Tool.advise(folder, List.of("cargo", "fmt", "--check"));
        Tool.run(folder, lean("cargo", "build", "--offline", "--quiet", "--example", program));
        return List.of(folder.resolve("target/debug/examples/" + program).toString());
    }

    /// Nothing is built twice or looked at in a debugger.
    private static List<String> lean(String... command) {
        return Stream.concat(Stream.of("env", "CARGO_INCREMENTAL=0", "CARGO_PROFILE_DEV_DEBUG=0"),
                Stream.of(command)).toList();
    }
}
