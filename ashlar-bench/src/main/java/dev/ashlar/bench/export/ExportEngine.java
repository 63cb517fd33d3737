// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.bench.tables.Tables;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Path;

/// Holds the deals and writes them to files.
interface ExportEngine extends Tables.Owner {
    String TABLE = "Deal";

    static ExportEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    default void load(ExportTable table) throws IOException {
        tables().fill(TABLE, table.columns(), table.rows());
    }

    /// @param columns columns as an SQL list
    void export(String columns, Path file) throws IOException;

    /// A table of Ashlar's store.
    record Ashlar(StoreTables tables, SqlSession session, QueryOptions options) implements ExportEngine {
        Ashlar(Path folder, int threads) throws IOException {
            StoreTables made = StoreTables.create(folder, ExportEngine.class, "export-benchmark.xml");
            made.define(TABLE, "");
            this(made, SqlSession.of(made.store()), QueryOptions.defaults().withThreads(threads));
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            String name = file.getFileName().toString();
            SqlExporter exporter = SqlExporter.of(name.substring(name.lastIndexOf('.') + 1)).orElseThrow();
            try (SqlResult result = session.run("select " + columns + " from Deal", options)) {
                exporter.write(result, file, ExportOptions.of(options));
            }
        }
    }

    /// DuckDB's own table in a file.
    record DuckDb(DuckDatabase tables) implements ExportEngine {
        DuckDb(Path folder, int threads) throws IOException {
            this(DuckDatabase.open(folder.resolve("export.duckdb"), threads));
        }

        @Override
        public void load(ExportTable table) throws IOException {
            tables.create(TABLE, table.columns());
            ExportEngine.super.load(table);
            tables.execute("CHECKPOINT");
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            tables.execute("COPY (SELECT " + columns + " FROM Deal) TO '" + file + "' (FORMAT parquet)");
        }
    }
}
