// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// Holds trades and quotes and answers questions about them.
interface AsofEngine extends AutoCloseable {
    /// @param trades how many; there are [Ticks#QUOTES_OF_TRADE] times as many quotes
    void load(long trades) throws IOException;

    AsofAnswer ask(AsofQuestion question) throws IOException;

    @Override
    void close() throws IOException;

    /// SQL over tables of our store.
    final class Ashlar implements AsofEngine {
        private static final int BATCH = 1000;
        private static final long MEMORY_BYTES = 4L << 30;
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);

        private final Schema schema;
        private final StoreWriter store;
        private final SqlSession session;
        private final QueryOptions options;

        Ashlar(Path folder, int threads) throws IOException {
            try (InputStream xml = AsofEngine.class.getResourceAsStream("asof-benchmark.xml")) {
                schema = SchemaParser.parse(xml, "asof-benchmark.xml", ParseOptions.DEFAULT).schema();
            }
            store = StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE));
            store.define(new TableDefinition("Trade", schema, schema.message("Trade"), "t"));
            store.define(new TableDefinition("Quote", schema, schema.message("Quote"), "t"));
            session = SqlSession.of(store);
            options = QueryOptions.defaults().withThreads(threads).withMemoryBytes(MEMORY_BYTES);
        }

        @Override
        public void load(long trades) throws IOException {
            load("Trade", trades, false);
            load("Quote", trades * Ticks.QUOTES_OF_TRADE, true);
        }

        private void load(String table, long rows, boolean quotes) throws IOException {
            int[] offsets = schema.message(table).fields().stream().mapToInt(Field::offset).toArray();
            Appender appender = store.appender(table);
            for (long row = 0; row < rows;) {
                RowClaim claim = appender.claim((int) Math.min(BATCH, rows - row));
                int claimed = claim.rows();
                for (int i = 0; i < claimed; i++) {
                    put(row + i, quotes, offsets, claim.memory(), claim.offset(i));
                }
                claim.commit();
                row += claimed;
            }
        }

        private static void put(long row, boolean quote, int[] offsets, MemorySegment memory, long at) {
            byte[] symbol = Ticks.symbol(row);
            memory.set(LONG, at + offsets[0], quote ? Ticks.quoteTime(row) : Ticks.tradeTime(row));
            MemorySegment.copy(symbol, 0, memory, ValueLayout.JAVA_BYTE, at + offsets[1], symbol.length);
            memory.set(LONG, at + offsets[2], Ticks.price(row));
            memory.set(LONG, at + offsets[3], quote ? Ticks.price(row) + 1 : Ticks.quantity(row));
        }

        @Override
        public AsofAnswer ask(AsofQuestion question) {
            AsofAnswer answer = AsofAnswer.EMPTY;
            try (SqlResult result = session.run(question.ours(), options)) {
                int columns = result.columns().size();
                while (result.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < columns; i++) {
                        row.append(result.get(i)).append('|');
                    }
                    answer = answer.with(row.toString());
                }
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }

    /// DuckDB on its own tables in a file.
    final class DuckDb implements AsofEngine {
        private final Connection connection;

        DuckDb(Path folder, int threads) throws IOException {
            try {
                connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("asof.duckdb"));
                execute("SET threads = " + threads);
                execute("CREATE TABLE Trade (t BIGINT, symbol VARCHAR, price BIGINT, quantity BIGINT)");
                execute("CREATE TABLE Quote (t BIGINT, symbol VARCHAR, bid BIGINT, ask BIGINT)");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot be opened", e);
            }
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        /// Writes the trades to a file of Parquet.
        void copyTrades(Path file) throws IOException {
            try {
                execute("COPY Trade TO '" + file + "' (FORMAT parquet)");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot write a file: file=" + file, e);
            }
        }

        @Override
        public void load(long trades) throws IOException {
            load("Trade", trades, false);
            load("Quote", trades * Ticks.QUOTES_OF_TRADE, true);
        }

        private void load(String table, long rows, boolean quotes) throws IOException {
            try (DuckDBAppender appender = connection.unwrap(DuckDBConnection.class).createAppender("main", table)) {
                for (long row = 0; row < rows; row++) {
                    appender.beginRow();
                    appender.append(quotes ? Ticks.quoteTime(row) : Ticks.tradeTime(row));
                    appender.append(new String(Ticks.symbol(row), StandardCharsets.US_ASCII));
                    appender.append(Ticks.price(row));
                    appender.append(quotes ? Ticks.price(row) + 1 : Ticks.quantity(row));
                    appender.endRow();
                }
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot append", e);
            }
        }

        @Override
        public AsofAnswer ask(AsofQuestion question) throws IOException {
            AsofAnswer answer = AsofAnswer.EMPTY;
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(question.theirs())) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 1; i <= columns; i++) {
                        row.append(result.getObject(i)).append('|');
                    }
                    answer = answer.with(row.toString());
                }
                return answer;
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot answer: " + question.theirs(), e);
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
