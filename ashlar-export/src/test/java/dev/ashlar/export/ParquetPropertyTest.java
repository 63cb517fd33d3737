// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.testkit.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Another engine reads what was written, whatever the values are, and by however many threads.
class ParquetPropertyTest {
    private final SplittableRandom random = Seed.random("ParquetPropertyTest");

    @TempDir
    Path temp;

    @Test
    void shouldBeReadBack() throws Exception {
        readBack(12, 3_000);
    }

    @Test
    @Tag("long")
    void shouldBeReadBackAlways() throws Exception {
        readBack(100, 20_000);
    }

    private void readBack(int files, int mostRows) throws Exception {
        for (int i = 0; i < files; i++) {
            int rows = random.nextInt(4) == 0 ? random.nextInt(10) : random.nextInt(mostRows);
            assertReadBack(new RandomRows(random, 1 + random.nextInt(20), rows), rows);
        }
    }

    /// Several pages, and groups of fewer rows than a page.
    @Test
    void shouldBeReadBackInPagesAndGroups() throws Exception {
        assertReadBack(new RandomRows(random, 3, 150_000), 150_000);
    }

    private void assertReadBack(RandomRows rows, int count) throws Exception {
        Path one = export(rows, ExportOptions.defaults(), "one.parquet", count);
        Path several = export(rows, ExportOptions.defaults().withThreads(3), "several.parquet", count);
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(several));
        try (SqlResult expected = rows.open()) {
            DuckRows.assertSame(expected, one, "columns=" + rows.columns());
        }
        // A page of 3000 rows is more than this.
        Path small = export(rows, ExportOptions.defaults().withThreads(2).withMemoryBytes(0), "small.parquet", count);
        try (SqlResult expected = rows.open()) {
            DuckRows.assertSame(expected, small, "columns=" + rows.columns());
        }
        long groups = DuckRows.number("select count(distinct row_group_id) from parquet_metadata('" + small + "')");
        assertTrue(count < 150_000 || groups > 3, () -> "groups=" + groups);
    }

    private Path export(RandomRows rows, ExportOptions options, String name, int count) throws Exception {
        Path file = temp.resolve(name);
        long[] progress = new long[1];
        try (SqlResult result = rows.open()) {
            assertEquals(count, SqlExporter.of("parquet").orElseThrow().write(result, file,
                    options.withProgress(done -> progress[0] = done)));
        }
        assertEquals(count, progress[0]);
        return file;
    }
}
