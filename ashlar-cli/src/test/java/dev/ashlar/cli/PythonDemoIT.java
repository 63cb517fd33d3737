// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.PytestSkips;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Python package and the demo's data: snippets of `docs/python.md`, the example, and what `ashlar decode` prints.
@Tag("slow")
class PythonDemoIT {
    private static final Path PYTHON =
            Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize().resolve("python");
    @TempDir
    static Path temp;
    private static Path demo;

    @BeforeAll
    static void makeData() throws Exception {
        boolean found;
        try {
            found = python("-c", "import sys, numpy, pytest; sys.exit(sys.version_info < (3, 10))").exitCode() == 0;
        } catch (IOException e) {
            found = false;
        }
        String skip = "skipped: no python3 (3.10 or later) with numpy and pytest; pip install numpy pytest pyarrow";
        assertTrue(found || !"all".equals(System.getenv("ASHLAR_LANGUAGES")), skip);
        assumeTrue(found, skip);
        demo = temp.resolve("demo");
        Command.run("demo", "--quick", "--rows", "0", "--keep", demo).done();
        Command.run("compile", demo.resolve("sample-feed.xml"), "-l", "sbeir", "-o", demo).done();
    }

    private static ProgramRun python(Object... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Command.words("python3", arguments));
        Map<String, String> environment = builder.environment();
        environment.merge("PYTHONPATH", PYTHON.resolve("src").toString(), (others, own) -> own + ":" + others);
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        if (demo != null) {
            environment.put("ASHLAR_DEMO", demo.toString());
        }
        return ProgramRun.of(builder);
    }

    private static void pass(String... tests) throws Exception {
        ProgramRun ran = python("-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider",
                Stream.of(tests).map(PYTHON::resolve).toList());
        assertEquals(0, ran.exitCode(), ran.text());
        assertTrue(ran.text().contains(" passed") || ran.text().contains(" skipped"), ran.text());
        PytestSkips.check(ran.text());
    }

    @Test
    void shouldRunTheSnippetsOfThePageAndTheExample() throws Exception {
        pass("tests/test_docs.py", "tests/test_bars.py");
    }

    /// An installed package, as the README says.
    @Test
    void shouldRunTheSnippetOfTheReadme() throws Exception {
        pass("tests/test_readme.py");
    }

    @Test
    void shouldDecodeWhatTheCommandPrints() throws Exception {
        Path capture = demo.resolve("sample.pcap");
        Path lines = Files.writeString(temp.resolve("lines.json"), Command.run("decode", "-s",
                demo.resolve("sample-feed.xml"), "-f", "cme-mdp3", capture).done());
        ProgramRun checked = python(PYTHON.resolve("tests/check_decode.py"), demo.resolve("sample-feed.sbeir"), capture,
                "cme-mdp3", lines);
        assertTrue(checked.exitCode() == 0 && checked.text().startsWith("messages="), checked.text());
    }
}
