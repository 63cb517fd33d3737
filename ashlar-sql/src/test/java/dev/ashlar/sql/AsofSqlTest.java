// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Joins by time: each trade with the quote in force.
class AsofSqlTest {
    private static final List<String> SYMBOLS = List.of("A", "B", "C", "DEF");
    private static final String WORDS = "explain plan for ";

    @TempDir
    Path temp;
    private int stores;

    private static List<String> ask(SqlSession session, String sql) {
        return SqlRows.rows(session, sql);
    }

    private static SqlException failure(SqlSession session, String sql, QueryOptions options) {
        return assertThrows(SqlException.class, () -> SqlRows.rows(session, sql, options), sql);
    }

    private interface Question {
        void ask(SqlSession session) throws SQLException;
    }

    private void with(List<Market.Row> trades, List<Market.Row> quotes, Question question) throws IOException,
            SQLException {
        Path folder = temp.resolve("s" + stores++);
        Market.write(folder, trades, quotes);
        try (Store store = Store.open(folder)) {
            question.ask(SqlSession.of(store));
        }
    }

    private static Market.Row row(String symbol, Long seen, long first) {
        return new Market.Row(symbol, 1, seen, first, 1);
    }

    /// Rows whose times differ within a symbol and venue, some of them without time or venue.
    private static List<Market.Row> random(SplittableRandom random, int rows) {
        List<Long> times = new ArrayList<>();
        for (long i = 0; i < rows; i++) {
            times.add(i * random.nextInt(1, 3));
        }
        List<Long> different = times.stream().distinct().toList();
        List<Market.Row> all = new ArrayList<>();
        for (long time : different) {
            all.add(new Market.Row(SYMBOLS.get(random.nextInt(SYMBOLS.size())), random.nextInt(5) == 0 ? null
                    : random.nextInt(2), random.nextInt(9) == 0 ? null : time, random.nextInt(1000),
                    random.nextInt(100)));
        }
        return all;
    }

