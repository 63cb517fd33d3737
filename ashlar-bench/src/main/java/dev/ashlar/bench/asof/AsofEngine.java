// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import dev.ashlar.bench.tables.Column;
import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.bench.tables.Tables;
import dev.ashlar.bench.tables.TradeValues;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Holds trades and quotes and answers questions about them.
interface AsofEngine extends Tables.Owner {
    List<Column> TRADES = List.of(Column.longs("t", Ticks::tradeTime), Column.texts("symbol", 8, Ticks::symbol),
            Column.longs("price", TradeValues::price), Column.longs("quantity", TradeValues::quantity));
    List<Column> QUOTES = List.of(Column.longs("t", Ticks::quoteTime), Column.texts("symbol", 8, Ticks::symbol),
            Column.longs("bid", TradeValues::price), Column.longs("ask", row -> TradeValues.price(row) + 1));

    static AsofEngine open(Engine engine, Path folder, int threads) throws IOException {
        return engine == Engine.ASHLAR ? new Ashlar(folder, threads) : new DuckDb(folder, threads);
    }

    /// @param trades number of trades; there are [Ticks#QUOTES_OF_TRADE] times as many quotes
    default void load(long trades) throws IOException {
        tables().fill("Trade", TRADES, trades);
        tables().fill("Quote", QUOTES, trades * Ticks.QUOTES_OF_TRADE);
    }

    AsofAnswer ask(AsofQuestion question) throws IOException;

    /// SQL over tables of Ashlar's store.
    record Ashlar(StoreTables tables, SqlSession session, QueryOptions options) implements AsofEngine {
        Ashlar(Path folder, int threads) throws IOException {
            StoreTables made = StoreTables.create(folder, AsofEngine.class, "asof-benchmark.xml");
            made.define("Trade", "t");
            made.define("Quote", "t");
            this(made, SqlSession.of(made.store()),
                    QueryOptions.defaults().withThreads(threads).withMemoryBytes(4L << 30));
        }

        @Override
        public AsofAnswer ask(AsofQuestion question) {
            AsofAnswer answer = AsofAnswer.EMPTY;
            try (SqlResult result = session.run(question.ours, options)) {
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
    }

    /// DuckDB on its own tables in a file.
    record DuckDb(DuckDatabase tables) implements AsofEngine {
        DuckDb(Path folder, int threads) throws IOException {
            this(DuckDatabase.open(folder.resolve("asof.duckdb"), threads));
            tables.create("Trade", TRADES);
            tables.create("Quote", QUOTES);
        }

        /// Writes the trades to a file of Parquet.
        void copyTrades(Path file) throws IOException {
            tables.execute("COPY Trade TO '" + file + "' (FORMAT parquet)");
        }

        @Override
        public AsofAnswer ask(AsofQuestion question) throws IOException {
            return tables.query(question.theirs, DuckDb::answer);
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
    }
}
