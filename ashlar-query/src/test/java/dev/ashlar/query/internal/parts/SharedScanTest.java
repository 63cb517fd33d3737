// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Answers;
import dev.ashlar.query.Expr;
import dev.ashlar.query.OpenedPart;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Scan;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.Ticks;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.strategy.ScanSelection;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// More parts than are open at once, read together, give what one store with all rows gives.
class SharedScanTest {
    private static final int STORES = 5;
    private static final int PARTS = SharedScan.OPEN_PARTS + 6;
    private static final int ROWS = 150;
    private static final int DAMAGED = SharedScan.OPEN_PARTS + 2;
    /// Rows of a store with as many extents as the damage needs.
    private static final int DAMAGED_ROWS = 20_000;

    @TempDir
    static Path temp;
    private static final List<Store> STORES_OF_PARTS = new ArrayList<>();
    private static Store whole;
    private static Store damaged;
    private final List<StorePart> parts = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private Relation one;
    private Relation several;

    /// Few stores, as making one takes long: parts have the same rows now and then.
    @BeforeAll
    static void write() throws IOException {
        for (int i = 0; i < STORES; i++) {
            try (StoreWriter writer = Ticks.writer(temp.resolve("store" + i))) {
                Ticks.append(writer, i * ROWS, (i + 1) * ROWS);
            }
            STORES_OF_PARTS.add(Store.open(temp.resolve("store" + i)));
        }
        try (StoreWriter writer = Ticks.writer(temp.resolve("whole"))) {
            for (int i = 0; i < PARTS; i++) {
                Ticks.append(writer, i % STORES * ROWS, (i % STORES + 1) * ROWS);
            }
        }
        whole = Store.open(temp.resolve("whole"));
        Ticks.write(temp.resolve("damaged"), DAMAGED_ROWS);
        Ticks.damage(temp.resolve("damaged"));
        damaged = Store.open(temp.resolve("damaged"));
    }

    @AfterAll
    static void close() throws IOException {
        whole.close();
        damaged.close();
        for (Store store : STORES_OF_PARTS) {
            store.close();
        }
        STORES_OF_PARTS.clear();
    }

    @BeforeEach
    void begin() {
        for (int i = 0; i < PARTS; i++) {
            parts.add(new Part(i, STORES_OF_PARTS.get(i % STORES)));
        }
        one = Relations.of(whole).get("Tick");
        several = Relations.ofParts(() -> parts).get("Tick");
    }

    @Test
    void shouldAnswerAsOneStoreWithAFewPartsOpenAtOnce() {
        assertAgree(ticks -> ticks.scan().count().sum(column(ticks, "price")));
        assertAgree(ticks -> ticks.scan().where(column(ticks, "price").remainder(Expr.of(3)).eq(Expr.of(1)))
                .groupBy(column(ticks, "size")).count().first(column(ticks, "price")).last(column(ticks, "price"))
                .avg(column(ticks, "price")));
        // The order of first rows.
        assertAgree(ticks -> ticks.scan().groupBy(column(ticks, "price").times(Expr.of(37)).remainder(Expr.of(101)))
                .count().max(column(ticks, "price")));
        // Equal rows in the order of the parts.
        assertAgree(ticks -> ticks.scan().select(column(ticks, "size"), column(ticks, "price")).orderBy("size", true)
                .limit(ROWS));
        assertAgree(ticks -> ticks.scan().select(column(ticks, "price")).orderBy("price", true).offset(7)
                .limit(3L * ROWS));
        assertTrue(mostOpen.get() > 1 && mostOpen.get() <= SharedScan.OPEN_PARTS, mostOpen::toString);
        assertEquals(0, open.get());
    }

    @Test
    void shouldReadNumbersOfEachPart() {
        Expr row = several.column("_row");
        assertEquals(List.of(List.of((long) PARTS * ROWS)), rows(several.scan().countDistinct(row), 2));
        assertEquals(List.of(List.of(parts.getLast().base() + ROWS - 1)), rows(several.scan().max(row), 2));
        assertEquals(List.of(List.of(10L)), rows(several.scan().where(row.between(Expr.of(parts.get(2).base() + ROWS
                - 3), Expr.of(parts.get(3).base() + 6))).count(), 2));
    }

