// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The generator as the Maven plugin runs it: in a JVM of its own, with these options.
class MainTest {
    @TempDir
    private Path dir;
    private Path schema;
    private Path output;

    private record Run(int status, String text) {
    }

    @BeforeEach
    void shouldHaveASchema() throws IOException {
        output = dir.resolve("out");
        schema = Files.writeString(dir.resolve("traps.xml"),
                Schemas.text("traps.xml").replace("<types>", "<types package=\"traps.common\">"));
    }

    private Run run(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path") + ":"
                        + System.getProperty("jdk.module.path", ""), "dev.ashlar.codegen.Main", "--output",
                output.toString()));
        Collections.addAll(command, options);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), text);
    }

    @Test
    void shouldPutTypesIntoTheirPackagesOnRequest() throws Exception {
        Run run = run("--type-packages", "--package", "a.b", schema.toString());
        assertEquals(0, run.status(), run.text());
        assertTrue(Files.exists(output.resolve("traps/common/Side.java")));
        assertTrue(Files.exists(output.resolve("a/b/ValuesDecoder.java")));
        assertEquals(0, run(schema.toString()).status());
        assertTrue(Files.exists(output.resolve("traps/Side.java")));
    }

    @Test
    void shouldWriteOtherLanguages() throws Exception {
        assertEquals(0, run("--language", "csharp", "--package", "a.b", schema.toString()).status());
        assertTrue(Files.exists(output.resolve("A/B/Values.cs")));
        assertEquals(0, run("--language", "cpp", schema.toString()).status());
        assertTrue(Files.exists(output.resolve("traps/values.hpp")));
        Run unknown = run("--language", "cobol", schema.toString());
        assertEquals(3, unknown.status());
        assertTrue(unknown.text().contains("unknown language: cobol; known are java, cpp, csharp"), unknown.text());
        assertEquals(2, run("--language", "cpp", "--records", schema.toString()).status());
    }

    @Test
    void shouldRefuseWhatIsNoPackage() throws Exception {
        for (String name : List.of("a..b", "1bad", "a.1", ".a", "a.", "", "a-b", "a.class", "a b", "a.true")) {
            Run run = run("--package", name, schema.toString());
            assertEquals(2, run.status(), name);
            assertTrue(run.text().startsWith("error: not the name of a package: package=\"" + name + "\""), run.text());
        }
        assertFalse(Files.exists(output));
    }

    @Test
    void shouldIncludeFromTheFolderOfTheSchemaOrTheOneNamed() throws Exception {
        String text = Files.readString(schema);
        int from = text.indexOf("<types");
        int to = text.indexOf("</types>") + "</types>".length();
        Files.writeString(dir.resolve("types.xml"), text.substring(from, to));
        Path inner = Files.createDirectories(dir.resolve("inner")).resolve("main.xml");
        Files.writeString(inner, text.substring(0, from)
                + "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"../types.xml\"/>"
                + text.substring(to));
        Run refused = run("--xinclude", inner.toString());
        assertEquals(3, refused.status());
        assertTrue(refused.text().contains("SBE005: included file is outside the folder of the schema"),
                refused.text());
        assertEquals(0, run("--xinclude-root", dir.toString(), inner.toString()).status());
    }

    @Test
    void shouldRefuseOptionsItDoesNotKnow() throws Exception {
        Run run = run("--type-package", schema.toString());
        assertEquals(2, run.status());
        assertTrue(run.text().startsWith("error: unknown option: --type-package"), run.text());
    }
}
