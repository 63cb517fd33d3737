// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.bench.tables.Tables;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Holds the table and answers questions about it.
interface H2oEngine extends Tables.Owner {
    String TABLE = "x";

    static H2oEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    default void load(H2oTable table) throws IOException {
        tables().fill(TABLE, table.columns(), table.rows());
    }

    /// Empty if this engine does not support the question.
    Optional<H2oAnswer> ask(H2oQuestion question) throws IOException;

    /// SQL over a table of Ashlar's store.
    record Ashlar(StoreTables tables, SqlSession session, QueryOptions options) implements H2oEngine {
        Ashlar(Path folder, int threads) throws IOException {
            StoreTables made = StoreTables.create(folder, H2oEngine.class, "h2o-benchmark.xml");
            made.define(TABLE, "");
            this(made, SqlSession.of(made.store()),
                    QueryOptions.defaults().withThreads(threads).withMemoryBytes(4L << 30));
        }

        @Override
        public Optional<H2oAnswer> ask(H2oQuestion question) {
            H2oAnswer answer = H2oAnswer.EMPTY;
            try (SqlResult result = session.run(question.sql, options)) {
                while (result.next()) {
                    List<String> group = new ArrayList<>();
                    double[] values = new double[result.columns().size() - question.keys];
                    for (int i = 0; i < question.keys; i++) {
                        group.add(result.text(i));
                    }
                    for (int i = 0; i < values.length; i++) {
                        Object value = result.get(question.keys + i);
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
    }

    /// DuckDB on its own table in a file.
    record DuckDb(DuckDatabase tables) implements H2oEngine {
        DuckDb(Path folder, int threads) throws IOException {
            this(DuckDatabase.open(folder.resolve("h2o.duckdb"), threads));
        }

        @Override
        public void load(H2oTable table) throws IOException {
            tables.create(TABLE, table.columns());
            H2oEngine.super.load(table);
        }

        @Override
        public Optional<H2oAnswer> ask(H2oQuestion question) throws IOException {
            return Optional.of(tables.query(question.sql, result -> answer(result, question.keys)));
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
    }
}
