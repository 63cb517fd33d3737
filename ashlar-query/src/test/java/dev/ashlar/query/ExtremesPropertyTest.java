// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Least and greatest values are the same, whether chunks are left out by their zones or all rows are looked at: in
/// chunks of two schema versions, half retired, still being filled, with NULL and without.
class ExtremesPropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ExtremesPropertyTest");

    @Test
    void shouldAgreeWithAllRows() throws IOException {
        RandomDeals.each(temp, 6, random, relation -> {
            // Not the journal, which has no rows of its own.
            if (relation.columns().stream().anyMatch(column -> column.name().equals("_row"))) {
                agree(relation);
            }
        });
    }

    private void agree(Relation relation) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < relation.columns().size(); i++) {
            Expr column = relation.column(i);
            if (column.type().kind() != ValueType.Kind.BOOLEAN) {
                columns.add(column);
            }
        }
        for (Expr column : columns) {
            agree(relation.scan().min(column).max(column).plan());
            Expr other = columns.get(random.nextInt(columns.size()));
            agree(relation.scan().max(column).min(other).plan());
            agree(relation.scan().groupBy(other).min(column).max(column).plan());
            if (column.type().kind() == ValueType.Kind.TEXT) {
                // Others than ASCII in UTF-8 are put in order by the interpreter.
                Scan ascii = relation.scan().where(column.eq("Müller").or(column.eq("É")).not());
                agree(ascii.min(column).max(column).plan());
            }
        }
        for (int i = 0; i < 10; i++) {
            Expr row = relation.column("_row");
            long first = random.nextLong(Math.max(1, relation.rowCount() + 400));
            agree(relation.scan().where(row.ge(Expr.of(first)).and(row.lt(Expr.of(first + random.nextLong(200)))))
                    .min(columns.get(random.nextInt(columns.size()))).plan());
            agree(relation.scan().min(columns.get(random.nextInt(columns.size()))).count().plan());
        }
    }

    private void agree(Plan plan) {
        int threads = 1 + random.nextInt(3);
        assertEquals(KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1),
                KernelPropertyTest.answer(plan, Engine.BEST, threads), () -> plan.explain(QueryOptions.defaults()));
    }

    @Test
    void shouldReadAFewChunksOnly() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 30_000)) {
            Relation ticks = Relations.of(store).get("Tick");
            Expr price = ticks.column("price");
            Plan plan = ticks.scan().min(price).max(price).plan();
            agree(plan);
            String explained = plan.explain(QueryOptions.defaults());
            long all = number(explained, "  chunks ");
            long read = number(explained, "  read for extremes: chunks ");
            assertTrue(all > 4 && read <= 3, explained);
        }
    }

    /// What was a value where the field was required is NULL once it is optional, and no extreme.
    @Test
    void shouldNotTakeTheNullValueForAnExtreme() throws IOException {
        Path folder = temp.resolve("numbers");
        Numbers numbers = new Numbers(folder);
        try (StoreWriter writer = numbers.writer()) {
            numbers.append(200, 10, 0);
            numbers.append(200, Long.MIN_VALUE, 0);
            numbers.append(400, 10, 0);
            numbers.define(1);
            numbers.append(800, -500, 0);
            writer.sync();
        }
        try (Store store = Store.open(folder)) {
            Relation all = Relations.of(store).get(Numbers.TABLE);
            Plan plan = all.scan().min(all.column("n")).plan();
            agree(plan);
            assertEquals(List.of("-500|"), KernelPropertyTest.answer(plan, Engine.BEST, 1));
        }
    }

    private static long number(String explained, String before) {
        String line = explained.lines().filter(each -> each.startsWith(before)).findFirst().orElseThrow();
        return Long.parseLong(line.substring(before.length()).split("[ ,]")[0]);
    }
}
