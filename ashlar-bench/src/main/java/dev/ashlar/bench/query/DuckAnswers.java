// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// A table of DuckDB in a file, filled by its appender, and SQL. A second table is filled from files.
final class DuckAnswers implements Answers {
    /// As SQL calls them; the endings of files, too.
    static final List<String> FORMATS = List.of("csv", "parquet");
    private final Connection connection;

    DuckAnswers(Path folder, int threads) throws IOException {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("trades.duckdb"));
            execute("SET threads = " + threads);
            execute("CREATE TYPE side AS ENUM ('Buy', 'Sell')");
            create("trade");
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot be opened", e);
        }
    }

    private void create(String table) throws SQLException {
        execute("CREATE TABLE " + table + " (tradeId BIGINT, time BIGINT, price BIGINT, quantity BIGINT, "
                + "instrument INTEGER, venue INTEGER, side side, flags UTINYINT)");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void load(long rows) throws IOException {
        try (DuckDBAppender appender = connection.unwrap(DuckDBConnection.class).createAppender("main", "trade")) {
            for (long row = 0; row < rows; row++) {
                appender.beginRow();
                appender.append(row);
                appender.append(Deals.time(row));
                appender.append(Deals.price(row));
                appender.append(Deals.quantity(row));
                appender.append(Deals.instrument(row));
                appender.append(Deals.venue(row));
                appender.append(Deals.isBuy(row) ? "Buy" : "Sell");
                appender.append((byte) 0);
                appender.endRow();
            }
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot append", e);
        }
    }

    @Override
    public Map<String, Long> loadFiles(Path folder) throws IOException {
        Map<String, Long> times = new LinkedHashMap<>();
        for (String format : FORMATS) {
            Path file = folder.resolve("trades." + format);
            String options = "'" + file + "' (FORMAT " + format + ")";
            try {
                execute("COPY trade TO " + options);
                create("loaded");
                long start = System.nanoTime();
                execute("COPY loaded FROM " + options);
                times.put(format, System.nanoTime() - start);
                requireSame();
                execute("DROP TABLE loaded");
                Files.delete(file);
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot load a file: file=" + file, e);
            }
        }
        return times;
    }

    private void requireSame() throws SQLException, IOException {
        String sums = "SELECT count(*), sum(tradeId), sum(price), sum(instrument), count(side) FROM ";
        if (!lines(sums + "loaded").equals(lines(sums + "trade"))) {
            throw new IOException("what DuckDB loaded from a file is not what it wrote");
        }
    }

    @Override
    public List<String> ask(Question question, long rows) throws IOException {
        String sql = switch (question) {
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
        };
        try {
            return lines(sql);
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot answer: " + sql, e);
        }
    }

    private List<String> lines(String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(column == 1 ? "" : " ").append(result.getString(column));
                }
                lines.add(line.toString());
            }
        }
        return lines;
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
