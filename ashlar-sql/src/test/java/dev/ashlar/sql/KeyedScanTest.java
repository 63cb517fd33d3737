// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Durability;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first rows of each key and `ARG_MAX` are the same whether scans or the operators above them find them, for
/// columns of every type with NULL, NaN and both zeros.
class KeyedScanTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("KeyedScanTest");

    @Test
    void shouldAgreeWithOperatorsAboveScans() throws Exception {
        agree(24);
    }

    @Test
    @Tag("long")
    void shouldAgreeWithOperatorsAboveScansOften() throws Exception {
        agree(600);
    }

    private void agree(int times) throws Exception {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults()
                .withDurability(Durability.NONE))) {
            new Kinds(random, 300).record(writer);
        }
        try (Store store = Store.open(temp.resolve("s"))) {
            SqlSession session = SqlSession.of(store);
            List<String> columns = new ArrayList<>(Kinds.TYPES.get(Kinds.EVENT).keySet());
            for (int i = 0; i < times; i++) {
                agree(session, pick(columns), pick(columns), pick(columns), pick(columns));
            }
        }
    }

    private String pick(List<String> columns) {
        return columns.get(random.nextInt(columns.size()));
    }

    private void agree(SqlSession session, String key, String value, String other, String by) {
        String filter = random.nextBoolean() ? "" : " where i8 > -50";
        String function = random.nextBoolean() ? "max" : "min";
        String call = "arg_" + function + "(" + value + ", " + by + ")";
        // With a function that scans have not, nothing is pushed into them.
        assertSame(session, "select " + key + " as k, " + call + " as v from Event" + filter + " group by " + key
                        + " order by k",
                "select k, v from (select " + key + " as k, " + call + " as v, mode(i8) as m from Event" + filter
                        + " group by " + key + ") order by k");
        assertSame(session, "select " + key + " as k, " + call + " as v, arg_" + function + "(" + other + ", " + by
                        + ") as w, " + function + "(" + by + ") as b from Event" + filter + " group by " + key
                        + " order by k",
                "select k, v, w, b from (select " + key + " as k, " + call + " as v, arg_" + function + "(" + other
                        + ", " + by + ") as w, " + function + "(" + by + ") as b, mode(i8) as m from Event" + filter
                        + " group by " + key + ") order by k");
        String direction = random.nextBoolean() ? " desc" : random.nextBoolean() ? " nulls first" : "";
        String rows = "select _row, " + value + " as v, row_number() over (partition by " + key + " order by " + by
                + direction + ") as n from Event" + filter;
        int most = 1 + random.nextInt(8);
        assertSame(session, "select * from (" + rows + ") where n <= " + most + " order by _row",
                "select * from (" + rows + ") where n + 0 <= " + most + " order by _row");
    }

    private static void assertSame(SqlSession session, String pushed, String above) {
        assertEquals(1, SqlRows.rows(session, "explain " + above).toString().split(" of each ")
                .length, above);
        List<String> expected = SqlRows.rows(session, above);
        for (int threads = 1; threads <= 2; threads++) {
            assertEquals(expected, SqlRows.rows(session, pushed, QueryOptions.defaults().withThreads(threads)), pushed);
        }
    }

    @Test
    void shouldPushTheFormsIntoScans() throws Exception {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults()
                .withDurability(Durability.NONE))) {
            new Kinds(random, 10).record(writer);
        }
        try (Store store = Store.open(temp.resolve("s"))) {
            SqlSession session = SqlSession.of(store);
            for (String sql : List.of("select distinct on (symbol) symbol, i32 from Event order by symbol, _time desc",
                    "select symbol, arg_max(i32, _time), arg_max(i64, _time), max(_time) from Event group by symbol",
                    "select symbol, arg_min(ni32, _time) from Event group by symbol",
                    "select symbol, i32 from Event qualify row_number() over (partition by symbol order by _time) <= 2")) {
                String explained = SqlRows.rows(session, "explain " + sql).toString();
                assertTrue(explained.contains("scan Event: kernel") && explained.contains(" of each [symbol]"), explained);
                assertEquals(1, explained.split("Scan\\(").length - 1, explained);
            }
        }
    }
}
