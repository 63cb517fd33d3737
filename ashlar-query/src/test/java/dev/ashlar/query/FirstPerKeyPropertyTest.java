// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first rows of each key are those that the interpreter finds by going over all rows, with any number of threads,
/// and whether or not an earlier query has found which keys there are.
class FirstPerKeyPropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("FirstPerKeyPropertyTest");
    private int plans;
    private int inKernel;

    @Test
    void shouldAgreeOnRandomKeysAndOrders() throws IOException {
        agree(3, 25);
    }

    @Test
    @Tag("long")
    void shouldAgreeOnManyRandomKeysAndOrders() throws IOException {
        agree(12, 400);
    }

    private void agree(int stores, int plansOfEach) throws IOException {
        RandomDeals.eachOfDeals(temp, stores, random, relation -> {
            RandomPlans questions = new RandomPlans(relation, KernelPropertyTest.rows(relation), random);
            for (int n = 0; n < plansOfEach; n++) {
                agree(questions.nextKeyed());
            }
        });
        System.out.println("plans=" + plans + ", inKernel=" + inKernel);
        assertTrue(inKernel > plans / 3, () -> "hardly any in a kernel: " + inKernel + " of " + plans);
    }

    private void agree(Plan plan) {
        String explained = plan.explain(QueryOptions.defaults());
        List<String> expected = KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1);
        if (expected.stream().anyMatch(row -> Arrays.stream(Reason.values()).anyMatch(r -> r.name().equals(row)))) {
            // A value that cannot be evaluated: of rows that are not in the result kernels do not ask for it.
            return;
        }
        plans++;
        inKernel += explained.lines().findFirst().orElseThrow().endsWith(": kernel") ? 1 : 0;
        for (int threads = 1; threads <= 3; threads++) {
            assertEquals(expected, KernelPropertyTest.answer(plan, Engine.BEST, threads), explained);
        }
    }

    /// Many chunks with zones, of which the last ones have all keys.
    @Test
    void shouldAgreeWhereZonesLeaveOutChunks() throws IOException {
        Path folder = temp.resolve("ticks");
        int rows = 10_000;
        try (StoreWriter writer = Ticks.writer(folder)) {
            Ticks.append(writer, 0, rows);
            try (Store store = Store.open(folder)) {
                Relation ticks = Relations.of(store).get("Tick");
                for (int round = 0; round < 2; round++) {
                    agreeOnTicks(ticks);
                    Ticks.append(writer, rows + 100L * round, rows + 100 * (round + 1));
                    store.refresh();
                }
            }
        }
    }

    private void agreeOnTicks(Relation ticks) {
        Expr price = ticks.column("price");
        Expr size = ticks.column("size");
        Expr seldom = price.remainder(Expr.of(3_989)).negate();
        for (Expr key : List.of(size, price.remainder(Expr.of(10)), seldom, price)) {
            for (int most : new int[] {1, 2 + random.nextInt(2)}) {
                List<Output> outputs = List.of(new Output("key", key), new Output("size", size),
                        new Output("price", price));
                for (boolean descending : new boolean[] {false, true}) {
                    agree(plan(ticks, Optional.empty(), outputs, List.of(0), most, new Order(2, descending, false)));
                    agree(plan(ticks, Optional.of(size.eq(3)), outputs, List.of(0, 1), most,
                            new Order(2, descending, true)));
                    agree(plan(ticks, Optional.empty(), outputs, List.of(1, 0), most,
                            new Order(1, descending, false), new Order(2, !descending, false)));
                    agree(plan(ticks, Optional.empty(), outputs, List.of(), most, new Order(2, descending, false)));
                }
                agree(plan(ticks, Optional.empty(), outputs, List.of(0), most));
                agree(plan(ticks, Optional.empty(), outputs, List.of(), most));
            }
        }
    }

    private static Plan plan(Relation source, Optional<Expr> where, List<Output> outputs, List<Integer> keys, int most,
            Order... order) {
        return new Plan(source, where, outputs, List.of(), false, Optional.of(new FirstPerKey(keys,
                Arrays.asList(order), most)), List.of(), 0, Plan.NO_LIMIT);
    }

    /// The last chunks have all keys that there are: only they are read.
    @Test
    void shouldReadTheLastChunksAlone() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 60_000)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            // Rows of the first chunks fail, if they are read.
            Expr failing = Expr.of(1).cast(ValueType.INT64).dividedBy(price.minus(Expr.of(3)));
            List<Output> outputs = List.of(new Output("size", ticks.column("size")), new Output("price", price),
                    new Output("failing", failing));
            Plan last = plan(ticks, Optional.empty(), outputs, List.of(0), 1, Order.descending(1),
                    Order.descending(2));
            List<String> rows = new ArrayList<>();
            for (int threads = 1; threads <= 2; threads++) {
                rows.addAll(KernelPropertyTest.answer(last, Engine.BEST, threads));
            }
            assertEquals(14, rows.size(), rows.toString());
            assertTrue(rows.getFirst().contains("59993"), rows.toString());
            Plan first = plan(ticks, Optional.empty(), outputs, List.of(0), 1, Order.ascending(1),
                    Order.descending(2));
            assertEquals(List.of("DIVISION_BY_ZERO"), KernelPropertyTest.answer(first, Engine.BEST, 1));
        }
    }

    /// Where most rows have keys of their own, keys are divided among threads.
    @Tag("slow")
    @Test
    void shouldAgreeWhereKeysAreMany() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 120_000)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            Expr many = price.remainder(Expr.of(80_021));
            List<Output> outputs = List.of(new Output("many", many), new Output("real", many.cast(ValueType.DOUBLE)),
                    new Output("wide", many.times(Expr.of(1L << 40))), new Output("size", ticks.column("size")),
                    new Output("price", price));
            agree(plan(ticks, Optional.empty(), outputs, List.of(0), 2, Order.descending(3), Order.ascending(4)));
            agree(plan(ticks, Optional.empty(), outputs, List.of(1), 1, Order.descending(4)));
            agree(plan(ticks, Optional.of(price.remainder(Expr.of(11)).ne(Expr.of(3))), outputs, List.of(3, 2), 3,
                    Order.ascending(3)));
            assertEquals(3, inKernel);
        }
    }

    /// The last chunks have all of many keys, which are divided among threads: only they are read.
    @Test
    void shouldReadTheLastChunksAloneWhereKeysAreMany() throws IOException {
        Path folder = temp.resolve("numbers");
        int keys = 60_000;
        Numbers numbers = new Numbers(folder);
        try (StoreWriter writer = numbers.writer()) {
            for (int row = 0; row < 4 * keys; row++) {
                numbers.append(1, row % keys, row);
            }
            writer.sync();
        }
        try (Store store = Store.open(folder)) {
            Relation all = Relations.of(store).get(Numbers.TABLE);
            Expr flag = all.column("flag");
            Expr failing = Expr.of(1).cast(ValueType.INT64).dividedBy(flag.cast(ValueType.INT64).minus(Expr.of(3)));
            Plan last = plan(all, Optional.empty(), List.of(new Output("n", all.column("n")),
                    new Output("flag", flag), new Output("failing", failing)), List.of(0), 1, Order.descending(1),
                    Order.descending(2));
            for (int threads = 1; threads <= 2; threads++) {
                List<String> rows = KernelPropertyTest.answer(last, Engine.BEST, threads);
                assertEquals(keys, rows.size());
                assertTrue(rows.getFirst().startsWith("0|" + 3 * keys + "|"), rows.getFirst());
            }
        }
    }

    /// An answer that is known is of no use once one of its rows is gone.
    @Test
    void shouldAgreeWhereRowsWereRetired() throws IOException {
        Path folder = temp.resolve("ticks");
        try (StoreWriter writer = Ticks.writer(folder)) {
            Ticks.append(writer, 0, 20_000);
            try (Store store = Store.open(folder)) {
                Relation ticks = Relations.of(store).get("Tick");
                List<Output> outputs = List.of(new Output("size", ticks.column("size")),
                        new Output("price", ticks.column("price")));
                Plan first = plan(ticks, Optional.empty(), outputs, List.of(0), 2, Order.ascending(1));
                Plan last = plan(ticks, Optional.empty(), outputs, List.of(0), 2, Order.descending(1));
                agree(first);
                agree(last);
                writer.retire("Tick", 9_000);
                store.refresh();
                agree(first);
                agree(last);
                assertTrue(KernelPropertyTest.answer(first, Engine.BEST, 1).stream().noneMatch(row ->
                        row.startsWith("0|0|")));
                Ticks.append(writer, 20_000, 21_000);
                store.refresh();
                agree(first);
                agree(last);
            }
        }
    }

    /// More keys than a number can count are not none: chunks without a row that matches, whose flags lie on both sides
    /// of the one that is looked for, are read first and find no key.
    @Test
    void shouldAgreeWhereKeysSpanAllNumbers() throws IOException {
        Path folder = temp.resolve("numbers");
        Numbers numbers = new Numbers(folder);
        try (StoreWriter writer = numbers.writer()) {
            numbers.append(1_000, 5, 1);
            for (int i = 0; i < 2_000; i++) {
                numbers.append(1, Long.MIN_VALUE, 0);
                numbers.append(1, Long.MAX_VALUE, 2);
            }
            writer.sync();
        }
        try (Store store = Store.open(folder)) {
            Relation all = Relations.of(store).get(Numbers.TABLE);
            Expr flagged = all.column("flag").eq(Expr.of(1));
            Plan plan = plan(all, Optional.of(flagged), List.of(new Output("n", all.column("n")),
                    new Output("row", all.column("_row"))), List.of(0), 1, Order.descending(1));
            agree(plan);
            assertEquals(1, inKernel);
            assertEquals(List.of("5|999|1|"), KernelPropertyTest.answer(plan, Engine.BEST, 1));
        }
    }

    @Test
    void shouldRejectWhatIsNoPlan() {
        assertThrows(IllegalArgumentException.class, () -> new FirstPerKey(List.of(0), List.of(), 0));
        assertThrows(IllegalArgumentException.class, () -> new FirstPerKey(List.of(0), List.of(),
                FirstPerKey.MAX_ROWS + 1));
    }

    @Test
    void shouldOrderAndCutTheResult() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 20_000)) {
            Relation ticks = Relations.of(store).get("Tick");
            Plan all = plan(ticks, Optional.empty(), List.of(new Output("size", ticks.column("size")),
                    new Output("price", ticks.column("price"))), List.of(0), 2, Order.descending(1));
            Plan cut = new Plan(ticks, Optional.empty(), all.outputs(), List.of(), false, all.firsts(),
                    List.of(Order.descending(2), Order.ascending(0)), 1, 3);
            assertEquals(List.of("1|19986|2", "2|19987|2", "3|19988|2"), KernelPropertyTest.answer(cut, Engine.BEST, 2)
                    .stream().map(row -> row.replaceAll("\\|$", "")).toList());
            agree(cut);
        }
    }
}
