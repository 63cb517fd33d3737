// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.sql.PlacedOrder;
import dev.ashlar.sql.PlacedOrders;
import dev.ashlar.sql.RandomPlacedSql;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.testkit.Seed;
import io.trino.Session;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Type;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The random questions of Ashlar's SQL have the same answers in Trino.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomSqlPropertyTest {
    private static final int ORDERS_OF_DAY = 40;

    @TempDir
    static Path temp;
    private final SplittableRandom random = Seed.random("RandomSqlPropertyTest");
    private Path orders;
    private DistributedQueryRunner cluster;

    @BeforeAll
    void start() throws Exception {
        orders = temp.resolve("archives/orders");
        write();
        cluster = Cluster.start(2, orders.getParent(), "orders", Map.of(CatalogSettings.SPLIT_BYTES, "3000",
                CatalogSettings.AGGREGATE_THREADS, "1"));
    }

    private void write() throws IOException {
        try (ArchiveWriter archive = ArchiveWriter.open(orders, ArchiveOptions.daily(ZoneOffset.UTC).withStore(
                StoreOptions.defaults().withChunkBytes(4096)), DayOpener.nothing())) {
            for (int day = 5; day < 8; day++) {
                String[] messages = new String[ORDERS_OF_DAY];
                for (int i = 0; i < messages.length; i++) {
                    messages[i] = PlacedOrder.random(random).json(i);
                }
                PlacedOrders.record(archive.roll(TimeUnit.SECONDS.toNanos(Instant.parse("2026-01-%02dT10:00:00Z"
                        .formatted(day)).getEpochSecond())), messages);
            }
        }
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void shouldAnswerRandomQuestionsAsAshlarDoes() throws Exception {
        compare(100);
    }

    @Test
    @Tag("long")
    void shouldAnswerManyRandomQuestionsAsAshlarDoes() throws Exception {
        compare(5_000);
    }

    private void compare(int questions) throws Exception {
        RandomPlacedSql queries = new RandomPlacedSql(random);
        // Few rows need no threads.
        Session pushing = Session.builder(cluster.getDefaultSession()).setSystemProperty("task_concurrency", "1")
                .build();
        Session alone = Session.builder(pushing).setCatalogSessionProperty(Cluster.CATALOG,
                SessionSettings.AGGREGATION, "false").build();
        int rows = 0;
        int rounded = 0;
        for (int i = 0; i < questions; i++) {
            String sql = queries.query();
            List<String> expected = Lines.ofAshlar(orders, sql);
            MaterializedResult found = cluster.execute(i % 2 == 0 ? pushing : alone, inTrino(sql));
            if (found.getTypes().stream().anyMatch(RandomSqlPropertyTest::isRounded)) {
                rounded++;
                continue;
            }
            assertEquals(expected, Lines.of(found), sql);
            rows += expected.size();
        }
        System.out.println("random questions: asked=" + questions + ", rounded by Trino=" + rounded + ", rows=" + rows);
        assertTrue(rows > questions && rounded < questions / 10, "rows=" + rows + ", rounded=" + rounded);
    }

    /// Products that may have more than 38 digits have fewer places in Trino, six at least. Nothing else here has six
    /// to eight: prices have nine.
    private static boolean isRounded(Type type) {
        return type instanceof DecimalType decimal && decimal.getPrecision() == 38 && decimal.getScale() >= 6
                && decimal.getScale() < 9;
    }

    /// The same in Trino's words: NULL is not the greatest value there, limits come after
    /// offsets, and groups have no names.
    private static String inTrino(String sql) {
        return sql.replaceAll(" desc(?! nulls)", " desc nulls first").replaceAll("limit (\\d+) offset (\\d+)",
                "offset $2 limit $1").replace("group by k", "group by 1");
    }
}
