// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.importing;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.ingest.csv.CsvFile;
import dev.ashlar.ingest.csv.CsvOptions;
import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ColumnFormat;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Loads a file into a table in a folder.
interface ImportEngine {
    /// A query whose result must be the same for both.
    String SUMS = "select count(*), sum(tradeId), sum(price), sum(quantity), count(venue), count(distinct symbol), "
            + "sum(case when cast(flag as varchar) = 'true' then 1 else 0 end) from T";

    static ImportEngine of(Engine engine) {
        return engine == Engine.ASHLAR ? new Ashlar() : new DuckDb();
    }

    /// Loads the file into a new table.
    ///
    /// @return nanoseconds until its rows are on disk
    long load(Path file, Path folder, int threads) throws IOException;

    /// The sum of the results of [#SUMS].
    double sums(Path folder) throws IOException;

    /// Scans the file and generates a schema, as `ashlar import` does, and syncs.
    final class Ashlar implements ImportEngine {
        @Override
        public long load(Path file, Path folder, int threads) throws IOException {
            long start = System.nanoTime();
            Optional<ColumnFormat> format = ColumnFormat.of(file);
            ColumnFile columns = format.isPresent() ? format.get().open(file)
                    : new CsvFile(file, CsvOptions.defaults());
            TableImport table = TableImport.measure(columns, "T", ImportOptions.defaults().withThreads(threads),
                    (_, _) -> true);
            try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(16 << 20))) {
                writer.define(table.definition());
                table.appendTo(writer.appender("T"), 0, (_, _) -> true);
                writer.sync();
                return System.nanoTime() - start;
            }
        }

        @Override
        public double sums(Path folder) throws IOException {
            double sum = 0;
            try (Store store = Store.open(folder);
                    SqlResult result = SqlSession.of(store).run(SUMS, QueryOptions.defaults())) {
                result.next();
                for (int i = 0; i < result.columns().size(); i++) {
                    sum += ((Number) result.get(i)).doubleValue();
                }
            }
            return sum;
        }
    }

    /// `create table … as select`, in a database of its own, and a checkpoint.
    final class DuckDb implements ImportEngine {
        @Override
        public long load(Path file, Path folder, int threads) throws IOException {
            try (DuckDatabase database = DuckDatabase.open(file(folder), threads)) {
                long start = System.nanoTime();
                database.execute("create table T as select * from '" + file + "'");
                database.execute("checkpoint");
                return System.nanoTime() - start;
            }
        }

        private static Path file(Path folder) {
            return folder.resolve("trades.duckdb");
        }

        @Override
        public double sums(Path folder) throws IOException {
            try (DuckDatabase database = DuckDatabase.open(file(folder))) {
                return database.query(SUMS, result -> {
                    double sum = 0;
                    result.next();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        sum += result.getDouble(i);
                    }
                    return sum;
                });
            }
        }
    }

    /// Writes the file that both load: trades, a tenth of them without a venue.
    static void write(Path file, String options, long rows) throws IOException {
        String select = "select i::bigint as tradeId, timestamp '2026-03-09' + to_microseconds(i * 37) as ts, "
                + "(10000 + hash(i) % 5000)::decimal(12,2) as price, (hash(i + 1) % 1000)::integer as quantity, "
                + "'S' || (hash(i + 2) % 500) as symbol, case when hash(i + 3) % 2 = 0 then 'buy' else 'sell' end as side, "
                + "case when hash(i + 4) % 10 = 0 then null else (hash(i + 5) % 100)::smallint end as venue, "
                + "hash(i + 6) / 1e18 as ratio, hash(i + 7) % 3 = 0 as flag from range(" + rows + ") t(i)";
        try (DuckDatabase database = DuckDatabase.inMemory()) {
            database.execute("copy (" + select + ") to '" + file + "' (" + options + ")");
        }
    }
}