    @Test
    void shouldSayTheSameWhereKernelsGiveUp() {
        // Too large for 64 bits in the last rows of some parts.
        long factor = Long.MAX_VALUE / (STORES * ROWS - 10);
        Function<Relation, Scan> scan = ticks -> ticks.scan().groupBy(column(ticks, "size"))
                .max(column(ticks, "price").times(Expr.of(factor)));
        QueryException expected = assertThrows(QueryException.class, () -> rows(scan.apply(one), 1));
        QueryException actual = assertThrows(QueryException.class, () -> rows(scan.apply(several), 2));
        assertEquals(expected.reason(), actual.reason());
        assertEquals(0, open.get());
        assertAgree(ticks -> scan.apply(ticks).where(column(ticks, "price").lt(Expr.of(STORES * ROWS - 10))));
    }

    @Test
    void shouldMakeKernelsOnce() {
        rows(several.scan().groupBy(column(several, "size")).count(), 2);
        Kernels first = kernels(parts.getFirst());
        for (StorePart part : parts.subList(0, STORES)) {
            assertSame(first, kernels(part));
        }
        assertNotSame(first, ScanSelection.kernelsAlone(plan(one), QueryOptions.defaults()).orElseThrow().kernels());
    }

    private static Kernels kernels(StorePart part) {
        return ScanSelection.kernelsAlone(plan(((Part) part).relations.get("Tick")), QueryOptions.defaults())
                .orElseThrow().kernels();
    }

    private static Plan plan(Relation ticks) {
        return ticks.scan().groupBy(column(ticks, "size")).count().plan();
    }

    @Test
    void shouldKeepRelationsThatHaveTheSameColumns() {
        Relations before = Relations.ofParts(() -> parts);
        assertNotSame(before.get("Tick"), Relations.ofParts(() -> parts, before).get("Tick"), "of other parts");
        List<StorePart> some = new ArrayList<>(parts.subList(0, 2));
        Supplier<List<StorePart>> current = () -> List.copyOf(some);
        Relations two = Relations.ofParts(current);
        some.add(parts.get(2));
        assertSame(two, Relations.ofParts(current, two));
        assertEquals(3L * ROWS, two.get("Tick").rowCount());
        assertThrows(IllegalArgumentException.class, () -> Relations.ofParts(current, Relations.of(whole)));
    }

    @Test
    void shouldNameThePartThatIsDamaged() {
        parts.set(DAMAGED, new Part(DAMAGED, damaged));
        for (Scan scan : List.of(several.scan().count().sum(several.column("price")), several.scan()
                .select(several.column("price"), several.column("size")).orderBy("size", false).limit(5))) {
            QueryException e = assertThrows(QueryException.class, () -> rows(scan, 2));
            assertEquals(QueryException.Reason.CORRUPT, e.reason());
            assertTrue(e.getMessage().startsWith("part" + DAMAGED + ": "), e::getMessage);
            assertEquals(0, open.get());
        }
        assertEquals(List.of(List.of((long) DAMAGED * ROWS)), rows(several.scan().where(several.column("_date")
                .lt(date(DAMAGED))).count(), 2));
    }

    private static Expr date(int part) {
        return new Expr.Literal((long) part, ValueType.TIMESTAMP);
    }

    private static Expr column(Relation relation, String name) {
        return relation.column(name);
    }

    private void assertAgree(Function<Relation, Scan> scan) {
        List<List<Object>> expected = rows(scan.apply(one), 1);
        for (int threads = 1; threads <= 3; threads++) {
            assertEquals(expected, rows(scan.apply(several), threads), "threads=" + threads);
        }
    }

    private static List<List<Object>> rows(Scan scan, int threads) {
        return Answers.rows(scan.run(QueryOptions.defaults().withThreads(threads)));
    }

    /// A store that stays open; its uses are counted.
    private final class Part implements StorePart {
        private final int number;
        private final Relations relations;

        Part(int number, Store store) {
            this.number = number;
            relations = Relations.of(store);
        }

        @Override
        public String name() {
            return "part" + number;
        }

        @Override
        public long dateNs() {
            return number;
        }

        @Override
        public long base() {
            return (number + 1) * MOST_NUMBERS;
        }

        @Override
        public Optional<Map<String, Known>> known() {
            return number % 2 == 0 ? Optional.empty() : Optional.of(Map.of("Tick", new Known(relations.get("Tick")
                    .rowCount(), OptionalLong.empty(), OptionalLong.empty(), 1)));
        }

        @Override
        public Opened open() {
            mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
            return new OpenedPart(relations, Map.of(), open::decrementAndGet);
        }
    }
}
