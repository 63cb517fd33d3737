// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.query.internal.strategy.IndexedKernels;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kernels that look at found rows alone give what the interpreter gives that looks at all of them.
class IndexedKernelsPropertyTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("IndexedKernelsPropertyTest");
    private int plans;
    private int byKernels;

    @Test
    void shouldAgreeOnRandomQuestions() throws IOException {
        agree(3, 40);
    }

    @Test
    @Tag("long")
    void shouldAgreeOnManyRandomQuestions() throws IOException {
        agree(12, 300);
    }

    private void agree(int stores, int plansOfEach) throws IOException {
        for (int i = 0; i < stores; i++) {
            Path folder = temp.resolve("s" + i);
            RandomDeals.write(folder, random, i % 3 == 2);
            try (Store store = Store.open(folder)) {
                for (String table : List.of("Deal", "Deal_legs", "Deal_legs_fills")) {
                    Relation relation = Relations.of(store).get(table);
                    RandomPlans questions = new RandomPlans(relation, KernelPropertyTest.rows(relation), random);
                    for (int n = 0; n < plansOfEach; n++) {
                        agree(relation, store.table(table).firstRow(), store.table(table).endRow(), questions.next());
                    }
                }
            }
        }
        System.out.println("plans=" + plans + ", byKernels=" + byKernels);
        assertTrue(byKernels > plans / 4, () -> "hardly any kernel: " + byKernels + " of " + plans);
    }

    /// Rows in runs of some length, of which every n-th is wanted; others are found next to them.
    private void agree(Relation relation, long first, long end, Plan any) {
        int length = 1 + random.nextInt(20);
        int runs = 1 + random.nextInt(8);
        int wanted = random.nextInt(runs);
        int extra = random.nextInt(20);
        List<Expr> conditions = new ArrayList<>();
        conditions.add(relation.column("_row").dividedBy(Expr.of(length)).remainder(Expr.of(runs))
                .eq(Expr.of(wanted)));
        any.where().ifPresent(conditions::add);
        Plan plan = new Plan(relation, Optional.of(new Expr.And(conditions)), any.outputs(), any.aggregates(),
                any.grouped(), any.order(), any.offset(), any.limit());
        long[] found = LongStream.range(Math.max(0, first - 3), end).filter(row -> row / length % runs == wanted
                || random.nextInt(20) < extra).toArray();
        int threads = 1 + random.nextInt(3);
        List<String> answer = KernelPropertyTest.answer(() -> IndexedKernels.run(plan,
                QueryOptions.defaults().withThreads(threads), found).orElse(null));
        plans++;
        if (answer != null) {
            byKernels++;
            KernelPropertyTest.agree(plan, KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1), answer,
                    "found " + found.length + " of " + (end - first));
        }
    }
}
