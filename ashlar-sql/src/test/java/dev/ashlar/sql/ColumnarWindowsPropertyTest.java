// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Windows over columns give what windows over objects give: the same values in the same order, and the same errors.
class ColumnarWindowsPropertyTest extends OwnSession {
    private static final int ROWS = 400;
    private static final int QUERIES = Integer.getInteger("test.queries", 100);
    private static final String[] NUMBERS = {"i8", "i16", "i32", "i64", "u8", "u16", "u64", "ni8", "ni32", "ni64", "nu64",
        "f32", "f64", "nf32", "nf64", "price", "cents", "loose"};
    private static final String[] OTHERS = {"tsns", "tsms", "letter", "side", "symbol", "name", "flags_Late",
        "cast(tsns as date)"};

    private SplittableRandom random;
    private int columnar;

    @Override
    void fill(Path folder) throws IOException {
        random = Seed.random("ColumnarWindowsPropertyTest");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            new Kinds(random, ROWS).record(writer);
        }
    }

    @Test
    void shouldGiveWhatObjectsGive() {
        for (int i = 0; i < QUERIES; i++) {
            requireSame(query());
        }
        assertTrue(columnar > QUERIES / 2, "queries over columns: " + columnar + " of " + QUERIES);
    }

    @Test
    void shouldGiveWhatObjectsGiveOfNoRows() {
        requireSame("select _row, row_number() over (order by i8), lag(name) over (partition by side order by tsns) from Event "
                + "where i8 > 127");
        requireSame("select count(*), sum(n), max(n) from (select row_number() over (order by i8) as n from Event where "
                + "i8 > 127) as t");
    }

    @Test
    void shouldGiveSumsBeyondAWord() {
        requireSame("select _row, sum(i64) over (order by _row) from Event");
        // Too great when the first of the last three rows leaves the frame, and no other enters it.
        requireSame("select sum(case mod(_row, 3) when 1 then -9223372036854775807 when 2 then 9223372036854775807 else 10 end) "
                + "over (order by _row rows between current row and 2 following) from Event where _row >= 397");
        requireSame("select side, sum(w), sum(i64) from (select side, i64, lag(i64) over (order by i64) as w from Event) as t "
                + "group by side");
    }

    private void requireSame(String sql) {
        List<String> expected = rows(sql, QueryOptions.defaults().withEngine(QueryOptions.Engine.INTERPRETER));
        assertEquals(String.join("\n", expected), String.join("\n", rows(sql, QueryOptions.defaults())), sql);
        columnar += rows("explain " + sql, QueryOptions.defaults()).stream().anyMatch(line -> line.endsWith(" in columns"))
                ? 1 : 0;
    }

    private List<String> rows(String sql, QueryOptions options) {
        try {
            return SqlRows.rows(session, sql, options);
        } catch (SqlException e) {
            if (e.reason() != SqlException.Reason.OVERFLOW) {
                throw new AssertionError(sql, e);
            }
            return List.of("error: " + e.reason());
        }
    }

    private String query() {
        String inner = "select _row, " + value() + " as v, " + window(value()) + " as w, " + window(value()) + " as x, tsns, i8, "
                + "ni32, name from Event" + pick("", "", " where u8 < 5");
        return switch (random.nextInt(6)) {
            case 0, 1 -> inner;
            case 2 -> "select *, " + pick("lag", "lead") + "(starts) over (partition by name order by tsns) as other from ("
                    + starts() + ") as s";
            case 3 -> "select name, session, count(*), sum(i8), min(tsns), max(ni32) from (select *, sum(starts) over (partition "
                    + "by name order by tsns" + pick("", " desc", ", _row") + ") as session from (" + starts()
                    + ") as s) as t group by name, session";
            case 4 -> "select _row, n from (select _row, i8, name, " + pick("row_number", "rank", "dense_rank") + "() over ("
                    + partition() + "order by " + key() + ") as n from Event) as t where n " + pick("<= 2", "> 3", "= 1")
                    + pick("", " and i8 < 3", " and name is not null");
            default -> grouped(pick("", "w", "name, w"), inner);
        };
    }

    private String grouped(String keys, String inner) {
        return "select " + keys + (keys.isEmpty() ? "" : ", ") + "count(*), count(x), min(i8), max(tsns) from (" + inner
                + ") as t" + pick("", " where ni32 is not null") + (keys.isEmpty() ? "" : " group by " + keys);
    }

    /// Rows, and whether each is far from the one before.
    private String starts() {
        return "select *, case when " + pick("tsns - lag(tsns) over (partition by name order by tsns) <= 2000000000",
                "i8 = lag(i8) over (partition by name order by tsns)", "ni32 - lead(ni32) over (order by _row) > 3",
                "flags_Late or lag(f64) over (order by _row) < f64", "price > lag(price, 2) over (partition by name order by _row)")
                + " then 0 " + pick("else 1", "else 1", "when i8 is null then null else 2") + " end as starts from Event";
    }

    private String window(String value) {
        String partition = partition();
        return switch (random.nextInt(8)) {
            case 0 -> pick("row_number", "rank", "dense_rank") + "() over (" + partition + "order by " + key() + ")";
            case 1 -> pick("lag", "lead") + "(" + value + pick("", ", 2", ", 0", ", 500") + ") over (" + partition + "order by "
                    + key() + ")";
            case 2 -> pick("lag", "lead") + "(" + pick("i8, 1, -7", "i64, 3, 99", "ni32, 1, 5", "cents, 1, 0.5") + ") over ("
                    + partition + "order by " + key() + ")";
            case 3 -> pick("first_value", "last_value") + "(" + value + ") over (" + partition + "order by " + key() + frame()
                    + ")";
            case 4 -> "sum(" + pick("i8", "ni32", "u64", "cents", "loose", "f64", "nf32", "i64") + ") over (" + partition
                    + "order by " + key() + frame() + ")";
            case 5 -> pick("count(*)", "count(" + value + ")", "avg(ni8)") + " over (" + partition + "order by " + key() + frame()
                    + ")";
            case 6 -> pick("min", "max") + "(" + value + ") over (" + partition + pick("", "order by " + key()) + ")";
            default -> pick("sum(i8)", "count(" + value + ")", "last_value(" + value + ")") + " over (" + partition + "order by "
                    + pick("i8", "ni32", "cents", "u16", "ni64") + order() + " range between "
                    + pick("unbounded preceding", "2 preceding", "current row", "1 following") + " and "
                    + pick("3 following", "4 following", "unbounded following") + ")";
        };
    }

    private String partition() {
        return pick("", "partition by side ", "partition by name ", "partition by f64 ", "partition by ni8, letter ",
                "partition by nu64 ", "partition by tsms ", "partition by symbol, flags_Late, cents ", "partition by nf32 ");
    }

    private String frame() {
        return pick("", "", " rows unbounded preceding", " rows between 2 preceding and current row",
                " rows between 3 preceding and 1 following", " rows between 2 following and 4 following",
                " rows between unbounded preceding and 2 preceding", " rows between current row and unbounded following",
                " range between current row and unbounded following");
    }

    private String value() {
        return random.nextInt(3) > 0 ? pick(NUMBERS) : pick(OTHERS);
    }

    /// Often with ties, which stay in order.
    private String key() {
        return value() + order() + pick("", "", ", " + value() + order(), ", _row");
    }

    private String order() {
        return pick("", "", " desc", " nulls first", " desc nulls last");
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
