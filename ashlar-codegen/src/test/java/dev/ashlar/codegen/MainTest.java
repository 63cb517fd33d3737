// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The generator with the options that the Maven plugin gives it.
class MainTest {
    @TempDir
    private Path dir;
    private Path schema;
    private Path output;

    @BeforeEach
    void shouldHaveASchema() throws IOException {
        output = dir.resolve("out");
        schema = Files.writeString(dir.resolve("traps.xml"),
                Schemas.text("traps.xml").replace("<types>", "<types package=\"traps.common\">"));
    }

    private ProgramRun run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("--output", output.toString()));
        Collections.addAll(arguments, options);
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        Main main = new Main(new PrintStream(problems, true, StandardCharsets.UTF_8));
        int exitCode = main.run(arguments.toArray(String[]::new));
        return new ProgramRun(exitCode, problems.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldPutTypesIntoTheirPackagesOnRequest() throws IOException {
        ProgramRun run = run("--type-packages", "--package", "a.b", schema.toString());
        assertEquals(0, run.exitCode(), run.text());
        assertTrue(Files.exists(output.resolve("traps/common/Side.java")));
        assertTrue(Files.exists(output.resolve("a/b/ValuesDecoder.java")));
        assertEquals(0, run(schema.toString()).exitCode());
        assertTrue(Files.exists(output.resolve("traps/Side.java")));
    }

    @Test
    void shouldWriteOtherLanguages() throws IOException {
        assertEquals(0, run("--language", "csharp", "--package", "a.b", schema.toString()).exitCode());
        assertTrue(Files.exists(output.resolve("A/B/Values.cs")));
        assertEquals(0, run("--language", "cpp", schema.toString()).exitCode());
        assertTrue(Files.exists(output.resolve("traps/values.hpp")));
        ProgramRun unknown = run("--language", "cobol", schema.toString());
        assertEquals(3, unknown.exitCode());
        assertTrue(unknown.text().contains("unknown language: cobol; known are java, cpp, csharp"), unknown.text());
        assertEquals(2, run("--language", "cpp", "--records", schema.toString()).exitCode());
    }

    /// All that schemas share was written twice, which failed. What they do not share, one would have taken from the
    /// other.
    @Test
    void shouldWriteSeveralSchemas() throws IOException {
        Path other = Files.writeString(dir.resolve("other.xml"), Files.readString(schema).replace("\"traps\"", "\"other\""));
        ProgramRun run = run("--language", "cpp", schema.toString(), other.toString());
        assertEquals(0, run.exitCode(), run.text());
        assertTrue(Files.exists(output.resolve("traps/values.hpp")));
        assertTrue(Files.exists(output.resolve("other/values.hpp")));
        Files.writeString(other, Files.readString(schema).replace("semanticVersion=\"1.2\"", "semanticVersion=\"1.3\""));
        ProgramRun refused = run("--language", "cpp", schema.toString(), other.toString());
        assertEquals(3, refused.exitCode());
        assertTrue(refused.text().contains("two files have the same path: path=traps/types.hpp, other=traps/types.hpp ("
                + output + "); give one schema another package"), refused.text());
    }

    @Test
    void shouldRefusePackagesThatAreDevices() throws IOException {
        for (String language : List.of("java", "cpp", "csharp", "go", "python", "typescript", "wireshark")) {
            ProgramRun run = run("--language", language, "--package", "con", schema.toString());
            assertEquals(3, run.exitCode(), run.text());
            assertTrue(run.text().toLowerCase().contains("which windows does not allow: name=con"), run.text());
        }
        assertFalse(Files.exists(output));
    }

    @Test
    void shouldRefuseWhatIsNoPackage() throws IOException {
        for (String name : List.of("a..b", "1bad", "a.1", ".a", "a.", "", "a-b", "a.class", "a b", "a.true")) {
            ProgramRun run = run("--package", name, schema.toString());
            assertEquals(2, run.exitCode(), name);
            assertTrue(run.text().startsWith("error: not the name of a package: package=\"" + name + "\""), run.text());
        }
        assertFalse(Files.exists(output));
    }

    @Test
    void shouldIncludeFromTheFolderOfTheSchemaOrTheOneNamed() throws IOException {
        String text = Files.readString(schema);
        int from = text.indexOf("<types");
        int to = text.indexOf("</types>") + "</types>".length();
        Files.writeString(dir.resolve("types.xml"), text.substring(from, to));
        Path inner = Files.createDirectories(dir.resolve("inner")).resolve("main.xml");
        Files.writeString(inner, text.substring(0, from)
                + "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"../types.xml\"/>"
                + text.substring(to));
        ProgramRun refused = run("--xinclude", inner.toString());
        assertEquals(3, refused.exitCode());
        assertTrue(refused.text().contains("SBE005: included file is outside the allowed folder"),
                refused.text());
        assertEquals(0, run("--xinclude-root", dir.toString(), inner.toString()).exitCode());
    }

    @Test
    void shouldRefuseOptionsItDoesNotKnow() throws IOException {
        ProgramRun run = run("--type-package", schema.toString());
        assertEquals(2, run.exitCode());
        assertTrue(run.text().startsWith("error: unknown option: --type-package"), run.text());
    }
}
