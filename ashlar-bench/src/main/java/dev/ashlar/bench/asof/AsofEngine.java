// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.LONG;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.bench.tables.TradeValues;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Holds trades and quotes and answers questions about them.
interface AsofEngine extends AutoCloseable {
    static AsofEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    /// @param trades how many; there are [Ticks#QUOTES_OF_TRADE] times as many quotes
    void load(long trades) throws IOException;

    AsofAnswer ask(AsofQuestion question) throws IOException;

    @Override
    void close() throws IOException;

    /// SQL over tables of our store.
    final class Ashlar implements AsofEngine {
        private static final long MEMORY_BYTES = 4L << 30;

        private final StoreTables tables;
        private final SqlSession session;
        private final QueryOptions options;

        Ashlar(Path folder, int threads) throws IOException {
            tables = StoreTables.create(folder, AsofEngine.class, "asof-benchmark.xml");
            tables.define("Trade", "t");
            tables.define("Quote", "t");
            session = SqlSession.of(tables.store());
            options = QueryOptions.defaults().withThreads(threads).withMemoryBytes(MEMORY_BYTES);
        }

        @Override
        public void load(long trades) throws IOException {
            load("Trade", trades, false);
            load("Quote", trades * Ticks.QUOTES_OF_TRADE, true);
        }

        private void load(String table, long rows, boolean quotes) throws IOException {
            int[] offsets = tables.offsets(table);
            tables.fill(table, rows, (memory, at, row) -> put(row, quotes, offsets, memory, at));
        }

        private static void put(long row, boolean quote, int[] offsets, MemorySegment memory, long at) {
            byte[] symbol = Ticks.symbol(row);
            memory.set(LONG, at + offsets[0], quote ? Ticks.quoteTime(row) : Ticks.tradeTime(row));
            MemorySegment.copy(symbol, 0, memory, BYTE, at + offsets[1], symbol.length);
            memory.set(LONG, at + offsets[2], TradeValues.price(row));
            memory.set(LONG, at + offsets[3], quote ? TradeValues.price(row) + 1 : TradeValues.quantity(row));
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
            tables.close();
        }
    }

    /// DuckDB on its own tables in a file.
    final class DuckDb implements AsofEngine {
        private final DuckDatabase database;

        DuckDb(Path folder, int threads) throws IOException {
            database = DuckDatabase.open(folder.resolve("asof.duckdb"), threads);
            database.execute("CREATE TABLE Trade (t BIGINT, symbol VARCHAR, price BIGINT, quantity BIGINT)");
            database.execute("CREATE TABLE Quote (t BIGINT, symbol VARCHAR, bid BIGINT, ask BIGINT)");
        }

        /// Writes the trades to a file of Parquet.
        void copyTrades(Path file) throws IOException {
            database.execute("COPY Trade TO '" + file + "' (FORMAT parquet)");
        }

        @Override
        public void load(long trades) throws IOException {
            load("Trade", trades, false);
            load("Quote", trades * Ticks.QUOTES_OF_TRADE, true);
        }

        private void load(String table, long rows, boolean quotes) throws IOException {
            database.fill(table, rows, (to, row) -> {
                to.append(quotes ? Ticks.quoteTime(row) : Ticks.tradeTime(row));
                to.append(new String(Ticks.symbol(row), StandardCharsets.US_ASCII));
                to.append(TradeValues.price(row));
                to.append(quotes ? TradeValues.price(row) + 1 : TradeValues.quantity(row));
            });
        }

        @Override
        public AsofAnswer ask(AsofQuestion question) throws IOException {
            return database.query(question.theirs(), DuckDb::answer);
        }

        private static AsofAnswer answer(ResultSet result) throws SQLException {
            AsofAnswer answer = AsofAnswer.EMPTY;
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(result.getObject(i)).append('|');
                }
                answer = answer.with(row.toString());
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            database.close();
        }
    }
}
