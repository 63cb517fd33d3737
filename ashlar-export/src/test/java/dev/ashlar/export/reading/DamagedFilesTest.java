// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.csv.CsvFile;
import dev.ashlar.ingest.csv.CsvOptions;
import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ColumnFormat;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files end in an error with their name, or in rows; never in another exception or without an end.
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DamagedFilesTest {
    private static final int ROUNDS = 400;
    private static final String ROWS = "select i::integer a, (hash(i) % 1000)::decimal(9,2) b, repeat('ab', (i % 9)::integer) c, "
            + "case when i % 3 = 0 then null else hash(i)::double end d, timestamp '2026-01-01' + to_seconds(i) e, "
            + "(i % 5 = 1) f, hash(i)::decimal(38,0) g, (i % 4)::varchar h from range(3000) t(i)";

    @TempDir
    Path temp;
    private final SplittableRandom random;

    DamagedFilesTest() {
        long seed = Seed.of("DamagedFilesTest");
        random = new SplittableRandom(seed);
    }

    private Path parquet(String options) throws Exception {
        Path file = Files.createTempFile(temp, "in", ".parquet");
        try (DuckFile duck = new DuckFile()) {
            duck.write(ROWS, file, options);
        }
        return file;
    }

    @Test
    void shouldEndInATypedErrorWhenParquetIsDamaged() throws Exception {
        for (String options : List.of("compression uncompressed", "compression snappy, parquet_version v2",
                "compression zstd", "compression gzip", "compression lz4_raw, parquet_version v2")) {
            damage(parquet(options), 12);
        }
    }

    @Test
    void shouldEndInATypedErrorWhenArrowIsDamaged() throws Exception {
        Optional<SqlExporter> exporter = SqlExporter.of("arrow");
        if (exporter.isEmpty()) {
            return;
        }
        Path folder = Imported.store(Imported.measure(parquet(""), ImportOptions.defaults()), temp);
        Path file = temp.resolve("in.arrow");
        try (Store store = Store.open(folder); SqlResult result = SqlSession.of(store).run("select * from T",
                QueryOptions.defaults())) {
            exporter.get().write(result, file);
        }
        damage(file, 8);
    }

    /// @param safe bytes at the beginning that make the format
    private void damage(Path file, int safe) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Path damaged = temp.resolve("damaged");
        int rejected = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = whole.clone();
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(safe, bytes.length));
            } else {
                // Half of the flips hit metadata, which are at the end of Parquet files.
                int from = random.nextBoolean() ? safe : Math.max(safe, bytes.length - 2_000);
                for (int i = random.nextInt(1, 6); i > 0; i--) {
                    bytes[random.nextInt(from, bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            Files.write(damaged, bytes);
            try {
                TableImport.measure(open(damaged), "T", ImportOptions.defaults().withThreads(1 + round % 2),
                        (_, _) -> true);
            } catch (ImportException e) {
                rejected++;
                assertTrue(e.getMessage().contains(damaged.toString()), e.getMessage());
            }
        }
        assertTrue(rejected > ROUNDS / 8, "rejected=" + rejected);
    }

    private static ColumnFile open(Path file) throws IOException {
        Optional<ColumnFormat> format = ColumnFormat.of(file);
        return format.isPresent() ? format.get().open(file) : new CsvFile(file, CsvOptions.defaults());
    }

    @Test
    void shouldRejectEveryCut() throws Exception {
        byte[] whole = Files.readAllBytes(parquet("compression snappy"));
        Path cut = temp.resolve("cut");
        for (int length = 4; length < whole.length; length += 1 + random.nextInt(whole.length / 200)) {
            Files.write(cut, Arrays.copyOf(whole, length));
            String message = assertThrows(ImportException.class, () -> Imported.measure(cut, ImportOptions.defaults()))
                    .getMessage();
            assertTrue(message.startsWith("Parquet ") && message.endsWith("(" + cut + ")"), message);
        }
    }
}
