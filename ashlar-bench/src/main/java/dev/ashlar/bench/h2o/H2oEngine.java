// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// Holds the table and answers questions about it.
interface H2oEngine extends AutoCloseable {
    void load(H2oTable table) throws IOException;

    /// Empty if this engine has no such question.
    Optional<H2oAnswer> ask(H2oQuestion question) throws IOException;

    @Override
    void close() throws IOException;

    /// SQL over a table of our store.
    final class Ashlar implements H2oEngine {
        private static final String TABLE = "x";
        private static final int BATCH = 1000;
        private static final long MEMORY_BYTES = 4L << 30;
        private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);

        private final StoreWriter store;
        private final SqlSession session;
        private final QueryOptions options;
        private final int[] offsets;

        Ashlar(Path folder, int threads) throws IOException {
            Schema schema;
            try (InputStream xml = H2oEngine.class.getResourceAsStream("h2o-benchmark.xml")) {
                schema = SchemaParser.parse(xml, "h2o-benchmark.xml", ParseOptions.DEFAULT).schema();
            }
            store = StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE));
            store.define(TableDefinition.of(schema, TABLE));
            session = SqlSession.of(store);
            options = QueryOptions.defaults().withThreads(threads).withMemoryBytes(MEMORY_BYTES);
            offsets = schema.message(TABLE).fields().stream().mapToInt(Field::offset).toArray();
        }

        @Override
        public void load(H2oTable table) throws IOException {
            Appender appender = store.appender(TABLE);
            for (long row = 0; row < table.rows();) {
                RowClaim claim = appender.claim((int) Math.min(BATCH, table.rows() - row));
                int claimed = claim.rows();
                for (int i = 0; i < claimed; i++) {
                    put(table, row + i, claim.memory(), claim.offset(i));
                }
                claim.commit();
                row += claimed;
            }
        }

        private void put(H2oTable table, long row, MemorySegment memory, long at) {
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
            MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, at, text.length);
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
            store.close();
        }
    }

    /// DuckDB on its own table in a file.
    final class DuckDb implements H2oEngine {
        private final Connection connection;

        DuckDb(Path folder, int threads) throws IOException {
            try {
                connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("h2o.duckdb"));
                execute("SET threads = " + threads);
                execute("CREATE TABLE x (id1 VARCHAR, id2 VARCHAR, id3 VARCHAR, id4 INTEGER, id5 INTEGER, id6 INTEGER, "
                        + "v1 INTEGER, v2 INTEGER, v3 DOUBLE)");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot be opened", e);
            }
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public void load(H2oTable table) throws IOException {
            try (DuckDBAppender appender = connection.unwrap(DuckDBConnection.class).createAppender("main", "x")) {
                for (long row = 0; row < table.rows(); row++) {
                    appender.beginRow();
                    appender.append(H2oTable.string(table.shortText(row, 1)));
                    appender.append(H2oTable.string(table.shortText(row, 2)));
                    appender.append(H2oTable.string(table.longText(row)));
                    for (int column = 4; column <= 6; column++) {
                        appender.append(table.id(row, column));
                    }
                    appender.append(table.v1(row));
                    appender.append(table.v2(row));
                    appender.append(table.v3(row));
                    appender.endRow();
                }
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot append", e);
            }
        }

        @Override
        public Optional<H2oAnswer> ask(H2oQuestion question) throws IOException {
            H2oAnswer answer = H2oAnswer.EMPTY;
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(question.sql())) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> group = new ArrayList<>();
                    double[] values = new double[columns - question.keys()];
                    for (int i = 0; i < question.keys(); i++) {
                        group.add(result.getString(1 + i));
                    }
                    for (int i = 0; i < values.length; i++) {
                        double value = result.getDouble(1 + question.keys() + i);
                        values[i] = result.wasNull() ? Double.NaN : value;
                    }
                    answer = answer.with(group, values);
                }
                return Optional.of(answer);
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot answer: " + question.sql(), e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot be closed", e);
            }
        }
    }
}
