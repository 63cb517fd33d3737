// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.CppGenerator;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/languages/cpp.md` is a program that writes what the page says.
class CppPageTest {
    @TempDir
    Path folder;

    @Test
    void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
        Skips.require("C++", List.of(List.of("g++", "--version")));
        String page = Files.readString(Path.of("../docs/languages/cpp.md"));
        Schema schema = SchemaParser.parse(new ByteArrayInputStream(blocks(page, "xml").getBytes(StandardCharsets.UTF_8)),
                "feed.xml", ParseOptions.DEFAULT).schema();
        OutputDirectory.write(folder, CppGenerator.generate(schema, LanguageOptions.DEFAULT));
        Files.writeString(folder.resolve("page.cpp"), blocks(page, "cpp"));
        Tool.run(folder, List.of("g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
                "-fsanitize=address,undefined", "-I.", "page.cpp", "-o", "page"));
        List<String> written = Tool.answers(folder, List.of(folder.resolve("page").toString()), new byte[0]);
        assertEquals(blocks(page, "text").lines().toList(), written);
    }

    private static String blocks(String page, String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(page).results().map(m -> m.group(1))
                .collect(Collectors.joining("\n"));
    }
}
