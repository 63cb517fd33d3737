// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.DOUBLE;
import static dev.ashlar.bench.tables.StoreTables.INT;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Holds the table and answers questions about it.
interface H2oEngine extends AutoCloseable {
    static H2oEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    void load(H2oTable table) throws IOException;

    /// Empty if this engine has no such question.
    Optional<H2oAnswer> ask(H2oQuestion question) throws IOException;

    @Override
    void close() throws IOException;

    /// SQL over a table of our store.
    final class Ashlar implements H2oEngine {
        private static final String TABLE = "x";
        private static final long MEMORY_BYTES = 4L << 30;

        private final StoreTables tables;
        private final SqlSession session;
        private final QueryOptions options;
        private final int[] offsets;

        Ashlar(Path folder, int threads) throws IOException {
            tables = StoreTables.create(folder, H2oEngine.class, "h2o-benchmark.xml");
            tables.define(TABLE, "");
            session = SqlSession.of(tables.store());
            options = QueryOptions.defaults().withThreads(threads).withMemoryBytes(MEMORY_BYTES);
            offsets = tables.offsets(TABLE);
        }

        @Override
        public void load(H2oTable table) throws IOException {
            tables.fill(TABLE, table.rows(), (memory, at, row) -> put(table, memory, at, row));
        }

        private void put(H2oTable table, MemorySegment memory, long at, long row) {
            text(table.shortText(row, 1), memory, at + offsets[0]);
            text(table.shortText(row, 2), memory, at + offsets[1]);
            text(table.longText(row), memory, at + offsets[2]);
            for (int column = 4; column <= 6; column++) {
                memory.set(INT, at + offsets[column - 1], table.id(row, column));
            }
            memory.set(INT, at + offsets[6], table.v1(row));
            memory.set(INT, at + offsets[7], table.v2(row));
            memory.set(DOUBLE, at + offsets[8], table.v3(row));
        }

        private static void text(byte[] text, MemorySegment memory, long at) {
            MemorySegment.copy(text, 0, memory, BYTE, at, text.length);
        }

        @Override
        public Optional<H2oAnswer> ask(H2oQuestion question) {
            H2oAnswer answer = H2oAnswer.EMPTY;
            try (SqlResult result = session.run(question.sql(), options)) {
                while (result.next()) {
                    List<String> group = new ArrayList<>();
                    double[] values = new double[result.columns().size() - question.keys()];
                    for (int i = 0; i < question.keys(); i++) {
                        group.add(result.text(i));
                    }
                    for (int i = 0; i < values.length; i++) {
                        Object value = result.get(question.keys() + i);
                        values[i] = value == null ? Double.NaN : ((Number) value).doubleValue();
                    }
                    answer = answer.with(group, values);
                }
                return Optional.of(answer);
            } catch (SqlException e) {
                return switch (e.reason()) {
                    case SYNTAX, INVALID, UNSUPPORTED, MEMORY -> Optional.empty();
                    case CANCELLED, DEADLINE, OVERFLOW, DIVISION_BY_ZERO, CORRUPT -> throw e;
                };
            }
        }

        @Override
        public void close() throws IOException {
            tables.close();
        }
    }

    /// DuckDB on its own table in a file.
    final class DuckDb implements H2oEngine {
        private final DuckDatabase database;

        DuckDb(Path folder, int threads) throws IOException {
            database = DuckDatabase.open(folder.resolve("h2o.duckdb"), threads);
            database.execute("CREATE TABLE x (id1 VARCHAR, id2 VARCHAR, id3 VARCHAR, id4 INTEGER, id5 INTEGER, id6 INTEGER, "
                    + "v1 INTEGER, v2 INTEGER, v3 DOUBLE)");
        }

        @Override
        public void load(H2oTable table) throws IOException {
            database.fill("x", table.rows(), (to, row) -> {
                to.append(H2oTable.string(table.shortText(row, 1)));
                to.append(H2oTable.string(table.shortText(row, 2)));
                to.append(H2oTable.string(table.longText(row)));
                for (int column = 4; column <= 6; column++) {
                    to.append(table.id(row, column));
                }
                to.append(table.v1(row));
                to.append(table.v2(row));
                to.append(table.v3(row));
            });
        }

        @Override
        public Optional<H2oAnswer> ask(H2oQuestion question) throws IOException {
            return Optional.of(database.query(question.sql(), result -> answer(result, question.keys())));
        }

        private static H2oAnswer answer(ResultSet result, int keys) throws SQLException {
            H2oAnswer answer = H2oAnswer.EMPTY;
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> group = new ArrayList<>();
                double[] values = new double[columns - keys];
                for (int i = 0; i < keys; i++) {
                    group.add(result.getString(1 + i));
                }
                for (int i = 0; i < values.length; i++) {
                    double value = result.getDouble(1 + keys + i);
                    values[i] = result.wasNull() ? Double.NaN : value;
                }
                answer = answer.with(group, values);
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            database.close();
        }
    }
}
