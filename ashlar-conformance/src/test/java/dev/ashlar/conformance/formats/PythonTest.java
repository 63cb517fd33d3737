// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Python package reads what Java writes: pytest over the kit, and a reader next to a writer at full speed.
class PythonTest {
    private static final Path PYTHON = KitFiles.KIT.getParent().getParent().resolve("python");
    private static final int PATIENCE_SECONDS = 1_800;
    @TempDir
    Path temp;

    /// What a program said, with its exit code.
    private record Output(int exitCode, String text) { }

    private Process start(boolean pure, Path output, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        String path = builder.environment().get("PYTHONPATH");
        builder.environment().put("PYTHONPATH", PYTHON.resolve("src") + (path == null ? "" : ":" + path));
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("ASHLAR_KIT", KitFiles.KIT.toString());
        if (pure) {
            builder.environment().put("ASHLAR_PURE", "1");
        }
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private Output run(boolean pure, String... command) throws Exception {
        Path output = Files.createTempFile(temp, "out", ".txt");
        Process process = start(pure, output, command);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("does not end: " + List.of(command));
        }
        return new Output(process.exitValue(), Files.readString(output));
    }

    @BeforeEach
    void requirePython() throws Exception {
        boolean found;
        try {
            found = run(false, "python3", "-c",
                    "import sys, numpy, pytest; sys.exit(sys.version_info < (3, 10))").exitCode == 0;
        } catch (IOException e) {
            found = false;
        }
        assumeTrue(found, "skipped: no python3 (3.10 or later) with numpy and pytest; pip install numpy pytest pyarrow");
    }

    @Test
    void shouldPassPytestWithoutTheExtension() throws Exception {
        Output output = run(true, "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                PYTHON.resolve("tests").toString());
        assertEquals(0, output.exitCode, output.text);
        assertTrue(output.text.contains(" passed"), output.text);
    }

    @Test
    void shouldFollowAWriterForSeconds() throws Exception {
        follow(Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    void shouldFollowAWriterForMinutes() throws Exception {
        follow(Duration.ofMinutes(2));
    }

    @Test
    void shouldFollowAnArchiveForSeconds() throws Exception {
        followArchive(Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    void shouldFollowAnArchiveForMinutes() throws Exception {
        followArchive(Duration.ofMinutes(2));
    }

    /// Hours begin, are sealed and are dropped while the reader reads all that there are, again and again.
    private void followArchive(Duration duration) throws Exception {
        Path folder = temp.resolve("hours");
        Path output = temp.resolve("reader.txt");
        TickWriter.rollNextTo(folder, () -> start(false, output, "python3",
                PYTHON.resolve("tests/follow_archive.py").toString(), folder.toString(),
                Long.toString(duration.toSeconds())), output);
    }

    /// The reader checks each row that it sees: its values follow from its number. Views that it keeps must not change.
    private void follow(Duration duration) throws Exception {
        Path folder = temp.resolve("live");
        Path output = temp.resolve("reader.txt");
        TickWriter.writeNextTo(folder, () -> start(false, output, "python3",
                PYTHON.resolve("tests/follow.py").toString(), folder.toString(), Long.toString(duration.toSeconds())),
                output);
    }
}
