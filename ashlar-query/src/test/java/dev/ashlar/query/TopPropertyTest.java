// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first rows of an order are those that sorting all of them gives, ties in the order of rows, with any number of
/// threads.
class TopPropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("TopPropertyTest");
    private int plans;
    private int inKernel;

    @Test
    void shouldAgreeOnRandomOrders() throws IOException {
        agree(3, 25);
    }

    @Test
    @Tag("long")
    void shouldAgreeOnManyRandomOrders() throws IOException {
        agree(12, 400);
    }

    private void agree(int stores, int plansOfEach) throws IOException {
        RandomDeals.eachOfDeals(temp, stores, random, relation -> agree(relation, plansOfEach));
        System.out.println("plans=" + plans + ", inKernel=" + inKernel);
        assertTrue(inKernel > plans / 3, () -> "hardly any in a kernel: " + inKernel + " of " + plans);
    }

    private void agree(Relation relation, int count) {
        RandomPlans questions = new RandomPlans(relation, KernelPropertyTest.rows(relation), random);
        for (int i = 0; i < count; i++) {
            Plan plan = questions.nextOrdered();
            String explained = plan.explain(QueryOptions.defaults());
            plans++;
            inKernel += explained.contains(" in kernel, ") ? 1 : 0;
            List<String> expected = KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1);
            for (int threads = 1; threads <= 3; threads++) {
                KernelPropertyTest.agree(plan, expected, KernelPropertyTest.answer(plan, Engine.BEST, threads),
                        explained);
            }
        }
    }

    /// Several chunks, of which zones leave some out, and pieces whose parts are taken in another order.
    @Test
    void shouldAgreeWhereZonesLeaveOutChunks() throws IOException {
        int rows = 60_000;
        try (Store store = Ticks.store(temp.resolve("ticks"), rows)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            Expr size = ticks.column("size");
            List<Scan> scans = new ArrayList<>();
            for (boolean descending : new boolean[] {false, true}) {
                scans.add(ticks.scan().select(size, price).orderBy("price", descending).limit(10));
                scans.add(ticks.scan().select(size, price).orderBy("size", descending).limit(10));
                scans.add(ticks.scan().select(size, price).orderBy("size", descending).orderBy("price", !descending)
                        .offset(3).limit(100));
                scans.add(ticks.scan().where(size.eq(3)).select(price.times(size).negate()).as("v")
                        .orderBy("v", descending).limit(20_000));
                scans.add(ticks.scan().where(price.between(Expr.of(20_000), Expr.of(20_300))).select(price)
                        .orderBy("price", descending).limit(7));
            }
            for (Scan scan : scans) {
                Plan plan = scan.plan();
                List<String> expected = KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1);
                String explained = plan.explain(QueryOptions.defaults());
                assertTrue(explained.contains(" in kernel, "), explained);
                for (int threads = 1; threads <= 3; threads++) {
                    assertEquals(expected, KernelPropertyTest.answer(plan, Engine.BEST, threads), explained);
                }
            }
            String first = scans.getFirst().plan().explain(QueryOptions.defaults());
            int chunks = Integer.parseInt(first.lines().filter(line -> line.startsWith("  chunks ")).findFirst()
                    .orElseThrow().split("[ ,]+")[2]);
            // All but the one with the least prices, and the last, which is not full and has no zones.
            assertTrue(first.contains("  top 10 in kernel, by their zones " + (chunks - 2) + " chunks are skipped")
                    || first.contains("  top 10 in kernel, by their zones " + (chunks - 1) + " chunks are skipped"),
                    first);
        }
    }

    /// More rows than a heap takes are sorted whole; texts that kernels do not order, too.
    @Test
    void shouldSortAllWhereTheFirstAreMany() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 5_000)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            for (long limit : new long[] {0, 1, 1 << 16, (1 << 16) + 1, Plan.NO_LIMIT}) {
                Plan plan = new Plan(ticks, Optional.empty(), List.of(new Output("p", price)), List.of(), false,
                        List.of(Order.descending(0)), 0, limit);
                assertEquals(limit > 0 && limit <= 1 << 16, plan.explain(QueryOptions.defaults())
                        .contains(" in kernel, "));
                assertEquals(KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1),
                        KernelPropertyTest.answer(plan, Engine.BEST, 2));
            }
        }
    }
}
