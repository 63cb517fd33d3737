// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/languages/cpp.md`, which is the example in `examples/cpp`, is a program that writes what the page
/// says.
class CppPageTest {
    private static final Path EXAMPLE = Path.of("../examples/cpp");

    @TempDir
    Path folder;

    @Test
    void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
        Skips.require("C++", new Cpp("g++", "-O0").tools());
        LanguagePage page = LanguagePage.of("cpp");
        OutputDirectory.write(folder, CppGenerator.generate(page.schema(), LanguageOptions.DEFAULT));
        Files.writeString(folder.resolve("page.cpp"), page.blocks("cpp"));
        Tool.run(folder, Stream.of(List.of("g++"), Cpp.WARNINGS, Tool.WARNINGS_FAIL, Sanitizers.OPTIONS,
                List.of("-I.", "page.cpp", "-o", "page")).flatMap(List::stream).toList());
        List<String> written = Tool.answers(folder, List.of(folder.resolve("page").toString()), new byte[0]);
        assertEquals(page.written(), written);
    }

    @Test
    void shouldBuildTheExampleWithCMake() throws IOException, InterruptedException {
        LanguagePage page = LanguagePage.of("cpp");
        assertEquals(Files.readString(EXAMPLE.resolve("main.cpp")), page.blocks("cpp"));
        Skips.require("C++", List.of(List.of("cmake", "--version"), List.of("g++", "--version")));
        for (String file : List.of("CMakeLists.txt", "main.cpp", "feed.xml")) {
            Files.copy(EXAMPLE.resolve(file), folder.resolve(file));
        }
        // Stands for `ashlar compile feed.xml -o codecs -l cpp`.
        Schema schema = LanguagePage.schema(folder.resolve("feed.xml"), "");
        OutputDirectory.write(folder.resolve("generated"), CppGenerator.generate(schema, LanguageOptions.DEFAULT));
        Path ashlar = Files.writeString(folder.resolve("ashlar"), """
                #!/bin/sh
                set -e
                test "$1 $3 $5 $6" = "compile -o -l cpp" && test -f "$2"
                mkdir -p "$4" && cp -R FOLDER/generated/. "$4"
                """.replace("FOLDER", folder.toString()));
        assertTrue(ashlar.toFile().setExecutable(true));
        Tool.run(folder, List.of("cmake", "-B", "build", "-DASHLAR=" + ashlar, "-DCMAKE_CXX_COMPILER=g++"));
        Tool.run(folder, List.of("cmake", "--build", "build"));
        assertEquals(page.written(), Tool.answers(folder, List.of(folder.resolve("build/trades").toString()), new byte[0]));
    }

    /// In the style that is generated with the headers, wherever these lie, with names of up to 20 characters and
    /// literals that look like code.
    @Test
    void shouldBeAsClangFormatHasIt() throws IOException, InterruptedException {
        Skips.requireAdvice("C++", List.of("clang-format", "--version"));
        List<Schema> schemas = new ArrayList<>(LanguageConformanceTest.referenceSchemas());
        schemas.add(LanguagePage.of("cpp").schema());
        schemas.add(LanguagePage.parse(Resources.text("edges.xml")));
        for (int length = 2; length <= 14; length += 3) {
            String pad = "AlphaBravoCharlie".substring(0, length);
            schemas.add(LanguagePage.parse(Resources.text("names.xml").replace("PAD", pad)));
        }
        for (Schema schema : schemas) {
            Path home = folder.resolve(Integer.toString(schemas.indexOf(schema)));
            OutputDirectory.write(home, CppGenerator.generate(schema, LanguageOptions.DEFAULT));
            Tool.run(home, List.of("sh", "-c", "find . -name '*.hpp' | xargs clang-format --dry-run --Werror"));
        }
    }
}
