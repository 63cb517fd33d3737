// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Variances and what is computed from them, by kernels over several stripes and by the interpreter.
class MomentsTest {
    /// Three stripes.
    private static final int ROWS = 24_000;
    /// Covariances are small differences of large products.
    private static final double TOLERANCE = 1e-9;
    private static final List<Function> FUNCTIONS = Arrays.stream(Function.values()).filter(Function::isMoment)
            .toList();

    @TempDir
    Path temp;

    @Test
    void shouldAgreeOnTicks() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), ROWS)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            Expr size = ticks.column("size");
            // Squares fit into 128 bits, but not the sum of many.
            Expr large = price.times(Expr.of(100_000_000_000_000L));
            Expr real = price.cast(ValueType.DOUBLE);
            Expr infinite = real.times(Expr.of(1e300)).times(Expr.of(1e300));
            for (Optional<Expr> key : List.of(Optional.<Expr>empty(), Optional.of(size), Optional.of(price.remainder(
                    Expr.of(2_003))))) {
                assertEquals(rows(ticks, key, price, size, Engine.INTERPRETER, 1), exact(ticks, key, price, size));
                assertEquals(rows(ticks, key, large, price, Engine.INTERPRETER, 1), exact(ticks, key, large, price));
                assertClose(ticks, key, real, size);
                assertClose(ticks, key, size, real);
                assertClose(ticks, key, infinite, real);
            }
            String explained = plan(ticks, Optional.of(size), real, size).explain(QueryOptions.defaults());
            assertTrue(explained.startsWith("scan Tick: kernel\n"), explained);
        }
    }

    private static Plan plan(Relation ticks, Optional<Expr> key, Expr y, Expr x) {
        List<Aggregate> aggregates = FUNCTIONS.stream().map(function -> new Aggregate(function.name(), function,
                Optional.of(y), Optional.of(x).filter(_ -> function.isOfPairs()))).toList();
        List<Output> outputs = key.map(expr -> List.of(new Output("key", expr))).orElse(List.of());
        return new Plan(ticks, Optional.empty(), outputs, aggregates, true, List.of(), 0, Plan.NO_LIMIT);
    }

    private static List<List<Object>> rows(Relation ticks, Optional<Expr> key, Expr y, Expr x, Engine engine,
            int threads) {
        return Answers.rows(plan(ticks, key, y, x), engine, threads);
    }

    /// By kernels, the same for any number of threads.
    private static List<List<Object>> exact(Relation ticks, Optional<Expr> key, Expr y, Expr x) {
        List<List<Object>> one = rows(ticks, key, y, x, Engine.BEST, 1);
        assertEquals(one, rows(ticks, key, y, x, Engine.BEST, 3));
        return one;
    }

    private static void assertClose(Relation ticks, Optional<Expr> key, Expr y, Expr x) {
        List<List<Object>> expected = rows(ticks, key, y, x, Engine.INTERPRETER, 1);
        List<List<Object>> found = exact(ticks, key, y, x);
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
            for (int column = 0; column < expected.get(i).size(); column++) {
                Object value = expected.get(i).get(column);
                Object other = found.get(i).get(column);
                if (value instanceof Double real && Double.isFinite(real)) {
                    assertEquals(real, (Double) other, Math.max(1, Math.abs(real)) * TOLERANCE, y + ", " + x);
                } else {
                    assertEquals(value, other);
                }
            }
        }
    }

    @Test
    void shouldRejectArgumentsThatAreNoNumbers() {
        Optional<Expr> text = Optional.of(new Expr.Literal("a", ValueType.TEXT));
        Optional<Expr> number = Optional.of(Expr.of(1));
        assertThrows(IllegalArgumentException.class, () -> new Aggregate("v", Function.VAR_POP, text));
        assertThrows(IllegalArgumentException.class, () -> new Aggregate("v", Function.CORR, number));
        assertThrows(IllegalArgumentException.class, () -> new Aggregate("v", Function.CORR, number, text));
        assertThrows(IllegalArgumentException.class, () -> new Aggregate("v", Function.SUM, number, number));
    }

    @Test
    void shouldAddWhatOthersHaveFound() {
        for (boolean real : new boolean[] {false, true}) {
            Moments all = new Moments(true);
            Moments parts = new Moments(true);
            for (int part = 0; part < 4; part++) {
                Moments some = new Moments(true);
                for (long i = 0; i < 100L * part; i++) {
                    Object y = real ? (Object) (i * 0.5) : (Object) i;
                    Object x = i * i % 17 + part;
                    all.add(y, x);
                    some.add(y, x);
                }
                parts.addAll(some);
            }
            for (Function function : FUNCTIONS) {
                assertEquals(all.result(function), parts.result(function), TOLERANCE, function.name());
            }
        }
    }

    @Test
    void shouldComputeByHand() {
        Moments moments = new Moments(true);
        assertEquals(null, moments.result(Function.CORR));
        moments.add(1L, 2L);
        assertEquals(null, moments.result(Function.VAR_SAMP));
        assertEquals(0.0, moments.result(Function.VAR_POP));
        moments.add(3L, 6L);
        moments.add(5L, 100L);
        moments.subtract(5L, 100L);
        assertEquals(2.0, moments.result(Function.VAR_SAMP));
        assertEquals(1.0, moments.result(Function.STDDEV_POP));
        assertEquals(4.0, moments.result(Function.COVAR_SAMP));
        assertEquals(0.5, moments.result(Function.REGR_SLOPE));
        assertEquals(0.0, moments.result(Function.REGR_INTERCEPT));
        assertEquals(1.0, moments.result(Function.REGR_R2), TOLERANCE);
    }
}