    private static List<Market.Row> ordered(List<Market.Row> rows) {
        List<Market.Row> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparing(Market.Row::seen, Comparator.nullsFirst(Comparator.naturalOrder())));
        return ordered;
    }

    @Test
    void shouldJoinAsDuckDoes() throws IOException, SQLException {
        SplittableRandom random = Seed.random("AsofSqlTest");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            for (int round = 0; round < 4; round++) {
                List<Market.Row> trades = random(random, random.nextInt(1, 120));
                List<Market.Row> quotes = random(random, random.nextInt(1, 200));
                if (round % 2 == 0) {
                    trades = ordered(trades);
                    quotes = ordered(quotes);
                } else {
                    Collections.shuffle(quotes, new Random(random.nextLong()));
                }
                Market.write(duck, trades, quotes);
                with(trades, quotes, session -> {
                    for (int i = 0; i < 30; i++) {
                        compare(session, duck, random);
                    }
                });
            }
        }
    }

    private static void compare(SqlSession session, Connection duck, SplittableRandom random) throws SQLException {
        String compared = List.of(">=", ">", "<=", "<").get(random.nextInt(4));
        String keys = List.of("t.symbol = q.symbol and ", "t.symbol = q.symbol and t.venue = q.venue and ",
                "q.venue = t.venue and ", "").get(random.nextInt(4));
        String where = List.of("", " where t.symbol = 'A'", " where t.quantity < 50 and t.venue is not null",
                " where q.bid > 3", " where t._row between 5 and 60 and t.symbol in ('A', 'B')").get(random.nextInt(5));
        boolean left = random.nextBoolean();
        String on = "on " + keys + "t.seen " + compared + " q.seen" + where;
        boolean using = compared.equals(">=") && keys.startsWith("t.symbol") && random.nextBoolean();
        String from = " from Trade t asof " + (left ? "left " : "") + "join Quote q " + (using ? "using (symbol, "
                + (keys.contains("venue") ? "venue, " : "") + "seen)" + where : on);
        String columns = "select t._row, t.symbol, t.price, q._row, q.bid, q.ask";
        List<String> ours = new ArrayList<>(ask(session, columns + from));
        List<String> theirs = new ArrayList<>();
        // By what it means, since NULL matches in joins by time of DuckDB if there are more than a few rows.
        String meant = columns + " from Trade t " + (left ? "left " : "") + "join lateral (select * from Quote q where "
                + keys + "t.seen " + compared + " q.seen order by q.seen" + (compared.startsWith(">") ? " desc" : "")
                + " limit 1) q on true" + where;
        try (Statement statement = duck.createStatement(); ResultSet result = statement.executeQuery(meant)) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    values.add(result.getString(i));
                }
                theirs.add(String.join("|", values.stream().map(String::valueOf).toList()));
            }
        }
        ours.sort(null);
        theirs.sort(null);
        assertEquals(String.join("\n", theirs), String.join("\n", ours), columns + from);
        // Only the columns that are asked for.
        List<String> few = new ArrayList<>(ask(session, "select count(*), sum(q.ask)" + from));
        long rows = ours.size();
        assertEquals(rows, Long.parseLong(few.getFirst().substring(0, few.getFirst().indexOf('|'))), from);
    }

    @Test
    void shouldTakeTheNearestOfEqualTimesInRowOrder() throws IOException, SQLException {
        List<Market.Row> trades = List.of(row("A", 10L, 1), row("A", 20L, 2));
        List<Market.Row> quotes = List.of(row("A", 10L, 1), row("A", 10L, 2), row("A", 20L, 3), row("A", 20L, 4));
        List<Market.Row> mixed = List.of(quotes.get(2), quotes.get(0), quotes.get(1), quotes.get(3));
        for (List<Market.Row> rows : List.of(quotes, mixed)) {
            with(trades, rows, session -> {
                String join = "select t.price, q.bid from Trade t left asof join Quote q match_condition t.seen %s q.seen "
                        + "on t.symbol = q.symbol";
                assertEquals(List.of("0.01|0.02", "0.02|0.04"), ask(session, join.formatted(">=")));
                assertEquals(List.of("0.01|null", "0.02|0.02"), ask(session, join.formatted(">")));
                assertEquals(List.of("0.01|0.01", "0.02|0.03"), ask(session, join.formatted("<=")));
                assertEquals(List.of("0.01|0.03", "0.02|null"), ask(session, join.formatted("<")));
            });
        }
    }

    @Test
    void shouldScanNoMoreThanItNeeds() throws IOException, SQLException {
        List<Market.Row> rows = List.of(row("A", 10L, 1), row("B", 20L, 2));
        with(rows, rows, session -> {
            String plan = String.join("\n", ask(session, WORDS + "select t.price, q.bid from Trade t asof join Quote q "
                    + "on t.symbol = q.symbol and t.seen >= q.seen where t.symbol = 'A' and t.seen < timestamp "
                    + "'2026-01-01 00:00:00' and q.ask > 0"));
            String quote = plan.lines().filter(line -> line.contains("table=[Quote]")).findFirst().orElseThrow();
            assertTrue(quote.contains("'A'") && quote.contains("2026-01-01") && !quote.contains("venue"), plan);
            String trade = plan.lines().filter(line -> line.contains("table=[Trade]")).findFirst().orElseThrow();
            assertTrue(trade.contains("'A'") && !trade.contains("quantity"), plan);
            assertEquals(List.of("0.01|0.01"), ask(session, "select t.price, q.bid from Trade t asof join Quote q on "
                    + "t.symbol = q.symbol and t.seen >= q.seen where t.symbol = 'A' and t.seen < timestamp "
                    + "'2026-01-01 00:00:00' and q.ask > 0"));
        });
    }

    @Test
    void shouldKeepKeysAloneWhereBothAreInOrder() throws IOException, SQLException {
        List<Market.Row> many = new ArrayList<>();
        for (long i = 0; i < 3_000; i++) {
            many.add(row(SYMBOLS.get((int) (i % SYMBOLS.size())), i, i));
        }
        List<Market.Row> mixed = new ArrayList<>(many);
        Collections.swap(mixed, 1, 2);
        String join = "select count(*), sum(t.price - q.bid) from Trade t asof join Quote q on t.symbol = q.symbol and "
                + "t.seen >= q.seen";
        QueryOptions little = QueryOptions.defaults().withMemoryBytes(50_000);
        with(many, many, session -> assertEquals(List.of("3000|0.00"), SqlRows.rows(session, join, little)));
        with(many, mixed, session -> {
            assertEquals(Reason.MEMORY, failure(session, join, little).reason());
            assertEquals(List.of("3000|0.00"), ask(session, join));
        });
    }

    @Test
    void shouldEndWhenItIsCancelled() throws IOException, SQLException {
        List<Market.Row> many = new ArrayList<>();
        for (long i = 0; i < 3_000; i++) {
            many.add(row("A", i, i));
        }
        with(many, many, session -> {
            Cancellation cancellation = new Cancellation();
            String join = "select t.seen, q.bid from Trade t asof join Quote q on t.symbol = q.symbol and t.seen >= q.seen";
            try (SqlResult result = session.run(join, QueryOptions.defaults().withCancellation(cancellation))) {
                assertTrue(result.next());
                cancellation.cancel();
                SqlException e = assertThrows(SqlException.class, () -> {
                    while (result.next()) {
                        assertTrue(result.get(0) != null);
                    }
                });
                assertEquals(Reason.CANCELLED, e.reason());
            }
        });
    }

    /// Each answer is the right one, or none.
    @Test
    void shouldNotJoinDamagedRows() throws IOException, SQLException {
        SplittableRandom random = Seed.random("AsofSqlTest.damaged");
        List<Market.Row> many = new ArrayList<>();
        for (long i = 0; i < 2_000; i++) {
            many.add(row(SYMBOLS.get((int) (i % SYMBOLS.size())), i, i));
        }
        String join = "select count(*), sum(t.price * t._row), sum(q.bid * q._row) from Trade t asof join Quote q on t.symbol = "
                + "q.symbol and t.seen > q.seen";
        Path folder = temp.resolve("s" + stores);
        List<String> right = new ArrayList<>();
        with(many, many, session -> right.addAll(ask(session, join)));
        List<Path> files = TestFiles.files(folder.resolve("extents"));
        int refused = 0;
        for (int i = 0; i < 40; i++) {
            Path file = files.get(random.nextInt(files.size()));
            byte[] bytes = Files.readAllBytes(file);
            byte[] damaged = bytes.clone();
            int at = random.nextInt(bytes.length);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            try (Store store = Store.open(folder)) {
                assertEquals(right, ask(SqlSession.of(store), join), file + ", byte " + at);
            } catch (SqlException e) {
                assertEquals(Reason.CORRUPT, e.reason(), e::getMessage);
                refused++;
            } catch (StoreException e) {
                refused++;
            }
            Files.write(file, bytes);
        }
        assertTrue(refused > 0, "no damage was found");
    }

    @Test
    void shouldSayWhatItTakes() throws IOException, SQLException {
        with(List.of(row("A", 1L, 1)), List.of(row("A", 1L, 1)), session -> {
            refused(session, "ASOF JOIN takes one comparison of times in ON", "select 1 from Trade t asof join Quote q on "
                    + "t.symbol = q.symbol");
            refused(session, "column 'nothing' not found", "select 1 from Trade t asof join Quote q using (symbol, nothing)");
            refused(session, "filter a side", "select 1 from Trade t asof join Quote q on t.symbol = q.symbol and t.seen >= "
                    + "q.seen and q.symbol = 'A'");
            SqlException e = failure(session, "select 1\nfrom Trade t asof left join Quote q on t.symbol = q.symbl and "
                    + "t.seen >= q.seen", QueryOptions.defaults());
            assertEquals(2, e.line(), e::getMessage);
            assertEquals("from Trade t asof left join Quote q on t.symbol = q.".length() + 1, e.column(), e::getMessage);
        });
    }

    private static void refused(SqlSession session, String message, String sql) {
        SqlException e = failure(session, sql, QueryOptions.defaults());
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }
}
