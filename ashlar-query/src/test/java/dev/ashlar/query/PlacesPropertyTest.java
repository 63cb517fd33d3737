// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Groups by numbers that are close together, or are not, and ranges of times that are in order, or are not: kernels
/// give what the interpreter gives, in the same order.
class PlacesPropertyTest {
    private static final List<String> KEYS = List.of("far", "large", "cents", "near", "wide", "maybe", "side", "tiny",
            "late");
    private static final List<String> BOUNDED = List.of("far", "large", "cents", "near", "wide", "maybe", "tiny",
            "late", "_row");

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("PlacesPropertyTest");
    private Relation events;
    private long rows;

    @Test
    void shouldAgree() throws IOException {
        agree(2, 12_000, 60);
    }

    @Test
    @Tag("long")
    void shouldAgreeOnMore() throws IOException {
        agree(10, 60_000, 300);
    }

    private void agree(int stores, int rowsOfEach, int plans) throws IOException {
        for (int i = 0; i < stores; i++) {
            Path folder = temp.resolve("s" + i);
            Events.write(folder, random, rowsOfEach);
            try (Store store = Store.open(folder)) {
                List<ChunkSummary> chunks = store.table(Events.TABLE).chunks();
                assertTrue(chunks.stream().anyMatch(ChunkSummary::timesInOrder), "no chunk in order");
                assertTrue(chunks.stream().anyMatch(chunk -> chunk.sealed() && !chunk.timesInOrder()),
                        "all chunks in order");
                events = Relations.of(store).get(Events.TABLE);
                rows = events.rowCount();
                for (int n = 0; n < plans; n++) {
                    agree(random.nextInt(4) == 0 ? some() : groups());
                }
            }
        }
    }

    private void agree(Scan scan) {
        Plan plan = scan.plan();
        String explained = plan.explain(QueryOptions.defaults());
        // A few rows, given by their numbers, are not worth a kernel.
        assertTrue(explained.contains(": kernel") || explained.contains(": by row number"), explained);
        assertEquals(KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1),
                KernelPropertyTest.answer(plan, Engine.BEST, 1 + random.nextInt(3)), explained);
    }

    private Scan groups() {
        Scan scan = where(events.scan());
        Expr[] keys = new Expr[random.nextInt(5)];
        for (int i = 0; i < keys.length; i++) {
            Expr key = events.column(KEYS.get(random.nextInt(KEYS.size())));
            boolean plain = random.nextInt(4) > 0 || !key.type().kind().isInteger();
            keys[i] = random.nextInt(8) == 0 ? events.column("_time").bucket(Duration.ofNanos(1 + random.nextInt(9000)))
                    : plain ? key : key.remainder(Expr.of(1 + random.nextInt(1000)));
        }
        Expr near = events.column("near");
        Expr far = events.column("far");
        scan = keys.length == 0 ? scan.count() : scan.groupBy(keys).count();
        return switch (random.nextInt(4)) {
            case 0 -> scan.sum(far).avg(near).min(far).max(events.column("large"));
            case 1 -> scan.first(far).last(near).countDistinct(events.column("maybe")).sum(events.column("cents"));
            case 2 -> scan.sum(near.times(events.column("tiny"))).sum(events.column("large"))
                    .sum(events.column("maybe"));
            default -> scan;
        };
    }

    private Scan some() {
        Scan scan = where(events.scan()).select(events.column("_row"), events.column("near"), events.column("side"));
        return random.nextBoolean() ? scan : scan.orderBy("near", random.nextBoolean()).limit(random.nextInt(50));
    }

    private Scan where(Scan scan) {
        Scan where = scan;
        for (int i = random.nextInt(4); i > 0; i--) {
            where = where.where(condition());
        }
        return where;
    }

    private Expr condition() {
        return switch (random.nextInt(5)) {
            case 0 -> events.column("side").eq(List.of("Buy", "Sell", "7", "none").get(random.nextInt(4)));
            case 1, 2 -> {
                Expr time = random.nextBoolean() ? events.column("_time") : events.column("time")
                        .cast(ValueType.TIMESTAMP);
                yield random.nextInt(4) == 0 ? compare(events.column("time"), Expr.of(time())) : random.nextBoolean()
                        ? compare(time, at(time())) : time.between(at(time()), at(time()));
            }
            default -> {
                String name = BOUNDED.get(random.nextInt(BOUNDED.size()));
                Expr constant = name.equals("_row") ? Expr.of(random.nextLong(-10, rows + 10)) : random.nextBoolean()
                        ? Expr.of(random.nextInt(-4000, 4000)) : Expr.decimal(random.nextInt(-200, 200) + ".505");
                yield random.nextBoolean() ? compare(events.column(name), constant)
                        : compare(constant, events.column(name));
            }
        };
    }

    /// One of those that are there, or one nearby.
    private long time() {
        Scan one = events.scan().where(events.column("_row").eq(random.nextLong(rows))).select(events.column("time"));
        try (Result result = one.run(QueryOptions.defaults())) {
            assertTrue(result.next());
            return result.getLong(0) + random.nextInt(-1, 2);
        }
    }

    private static Expr at(long ns) {
        return Expr.of(Instant.ofEpochSecond(0, ns));
    }

    private Expr compare(Expr left, Expr right) {
        return new Expr.Compare(Expr.Comparison.values()[random.nextInt(6)], left, right);
    }
}
