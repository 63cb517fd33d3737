// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.TypeScriptGenerator;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/languages/typescript.md` is a program that writes what the page says; the example runs; and what
/// is generated suits prettier.
class TypeScriptPageTest {
    private static final Path EXAMPLE = Path.of("../examples/typescript");
    private static final Path SCHEMAS = Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen");

    @TempDir
    Path folder;

    @Test
    void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
        Skips.require("TypeScript", List.of(List.of("node", "--version"), List.of("tsc", "--version")));
        LanguagePage page = LanguagePage.of("typescript");
        generate(folder, EXAMPLE.resolve("feed.xml"), "");
        Files.writeString(folder.resolve("page.ts"), page.blocks("ts"));
        TypeScript.compile(folder, "page.ts");
        assertEquals(page.written(), run("out/page.js"));
    }

    @Test
    void shouldRunTheExample() throws IOException, InterruptedException {
        Skips.require("TypeScript", List.of(List.of("node", "--version"), List.of("tsc", "--version")));
        Path src = Files.createDirectory(folder.resolve("src"));
        for (String file : List.of("package.json", "tsconfig.json", "src/demo.ts")) {
            Files.copy(EXAMPLE.resolve(file), folder.resolve(file));
        }
        generate(src, EXAMPLE.resolve("feed.xml"), "");
        Tool.run(folder, List.of("tsc", "-p", "."));
        assertEquals("ASHL 100", run("dist/demo.js").getFirst());
    }

    @Test
    void shouldBeAsPrettierFormatsIt() throws IOException, InterruptedException {
        Skips.requireAdvice("TypeScript", List.of("prettier", "--version"));
        generate(folder, EXAMPLE.resolve("feed.xml"), "");
        generate(folder, SCHEMAS.resolve("traps.xml"), "");
        generate(folder, SCHEMAS.resolve("golden.xml"), "bigEndian");
        Tool.run(folder, List.of("prettier", "--check", "."));
    }

    private static void generate(Path folder, Path schemaFile, String byteOrder) throws IOException {
        Schema schema = LanguagePage.schema(schemaFile, byteOrder);
        OutputDirectory.write(folder, TypeScriptGenerator.generate(schema, LanguageOptions.DEFAULT));
    }

    private List<String> run(String program) throws IOException, InterruptedException {
        return Tool.answers(folder, List.of("node", program), new byte[0]);
    }
}
