// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written is what Arrow's specification says, and what Arrow's own library reads where Python has it.
class ArrowPropertyTest {
    /// Reads everything and checks it, then writes it as Parquet.
    private static final String READ = """
            import sys, pyarrow.ipc, pyarrow.parquet
            with pyarrow.memory_map(sys.argv[1]) as file:
                table = pyarrow.ipc.open_file(file).read_all()
                table.validate(full=True)
                pyarrow.parquet.write_table(table, sys.argv[2], version='2.6')
            """;
    private final SplittableRandom random = Seed.random("ArrowPropertyTest");

    @TempDir
    Path temp;

    @Test
    void shouldBeReadBack() throws Exception {
        readBack(12, 3_000);
        // Several batches.
        assertReadBack(new RandomRows(random, 4, 140_000));
    }

    @Test
    @Tag("long")
    void shouldBeReadBackAlways() throws Exception {
        readBack(100, 20_000);
    }

    private void readBack(int files, int mostRows) throws Exception {
        for (int i = 0; i < files; i++) {
            int rows = random.nextInt(4) == 0 ? random.nextInt(10) : random.nextInt(mostRows);
            assertReadBack(new RandomRows(random, 1 + random.nextInt(20), rows));
        }
    }

    private void assertReadBack(RandomRows rows) throws IOException {
        Path one = export(rows, ExportOptions.defaults());
        byte[] written = Files.readAllBytes(one);
        assertSame(rows, new ArrowRows(one).rows());
        assertArrayEquals(written, Files.readAllBytes(export(rows, ExportOptions.defaults().withThreads(3))));
        ArrowRows small = new ArrowRows(export(rows, ExportOptions.defaults().withThreads(2).withMemoryBytes(0)));
        assertSame(rows, small.rows());
    }

    private static void assertSame(RandomRows rows, List<Object[]> found) {
        int row = 0;
        try (SqlResult expected = rows.open()) {
            for (; expected.next(); row++) {
                assertTrue(row < found.size(), "rows=" + found.size());
                for (int i = 0; i < found.get(row).length; i++) {
                    if (!Objects.equals(expected.get(i), found.get(row)[i])) {
                        assertEquals(expected.get(i), found.get(row)[i], "row=" + row + ", column="
                                + rows.columns().get(i));
                    }
                }
            }
        }
        assertEquals(row, found.size());
    }

    @Test
    void shouldBeReadByArrowsOwnLibrary() throws Exception {
        assumeTrue(python("-c", "import pyarrow.parquet") == 0, "Python has no pyarrow");
        Path script = Files.writeString(temp.resolve("read.py"), READ);
        Path parquet = temp.resolve("copy.parquet");
        for (int rows : List.of(0, 1, 2_500, 140_000)) {
            RandomRows table = new RandomRows(random, rows > 10_000 ? 4 : 20, rows);
            Path file = export(table, ExportOptions.defaults().withThreads(2));
            assertEquals(0, python(script.toString(), file.toString(), parquet.toString()));
            try (SqlResult expected = table.open()) {
                DuckRows.assertSame(expected, parquet, "columns=" + table.columns());
            }
        }
    }

    /// Its errors are those of this test.
    private static int python(String... arguments) throws InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "python3";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                System.out.println(said);
            }
            return code;
        } catch (IOException e) {
            System.out.println(e.getMessage());
            return -1;
        }
    }

    private Path export(RandomRows rows, ExportOptions options) throws IOException {
        Path file = temp.resolve("out.arrow");
        try (SqlResult result = rows.open()) {
            SqlExporter.of("arrow").orElseThrow().write(result, file, options);
        }
        return file;
    }
}
