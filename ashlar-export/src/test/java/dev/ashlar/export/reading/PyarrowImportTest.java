// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What pyarrow writes as Arrow and Parquet arrives as it was. Skipped where Python has no pyarrow; `PYTHON` names
/// another Python.
class PyarrowImportTest {
    private static final String PYTHON = Objects.requireNonNullElse(System.getenv("PYTHON"), "python3");

    @TempDir
    Path temp;
    private Path script;

    @BeforeEach
    void requirePyarrow() throws Exception {
        assumeTrue(hasPyarrow(), "Python has no pyarrow");
        script = temp.resolve("write_columns.py");
        try (InputStream in = PyarrowImportTest.class.getResourceAsStream("write_columns.py")) {
            Files.copy(in, script);
        }
    }

    /// Some builds of pyarrow have no Parquet.
    private static boolean hasPyarrow() throws InterruptedException {
        try {
            return ProgramRun.of(List.of(PYTHON, "-c", "import pyarrow.ipc, pyarrow.parquet")).exitCode() == 0;
        } catch (IOException _) {
            // There is no Python, either.
            return false;
        }
    }

    private List<String> write(Path file, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PYTHON, script.toString(), file.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path errors = temp.resolve("errors");
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .toList();
        assertEquals(0, process.waitFor(), () -> TestFiles.text(errors));
        return lines;
    }

    @Test
    void shouldReadAllTypesInFilesAndStreams() throws Exception {
        long seed = Seed.of("PyarrowImportTest");
        List<Integer> rows = List.of(1, 5_000, 60, 20_000, 999, 0);
        int round = 0;
        for (String form : List.of("file", "stream")) {
            for (String codec : List.of("none", "lz4", "zstd")) {
                requireSame(seed + round, rows.get(round), 1 + round % 2, form, codec);
                round++;
            }
        }
    }

    @Test
    void shouldReadAllEncodingsOfParquet() throws Exception {
        long seed = Seed.of("PyarrowImportTest");
        List<String> codecs = List.of("none", "snappy", "zstd", "gzip", "lz4");
        int round = 0;
        for (String encoding : List.of("plain", "dictionary", "delta", "lengths", "split", "int96")) {
            for (String version : List.of("1.0", "2.0")) {
                int rows = (int) Math.floorMod(seed >>> round, 6_000L);
                requireSame(seed + round, rows, 1 + round % 2, "parquet", codecs.get(round % codecs.size()), encoding,
                        version);
                round++;
            }
        }
    }

    private void requireSame(long seed, int rows, int threads, Object... form) throws Exception {
        Path file = Files.createTempFile(temp, "in", "");
        List<Object> arguments = new ArrayList<>(List.of(seed, rows));
        arguments.addAll(List.of(form));
        List<String> expected = write(file, arguments.toArray());
        ImportOptions options = ImportOptions.defaults().withIgnored(Set.of("items")).withThreads(threads);
        List<String> found = Imported.rows(file, options, temp, Optional.empty()).stream()
                .map(row -> row.stream().skip(1).map(value -> value == null ? "NULL" : value.toString())
                .collect(Collectors.joining("|"))).toList();
        assertEquals(expected.size(), found.size(), () -> List.of(form).toString());
        for (int i = 0; i < found.size(); i++) {
            assertEquals(plain(expected.get(i)), plain(found.get(i)), List.of(form) + ", row=" + i);
        }
        String message = assertThrows(ImportException.class, () -> Imported.measure(file, ImportOptions.defaults()))
                .getMessage();
        assertTrue(message.startsWith("column items has lists"), message);
    }

    /// Numbers without trailing zeros behind the point.
    private static String plain(String line) {
        return line.replaceAll("(\\.\\d*?)0+(?=\\||$)", "$1").replaceAll("\\.(?=\\||$)", "");
    }
}
