// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.DOUBLE;
import static dev.ashlar.bench.tables.StoreTables.FLOAT;
import static dev.ashlar.bench.tables.StoreTables.INT;
import static dev.ashlar.bench.tables.StoreTables.LONG;
import static dev.ashlar.bench.tables.StoreTables.SHORT;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/// Holds the deals and writes them to files.
interface ExportEngine extends AutoCloseable {
    static ExportEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    void load(ExportTable table) throws IOException;

    /// @param columns as SQL has them
    void export(String columns, Path file) throws IOException;

    @Override
    void close() throws IOException;

    /// A table of our store.
    final class Ashlar implements ExportEngine {
        private final StoreTables tables;
        private final SqlSession session;
        private final QueryOptions options;
        private final int[] offsets;

        Ashlar(Path folder, int threads) throws IOException {
            tables = StoreTables.create(folder, ExportEngine.class, "export-benchmark.xml");
            tables.define("Deal", "");
            session = SqlSession.of(tables.store());
            options = QueryOptions.defaults().withThreads(threads);
            offsets = tables.offsets("Deal");
        }

        @Override
        public void load(ExportTable table) throws IOException {
            tables.fill("Deal", table.rows(), (memory, at, row) -> put(table, memory, at, row));
        }

        private void put(ExportTable table, MemorySegment memory, long at, long row) {
            memory.set(LONG, at + offsets[0], table.at(row));
            memory.set(LONG, at + offsets[1], table.tradeId(row));
            memory.set(LONG, at + offsets[2], table.orderId(row));
            memory.set(LONG, at + offsets[3], table.sequence(row));
            text(table.symbol(row), ExportTable.SYMBOL_LENGTH, memory, at + offsets[4]);
            text(table.account(row), ExportTable.ACCOUNT_LENGTH, memory, at + offsets[5]);
            memory.set(LONG, at + offsets[6], table.price(row));
            memory.set(LONG, at + offsets[7], table.stop(row));
            memory.set(INT, at + offsets[8], table.quantity(row));
            memory.set(INT, at + offsets[9], table.remaining(row));
            memory.set(DOUBLE, at + offsets[10], table.ratio(row));
            memory.set(FLOAT, at + offsets[11], table.weight(row));
            memory.set(BYTE, at + offsets[12], (byte) (1 + table.side(row)));
            memory.set(BYTE, at + offsets[13], (byte) table.venue(row));
            memory.set(BYTE, at + offsets[14], (byte) table.flags(row));
            memory.set(BYTE, at + offsets[15], (byte) table.level(row));
            memory.set(SHORT, at + offsets[16], (short) table.hops(row));
        }

        private static void text(byte[] text, int length, MemorySegment memory, long at) {
            MemorySegment.copy(text, 0, memory, BYTE, at, text.length);
            memory.asSlice(at + text.length, length - text.length).fill((byte) 0);
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            String name = file.getFileName().toString();
            SqlExporter exporter = SqlExporter.of(name.substring(name.lastIndexOf('.') + 1)).orElseThrow();
            try (SqlResult result = session.run("select " + columns + " from Deal", options)) {
                exporter.write(result, file, ExportOptions.of(options));
            }
        }

        @Override
        public void close() throws IOException {
            tables.close();
        }
    }

    /// DuckDB's own table in a file.
    final class DuckDb implements ExportEngine {
        private final DuckDatabase database;

        DuckDb(Path folder, int threads) throws IOException {
            database = DuckDatabase.open(folder.resolve("export.duckdb"), threads);
            database.execute("CREATE TABLE Deal (\"at\" TIMESTAMP_NS, tradeId BIGINT, orderId BIGINT, sequence BIGINT, "
                    + "symbol VARCHAR, account VARCHAR, price DECIMAL(19, 9), stop DECIMAL(19, 9), quantity INTEGER, "
                    + "remaining INTEGER, ratio DOUBLE, weight FLOAT, side VARCHAR, venue VARCHAR, flags_Late BOOLEAN, "
                    + "flags_Odd BOOLEAN, level TINYINT, hops SMALLINT)");
        }

        @Override
        public void load(ExportTable table) throws IOException {
            database.fill("Deal", table.rows(), (to, row) -> append(table, row, to));
            database.execute("CHECKPOINT");
        }

        private static void append(ExportTable table, long row, DuckDBAppender to) throws SQLException {
            to.appendEpochNanos(table.at(row));
            to.append(table.tradeId(row));
            to.append(table.orderId(row));
            to.append(table.sequence(row));
            to.append(text(table.symbol(row)));
            to.append(text(table.account(row)));
            to.append(BigDecimal.valueOf(table.price(row), 9));
            if (table.stop(row) == Long.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(BigDecimal.valueOf(table.stop(row), 9));
            }
            to.append(table.quantity(row));
            if (table.remaining(row) == Integer.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(table.remaining(row));
            }
            to.append(table.ratio(row));
            to.append(table.weight(row));
            to.append(ExportTable.SIDES[table.side(row)]);
            to.append(ExportTable.VENUES[table.venue(row)]);
            to.append((table.flags(row) & 1) != 0);
            to.append((table.flags(row) & 2) != 0);
            to.append((byte) table.level(row));
            to.append((short) table.hops(row));
        }

        private static String text(byte[] ascii) {
            return new String(ascii, StandardCharsets.US_ASCII);
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            database.execute("COPY (SELECT " + columns + " FROM Deal) TO '" + file + "' (FORMAT parquet)");
        }

        @Override
        public void close() throws IOException {
            database.close();
        }
    }
}
