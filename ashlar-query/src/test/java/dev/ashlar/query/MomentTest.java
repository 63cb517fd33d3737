// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ashlar.query.QueryOptions.Engine;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// While a store grows, queries that share a moment see the same rows.
class MomentTest {
    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("MomentTest");

    @Test
    void shouldSeeTheSameRowsTogether() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            RandomDeals.record(writer, random);
            try (Store store = Store.open(temp.resolve("s"))) {
                Relations relations = Relations.of(store);
                QueryOptions together = QueryOptions.defaults().withMoment(new Moment());
                List<String> before = answers(relations, together);
                assertEquals(before, answers(relations, QueryOptions.defaults()));
                RandomDeals.record(writer, random);
                store.refresh();
                assertEquals(before, answers(relations, together));
                assertNotEquals(before, answers(relations, QueryOptions.defaults()));
            }
        }
    }

    /// The first query asks for one table alone; the others end with it.
    @Test
    void shouldTakeAllTablesAtOnce() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            RandomDeals.record(writer, random);
            try (Store store = Store.open(temp.resolve("s"))) {
                Relations relations = Relations.of(store);
                QueryOptions together = QueryOptions.defaults().withMoment(new Moment());
                List<String> legs = answer(relations.get("Deal_legs").scan().count().plan(), QueryOptions.defaults());
                List<String> deals = answer(relations.get("Deal").scan().count().plan(), together);
                RandomDeals.record(writer, random);
                assertEquals(legs, answer(relations.get("Deal_legs").scan().count().plan(), together));
                assertEquals(deals, answer(relations.get(Deals.JOURNAL).scan().count().plan(), together));
            }
        }
    }

    private static List<String> answers(Relations relations, QueryOptions options) {
        List<String> answers = new ArrayList<>();
        for (Engine engine : Engine.values()) {
            for (int threads : new int[] {1, 3}) {
                QueryOptions asked = options.withEngine(engine).withThreads(threads);
                for (String name : List.of("Deal", "Deal_legs", Deals.JOURNAL)) {
                    Relation relation = relations.get(name);
                    Expr first = relation.columns().getFirst().name().equals("_row") ? relation.column("_row")
                            : relation.column("_position");
                    answers.addAll(answer(relation.scan().count().max(first).plan(), asked));
                    answers.addAll(answer(relation.scan().where(first.ge(Expr.of(7))).count().plan(), asked));
                    answers.addAll(answer(new Plan(relation, Optional.empty(), List.of(new Output("n", first)),
                            List.of(), false, List.of(Order.descending(0)), 0, 3), asked));
                }
            }
        }
        return answers;
    }

    private static List<String> answer(Plan plan, QueryOptions options) {
        return KernelPropertyTest.answer(() -> plan.run(options));
    }
}
