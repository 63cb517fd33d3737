// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.tables.DuckDatabase;
import dev.ashlar.bench.tables.TradeValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A table of DuckDB in a file, filled by its appender, and SQL. A second table is filled from files.
final class DuckAnswers implements Answers {
    /// Names of formats in SQL, and file extensions.
    static final List<String> FORMATS = List.of("csv", "parquet");
    private final DuckDatabase database;

    DuckAnswers(Path folder, int threads) throws IOException {
        database = DuckDatabase.open(folder.resolve("trades.duckdb"), threads);
        database.execute("CREATE TYPE side AS ENUM ('Buy', 'Sell')");
        create("trade");
    }

    private void create(String table) throws IOException {
        database.execute("CREATE TABLE " + table + " (sent BIGINT, time BIGINT, price BIGINT, quantity BIGINT, "
                + "instrument INTEGER, venue INTEGER, side side, flags UTINYINT)");
    }

    @Override
    public void load(long rows) throws IOException {
        database.fill("trade", rows, (to, row) -> {
            to.append(Deals.sent(row));
            to.append(TradeValues.time(row));
            to.append(TradeValues.price(row));
            to.append(TradeValues.quantity(row));
            to.append(Deals.instrument(row));
            to.append(Deals.venue(row));
            to.append(Deals.isBuy(row) ? "Buy" : "Sell");
            to.append((byte) 0);
        });
    }

    @Override
    public Map<String, Long> loadFiles(Path folder) throws IOException {
        Map<String, Long> times = new LinkedHashMap<>();
        for (String format : FORMATS) {
            Path file = folder.resolve("trades." + format);
            String options = "'" + file + "' (FORMAT " + format + ")";
            database.execute("COPY trade TO " + options);
            create("loaded");
            long start = System.nanoTime();
            database.execute("COPY loaded FROM " + options);
            times.put(format, System.nanoTime() - start);
            requireSame();
            database.execute("DROP TABLE loaded");
            Files.delete(file);
        }
        return times;
    }

    private void requireSame() throws IOException {
        String sums = "SELECT count(*), sum(sent), sum(price), sum(instrument), count(side) FROM ";
        if (!database.query(sums + "loaded", DuckAnswers::lines).equals(database.query(sums + "trade", DuckAnswers::lines))) {
            throw new IOException("DuckDB loaded other rows from a file than it wrote");
        }
    }

    @Override
    public List<String> ask(Question question, long rows) throws IOException {
        return database.query(switch (question) {
            case FILTERED_COUNT -> "SELECT count(*) FROM trade WHERE price BETWEEN " + Question.LEAST_PRICE + " AND "
                    + Question.MOST_PRICE + " AND side = 'Buy'";
            case VALUE_BY_SIDE -> "SELECT side, sum(price * quantity) FROM trade GROUP BY side ORDER BY side";
            case TOP_INSTRUMENTS -> "SELECT instrument, sum(price * quantity) AS v FROM trade GROUP BY instrument "
                    + "ORDER BY v DESC, instrument LIMIT " + Question.TOP;
            case MINUTE_BARS -> "SELECT time // " + Deals.MINUTE_NS + " * " + Deals.MINUTE_NS + " AS minute, "
                    + "arg_min(price, time), max(price), min(price), arg_max(price, time), sum(quantity) FROM trade "
                    + "GROUP BY minute ORDER BY minute";
            case TIME_RANGE -> "SELECT count(*), sum(quantity) FROM trade WHERE time >= " + Question.from(rows)
                    + " AND time < " + Question.to(rows);
            case SENT_RANGE -> "SELECT count(*), sum(quantity) FROM trade WHERE sent >= " + Question.from(rows)
                    + " AND sent < " + (Question.from(rows) + Question.SECOND_NS);
            case GREATEST_PRICES -> "SELECT price, sent, time, quantity, instrument, venue, side, flags FROM trade "
                    + "ORDER BY price DESC, sent LIMIT " + Question.TOP;
            case DIFFERENT_INSTRUMENTS -> "SELECT count(DISTINCT instrument) FROM trade";
        }, DuckAnswers::lines);
    }

    private static List<String> lines(ResultSet result) throws SQLException {
        List<String> lines = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder line = new StringBuilder();
            for (int column = 1; column <= columns; column++) {
                line.append(column == 1 ? "" : " ").append(result.getString(column));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
