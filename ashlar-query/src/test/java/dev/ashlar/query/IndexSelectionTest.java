// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a declared index is used, and when a scan.
class IndexSelectionTest {
    @TempDir
    Path temp;

    private static String explain(Scan scan) {
        return scan.plan().explain(QueryOptions.defaults());
    }

    private static Scan sum(Relation ticks, Expr condition) {
        return ticks.scan().where(condition).count().sum(ticks.column("price"));
    }

    @Test
    void shouldScanWhereAnIndexLeadsToTooManyRows() throws IOException {
        try (StoreWriter writer = Ticks.writer(temp.resolve("s"))) {
            Ticks.append(writer, 0, 60_000);
            writer.declare(IndexDeclaration.sorted("Tick", "size"));
            writer.declare(IndexDeclaration.hash("Tick", "size"));
            Relation ticks = Relations.of(writer).get("Tick");
            Scan many = sum(ticks, ticks.column("size").eq(3));
            String explained = explain(many);
            assertTrue(explained.startsWith("scan Tick: kernel\n"), explained);
            assertTrue(explained.contains("  index on size (hash): not used, as it leads to more than 468 of the rows to be "
                    + "scanned, 60000\n"), explained);
            assertTrue(explained.contains("index on size (sorted): not used"), explained);
            // 3, 10, … 59993.
            assertEquals("8571 " + 8571 * (3 + 59_993) / 2, Answers.first(many));
            Scan none = sum(ticks, ticks.column("size").eq(7));
            assertTrue(explain(none).startsWith("rows of Tick: by index on size (hash): rows found 0\n"), explain(none));
            assertEquals("0 null", Answers.first(none));
            // Zones leave out all but a chunk or two, so that a scan has no more to do than an index.
            Scan few = sum(ticks, ticks.column("size").eq(3).and(ticks.column("price").lt(Expr.of(500))));
            assertTrue(explain(few).startsWith("scan Tick"), explain(few));
        }
    }

    @Test
    void shouldReadManyFoundRowsByKernels() throws IOException {
        try (StoreWriter writer = Ticks.writer(temp.resolve("s"))) {
            Ticks.append(writer, 0, 60_000);
            writer.declare(IndexDeclaration.sorted("Tick", "price"));
            Relation ticks = Relations.of(writer).get("Tick");
            Scan scan = sum(ticks, ticks.column("price").in(LongStream.range(0, 400)
                    .mapToObj(n -> Expr.of(n * 149)).toArray(Expr.Literal[]::new)));
            String explained = explain(scan);
            assertTrue(explained.startsWith("rows of Tick: by index on price (sorted): rows found 400, read by kernel\n"),
                    explained);
            assertEquals("400 " + 149 * 400 * 399 / 2, Answers.first(scan));
            // Without order, they come one by one.
            Scan rows = ticks.scan().where(scan.plan().where().orElseThrow()).select(ticks.column("price"));
            try (Result result = rows.run(QueryOptions.defaults())) {
                for (long n = 0; n < 400; n++) {
                    assertTrue(result.next());
                    assertEquals(n * 149, result.getLong(0));
                }
                assertFalse(result.next());
            }
            Scan patterns = sum(ticks, scan.plan().where().orElseThrow().and(ticks.column("size")
                    .cast(ValueType.TEXT).like("_")));
            assertTrue(explain(patterns).contains("not used, as it leads to more than 117"), explain(patterns));
        }
    }

    @Test
    void shouldBuildTheIndexOfALargeTableOnlyWhenItPays() throws IOException {
        Path folder = temp.resolve("s");
        try (StoreWriter writer = Ticks.writer(folder)) {
            Ticks.append(writer, 0, 300_000);
            writer.declare(IndexDeclaration.hash("Tick", "price"));
        }
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            DeclaredIndex index = store.indexes().getFirst();
            Scan one = sum(ticks, ticks.column("price").eq(777));
            assertTrue(explain(one).contains("  index on price (hash): not built yet"), explain(one));
            int scans = 0;
            while (!index.isBuilt() && scans < 100) {
                assertEquals("1 777", Answers.first(one));
                scans++;
            }
            assertTrue(scans > 1 && scans < 5, "scans=" + scans);
            assertTrue(explain(one).startsWith("rows of Tick: by index on price (hash): rows found 1\n"), explain(one));
            assertEquals("1 777", Answers.first(one));
        }
    }

    @Test
    void shouldSeeWhatWasCommittedBeforeTheQuestion() throws IOException {
        Path folder = temp.resolve("s");
        try (StoreWriter writer = Ticks.writer(folder); Store store = Store.open(folder)) {
            writer.declare(IndexDeclaration.hash("Tick", "price"));
            store.refresh();
            for (Store each : new Store[] {writer, store}) {
                Relation ticks = Relations.of(each).get("Tick");
                long from = writer.table("Tick").endRow();
                assertEquals("0 null", Answers.first(sum(ticks, ticks.column("price").eq(from))));
                Ticks.append(writer, from, from + 1_000);
                assertEquals("1 " + from, Answers.first(sum(ticks, ticks.column("price").eq(from))));
            }
            writer.retire("Tick", 900);
            long first = writer.table("Tick").firstRow();
            assertTrue(first > 0);
            assertFalse(store.indexes().isEmpty());
            Relation ticks = Relations.of(store).get("Tick");
            Scan gone = sum(ticks, ticks.column("price").in(Expr.of(0), Expr.of(first - 1), Expr.of(first)));
            assertTrue(explain(gone).contains("by index on price (hash)"), explain(gone));
            assertEquals("1 " + first, Answers.first(gone));
        }
    }
}
