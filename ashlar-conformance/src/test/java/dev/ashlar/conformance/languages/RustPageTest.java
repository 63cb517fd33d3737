// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.RustGenerator;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The example in `examples/rust` is the code of `docs/languages/rust.md`, and writes what the page says.
class RustPageTest {
    private static final Path EXAMPLE = Path.of("../examples/rust");

    @TempDir
    Path folder;

    @Test
    void shouldRunTheExampleOfThePage() throws IOException, InterruptedException {
        LanguagePage page = LanguagePage.of("rust");
        assertEquals(Files.readString(EXAMPLE.resolve("src/main.rs")).strip(), page.blocks("rust").strip());
        assertEquals(Files.readString(EXAMPLE.resolve("build.rs")).strip(), page.blocks("rust build").strip());
        Skips.require("Rust", new Rust().tools());
        copy(EXAMPLE, folder);
        // What build.rs would call `ashlar compile` for.
        Schema schema = SchemaParser.parse(EXAMPLE.resolve("feed.xml"), ParseOptions.DEFAULT).schema();
        OutputDirectory.write(folder.resolve("feed"), RustGenerator.generate(schema, LanguageOptions.DEFAULT));
        String generated = "feed/src/codec/mod.rs";
        Files.writeString(folder.resolve("build.rs"), "fn main() {\n    println!(\"cargo:rustc-env=FEED="
                + folder.resolve(generated) + "\");\n}\n");
        Path main = folder.resolve("src/main.rs");
        String text = Files.readString(main);
        String included = "concat!(env!(\"OUT_DIR\"), \"/" + generated + "\")";
        assertEquals(2, text.split(Pattern.quote(included), -1).length);
        Files.writeString(main, text.replace(included, "env!(\"FEED\")"));
        Tool.run(folder, List.of("cargo", "build", "--offline", "--quiet"));
        List<String> written = Tool.answers(folder, List.of(folder.resolve("target/debug/rust-example").toString()), new byte[0]);
        assertEquals(page.written(), written);
    }

    /// `rustfmt` leaves every file as it is, without any that is marked to be skipped.
    ///
    /// @param length of the longest names
    @ParameterizedTest
    @ValueSource(ints = {8, 11, 14, 17, 20, 23, 26, 29, 32})
    void shouldBeAsRustfmtHasItWithNamesOfThisLength(int length) throws IOException, InterruptedException {
        Skips.requireAdvice("Rust", List.of("rustfmt", "--version"));
        String pad = "AlphaBravoCharlieDeltaEcho".substring(0, length - "newnum".length());
        Schema schema = LanguagePage.parse(Resources.text("names.xml").replace("PAD", pad));
        List<GeneratedFile> files = RustGenerator.generate(schema, LanguageOptions.DEFAULT);
        files.forEach(file -> assertTrue(!file.content().contains("rustfmt::skip"), file.path()));
        OutputDirectory.write(folder, files);
        Tool.run(folder, List.of("cargo", "fmt", "--check"));
    }

    private static void copy(Path from, Path to) throws IOException {
        for (String file : List.of("Cargo.toml", "Cargo.lock", "src/main.rs")) {
            Files.createDirectories(to.resolve(file).getParent());
            Files.copy(from.resolve(file), to.resolve(file));
        }
    }
}
