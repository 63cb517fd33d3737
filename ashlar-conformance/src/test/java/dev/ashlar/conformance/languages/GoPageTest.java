// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.GoGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example in `examples/go` is the code of `docs/languages/go.md`, and writes what the page says.
class GoPageTest {
    private static final Path EXAMPLE = Path.of("../examples/go");

    @TempDir
    Path folder;

    @Test
    void shouldRunTheExampleOfThePage() throws IOException, InterruptedException {
        LanguagePage page = LanguagePage.of("go");
        assertEquals(Files.readString(EXAMPLE.resolve("main.go")), page.blocks("go"));
        Skips.require("Go", new Go().tools());
        for (String file : List.of("go.mod", "main.go")) {
            Files.copy(EXAMPLE.resolve(file), folder.resolve(file));
        }
        // What go generate would call `ashlar compile` for.
        Schema schema = SchemaParser.parse(EXAMPLE.resolve("feed.xml"), ParseOptions.DEFAULT).schema();
        OutputDirectory.write(folder, GoGenerator.generate(schema, LanguageOptions.DEFAULT));
        Tool.advise(folder, Go.FORMAT);
        Tool.advise(folder, List.of("go", "vet", "./..."));
        Tool.run(folder, List.of("go", "build", "-o", "main", "."));
        assertEquals(page.written(), Tool.answers(folder, List.of(folder.resolve("main").toString()), new byte[0]));
    }
}
