// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.IndexDeclaration.Kind;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
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

/// Questions answered by indexes have the answers that a scan gives.
class IndexPropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("IndexPropertyTest");
    private int plans;
    private int byIndex;

    @Test
    void shouldAgreeWithScans() throws IOException {
        agree(3, 60);
    }

    @Test
    @Tag("long")
    void shouldAgreeWithScansOfManyStores() throws IOException {
        agree(20, 400);
    }

    private void agree(int stores, int plansOfEach) throws IOException {
        for (int i = 0; i < stores; i++) {
            Path folder = temp.resolve("s" + i);
            RandomDeals.write(folder, random, i % 3 == 2);
            declare(folder);
            try (Store store = Store.open(folder)) {
                for (String table : List.of("Deal", "Deal_legs", "Deal_legs_fills")) {
                    agree(Relations.of(store).get(table), plansOfEach);
                }
                for (DeclaredIndex index : store.indexes()) {
                    assertEquals("", index.problem());
                    assertTrue(index.verify().isWhole());
                }
            }
        }
        System.out.println("plans=" + plans + ", byIndex=" + byIndex);
        assertTrue(byIndex > plans / 4, () -> "hardly any index used: " + byIndex + " of " + plans);
    }

    /// Of each field, and of some pairs of them, one or the other kind.
    private void declare(Path folder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            for (String table : List.of("Deal", "Deal_legs", "Deal_legs_fills")) {
                List<String> names = new ArrayList<>();
                writer.table(table).block().fields().forEach(field -> names.add(field.name()));
                for (String name : names) {
                    declare(writer, table, List.of(name));
                    declare(writer, table, List.of(name, names.get(random.nextInt(names.size()))));
                }
            }
            assertFalse(writer.indexes().isEmpty());
        }
    }

    private void declare(StoreWriter writer, String table, List<String> fields) throws IOException {
        try {
            writer.declare(new IndexDeclaration(table, fields, random.nextBoolean() ? Kind.HASH : Kind.SORTED));
        } catch (IllegalArgumentException _) {
            // Constants, floating-point numbers and the same field twice are no keys.
        }
    }

    private void agree(Relation relation, int count) {
        List<Object[]> rows = KernelPropertyTest.rows(relation);
        RandomPlans questions = new RandomPlans(relation, rows, random);
        for (int i = 0; i < count; i++) {
            Plan plan = plan(relation, questions);
            String explained = plan.explain(QueryOptions.defaults());
            // Most conditions are true for too many rows.
            for (int tries = 0; tries < 8 && !isByIndex(explained); tries++) {
                plan = plan(relation, questions);
                explained = plan.explain(QueryOptions.defaults());
            }
            plans++;
            byIndex += isByIndex(explained) ? 1 : 0;
            List<String> expected = KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1);
            KernelPropertyTest.agree(plan, expected, KernelPropertyTest.answer(plan, Engine.BEST, 1), explained);
        }
    }

    private Plan plan(Relation relation, RandomPlans questions) {
        Plan plan = questions.next();
        List<Expr> conditions = new ArrayList<>();
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
            conditions.add(questions.simple());
        }
        plan.where().filter(_ -> random.nextInt(4) == 0).ifPresent(conditions::add);
        return new Plan(relation, Optional.of(new Expr.And(conditions)), plan.outputs(), plan.aggregates(),
                plan.grouped(), plan.order(), plan.offset(), plan.limit());
    }

    private static boolean isByIndex(String explained) {
        return explained.startsWith("rows of ") && explained.contains("by index on ");
    }
}
