// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Answers;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Ticks;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.strategy.KernelStrategy;
import dev.ashlar.query.internal.strategy.ScanSelection;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Groups of doubles over a dozen stripes: those that come in each stripe, in one stripe only, and in some.
class StripeGroupsTest {
    private static final int ROWS = 100_000;
    /// More than 2^14 in each stripe.
    private static final int MANY_ROWS = 600_000;
    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = temp.resolve("ticks");
        Ticks.write(folder, ROWS);
    }

    /// With the last value of each group, whose results cannot be told from those of no rows, and without.
    private static Plan plan(Relation ticks, Expr key, boolean hasLast) {
        Expr real = ticks.column("price").cast(ValueType.DOUBLE);
        List<Aggregate> aggregates = new ArrayList<>();
        for (Function function : List.of(Function.SUM, Function.AVG, Function.MIN, Function.MAX, Function.FIRST)) {
            aggregates.add(new Aggregate(function.name(), function, Optional.of(real), Optional.empty()));
        }
        aggregates.add(new Aggregate("long", Function.SUM, Optional.of(ticks.column("price")), Optional.empty()));
        aggregates.add(new Aggregate("short", Function.SUM, Optional.of(ticks.column("size")), Optional.empty()));
        if (hasLast) {
            aggregates.add(new Aggregate("last", Function.LAST, Optional.of(real), Optional.empty()));
        }
        return new Plan(ticks, Optional.empty(), List.of(new Output("key", key)), aggregates, true, List.of(), 0,
                Plan.NO_LIMIT);
    }

    /// The greatest multiple of a number that is not above another.
    private static Expr down(Expr number, long multiple) {
        return number.minus(number.remainder(Expr.of(multiple)));
    }

    /// Sums of these numbers are exact in any order.
    @Test
    void shouldAnswerAsTheInterpreterDoes() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            List<Expr> keys = List.of(price.remainder(Expr.of(1_500)), down(price, 20),
                    // Other ones in each third of the rows, and as doubles.
                    down(price, 33_000).plus(price.remainder(Expr.of(900))),
                    down(price, 33_000).plus(price.remainder(Expr.of(900))).cast(ValueType.DOUBLE));
            for (Expr key : keys) {
                for (boolean hasLast : new boolean[] {false, true}) {
                    Plan plan = plan(ticks, key, hasLast);
                    List<List<Object>> expected = Answers.rows(plan, Engine.INTERPRETER, 1);
                    for (int threads = 1; threads <= 3; threads++) {
                        List<List<Object>> found = Answers.rows(plan, Engine.BEST, threads);
                        assertEquals(expected.size(), found.size(), key::toString);
                        for (int i = 0; i < found.size(); i++) {
                            assertEquals(expected.get(i), found.get(i), key::toString);
                        }
                    }
                }
            }
        }
    }

    /// Then sums do not depend on the number of threads, since the rows of a group are added up in their order.
    @Tag("slow")
    @Test
    void shouldDivideGroupsWhereMostRowsAreGroupsOfTheirOwn() throws IOException {
        Path more = temp.resolve("more");
        try (Store store = Ticks.store(more, MANY_ROWS)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr key = ticks.column("price").remainder(Expr.of(40_009));
            Expr size = ticks.column("size");
            Expr spread = key.times(Expr.of(1_000_003));
            List<List<Expr>> keys = List.of(List.of(key), List.of(spread), List.of(key.cast(ValueType.DOUBLE)),
                    List.of(key, size), List.of(spread, size.times(Expr.of(1L << 40))),
                    List.of(spread, key.minus(spread), spread.plus(size)));
            Expr real = ticks.column("price").cast(ValueType.DOUBLE).dividedBy(Expr.of(7));
            Aggregate sum = aggregate(Function.SUM, real);
            List<List<Aggregate>> aggregates = List.of(List.of(sum),
                    List.of(sum, aggregate(Function.COUNT_DISTINCT, size)),
                    List.of(aggregate(Function.SUM, size), aggregate(Function.MIN, ticks.column("price"))),
                    List.of(sum, new Aggregate("median", Function.QUANTILE_CONT, Optional.of(real), Optional.empty(),
                            Optional.of(new BigDecimal("0.5")))));
            for (int i = 0; i < keys.size(); i++) {
                List<Output> outputs = new ArrayList<>();
                keys.get(i).forEach(expr -> outputs.add(new Output("key" + outputs.size(), expr)));
                Plan plan = new Plan(ticks, Optional.empty(), outputs, aggregates.get(i % aggregates.size()), true,
                        List.of(), 0, Plan.NO_LIMIT);
                List<List<Object>> expected = Answers.rows(plan, Engine.INTERPRETER, 1);
                for (int threads = 1; threads <= 3; threads++) {
                    assertEquals(expected, Answers.rows(plan, Engine.BEST, threads), plan::toString);
                }
            }
        }
    }

    /// So many that they are read ahead: by places in a window, and by keys of one word and of more.
    @Test
    void shouldFindGroupsThatNoCacheHolds() throws IOException {
        long groups = MANY_ROWS / 2;
        Path more = temp.resolve("more");
        try (Store store = Ticks.store(more, MANY_ROWS)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr key = ticks.column("price").remainder(Expr.of(groups));
            Expr spread = key.times(Expr.of(1_000_003));
            for (List<Expr> keys : List.of(List.of(key), List.of(spread), List.of(key, spread),
                    List.of(spread, spread.minus(key), spread.plus(key)))) {
                List<Output> outputs = new ArrayList<>();
                keys.forEach(expr -> outputs.add(new Output("key" + outputs.size(), expr)));
                Plan plan = new Plan(ticks, Optional.empty(), outputs, List.of(aggregate(Function.SUM,
                        ticks.column("price"))), true, List.of(), 3, groups - 5);
                for (int threads = 1; threads <= 2; threads++) {
                    try (Result result = plan.run(QueryOptions.defaults().withThreads(threads))) {
                        for (long group = 3; group < groups - 2; group++) {
                            assertTrue(result.next(), plan::toString);
                            assertEquals(2 * group + groups, result.getDecimal(keys.size()).longValueExact(),
                                    plan::toString);
                        }
                        assertFalse(result.next(), plan::toString);
                    }
                }
            }
        }
    }

    private static Aggregate aggregate(Function function, Expr argument) {
        return new Aggregate(function.name(), function, Optional.of(argument), Optional.empty());
    }

    /// What is left in use does not depend on the number of stripes.
    @Test
    void shouldGiveBackItsMemoryButForTheGroupsOfAllRows() throws IOException {
        Path less = temp.resolve("less");
        Ticks.write(less, ROWS / 2);
        for (int keys : new int[] {3, 1_500, 40_000}) {
            long left = left(less, keys, 1);
            for (int threads = 1; threads <= 3; threads++) {
                assertEquals(left, left(folder, keys, threads), "keys=" + keys + ", threads=" + threads);
            }
        }
    }

    /// How much memory of a budget is left when groups were found.
    private static long left(Path folder, int keys, int threads) throws IOException {
        long bytes = 1L << 30;
        QueryOptions options = QueryOptions.defaults().withMemoryBytes(bytes);
        QueryBudget budget = new QueryBudget(options);
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            Plan plan = plan(ticks, ticks.column("price").remainder(Expr.of(keys)), false);
            KernelStrategy strategy = assertInstanceOf(KernelStrategy.class, ScanSelection.of(plan, options));
            try (ScanSnapshot snapshot = strategy.snapshot(threads)) {
                List<Object[]> rows = new ArrayList<>();
                new GroupScan(plan, strategy.kernels(), budget).run(snapshot, threads).forEachRemaining(rows::add);
                assertEquals(keys, rows.size());
            }
        }
        long left = 0;
        for (long step = bytes; step > 0; step /= 2) {
            if (budget.tryReserve(step)) {
                left += step;
            }
        }
        return left;
    }
}
