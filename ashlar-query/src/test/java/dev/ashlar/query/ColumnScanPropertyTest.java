// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns have what the interpreter's rows have.
class ColumnScanPropertyTest {
    private static final String FAILED = "failed: ";

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ColumnScanPropertyTest");
    private int parallel;
    private int scans;

    @Test
    void shouldAgreeWithRows() throws IOException {
        agree(3, 12);
    }

    @Test
    @Tag("long")
    void shouldAgreeWithManyRows() throws IOException {
        agree(12, 200);
    }

    private void agree(int stores, int plansOfEach) throws IOException {
        RandomDeals.each(temp, stores, random, relation -> agree(relation, plansOfEach));
        assertTrue(parallel > scans / 6, () -> "hardly any by kernels: " + parallel + " of " + scans);
    }

    private void agree(Relation relation, int count) {
        assertAgree(relation.scan().plan());
        if (!RandomDeals.isOfDeals(relation)) {
            return;
        }
        RandomPlans questions = new RandomPlans(relation, KernelPropertyTest.rows(relation), random);
        for (int i = 0; i < count; i++) {
            Plan plan = questions.next();
            assertAgree(plan);
            assertAgree(questions.nextKeyed());
            if (!plan.grouped()) {
                assertAgree(new Plan(plan.source(), plan.where(), plan.outputs(), List.of(), false, List.of(), 0,
                        Plan.NO_LIMIT));
            }
        }
    }

    private void assertAgree(Plan plan) {
        List<String> expected = rows(plan, Engine.INTERPRETER);
        for (int threads = 1; threads <= 3; threads += 2) {
            List<String> actual = columns(plan, threads);
            // Conditions may be decided in another order, so that one that fails is not asked of a row.
            boolean failed = expected.getLast().startsWith(FAILED) && !expected.equals(actual);
            if (!failed) {
                assertEquals(expected, actual, () -> plan.explain(QueryOptions.defaults()));
            } else if (!actual.getLast().equals(expected.getLast())) {
                assertEquals(rows(plan, Engine.BEST), actual, () -> plan.explain(QueryOptions.defaults()));
            }
        }
    }

    private static List<String> rows(Plan plan, Engine engine) {
        List<String> rows = new ArrayList<>();
        try (Result result = plan.run(QueryOptions.defaults().withEngine(engine))) {
            while (result.next()) {
                rows.add(Answers.row(result).toString());
            }
            rows.add("end");
        } catch (QueryException e) {
            rows.add(FAILED + e.reason());
        }
        return rows;
    }

    /// Two readers take parts by turns.
    private List<String> columns(Plan plan, int threads) {
        List<String> rows = new ArrayList<>();
        TreeMap<Integer, List<String>> parts = new TreeMap<>();
        try (ColumnScan scan = plan.scanColumns(QueryOptions.defaults().withThreads(threads))) {
            scans++;
            parallel += scan.readers() > 1 ? 2 : 0;
            List<ColumnScan.Reader> readers = new ArrayList<>();
            for (int i = 0; i < scan.readers(); i++) {
                readers.add(scan.reader());
            }
            assertThrows(IllegalStateException.class, scan::reader);
            for (int turn = 0; !readers.isEmpty(); turn++) {
                ColumnScan.Reader reader = readers.get(turn % readers.size());
                if (!reader.next()) {
                    readers.remove(reader);
                    continue;
                }
                List<String> part = new ArrayList<>();
                if (reader.batch() != null) {
                    addRows(reader.batch(), plan.columns(), part);
                }
                assertEquals(null, parts.put(reader.part(), part));
            }
            parts.values().forEach(rows::addAll);
            rows.add("end");
        } catch (QueryException e) {
            parts.values().forEach(rows::addAll);
            rows.add(FAILED + e.reason());
        }
        return rows;
    }

    private static void addRows(ColumnBatch batch, List<Column> columns, List<String> to) {
        for (int row = 0; row < batch.rows(); row++) {
            Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(batch.columns().get(i), row, columns.get(i).type());
            }
            to.add(Arrays.toString(values));
        }
    }

    private static Object value(ColumnVector vector, int row, ValueType type) {
        if (vector.isNull(row)) {
            return null;
        }
        return switch (vector) {
            case ColumnVector.Words found -> word(found.words()[row], type);
            case ColumnVector.WideWords found -> new BigDecimal(BigInteger.valueOf(found.words()[2 * row])
                    .shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(found.words()[2 * row + 1]))),
                    type.scale());
            case ColumnVector.CodedTexts found -> new String(found.texts()[found.codes()[row]], StandardCharsets.UTF_8);
            case ColumnVector.Texts found -> new String(found.bytes(), found.offsets()[row],
                    found.offsets()[row + 1] - found.offsets()[row], StandardCharsets.UTF_8);
        };
    }

    private static Object word(long word, ValueType type) {
        return type.kind() == Kind.BOOLEAN ? (Object) (word != 0) : type.kind() == Kind.DECIMAL
                ? BigDecimal.valueOf(word, type.scale()) : type.kind().isFloating() ? Double.longBitsToDouble(word)
                : (Object) word;
    }

    /// Parts of many rows, with texts of many values, read by several threads.
    @Test
    void shouldReadByThreads() throws Exception {
        int rows = 150_000;
        try (Store store = Ticks.store(temp.resolve("ticks"), rows)) {
            Relation ticks = Relations.of(store).get("Tick");
            Plan plan = ticks.scan().where(ticks.column("price").remainder(Expr.of(3)).eq(Expr.of(1))).plan();
            ConcurrentSkipListMap<Integer, List<String>> parts = new ConcurrentSkipListMap<>();
            try (ColumnScan scan = plan.scanColumns(QueryOptions.defaults().withThreads(3))) {
                assertEquals(3, scan.readers());
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    ColumnScan.Reader reader = scan.reader();
                    threads.add(Thread.ofPlatform().start(() -> {
                        while (reader.next()) {
                            List<String> part = new ArrayList<>();
                            if (reader.batch() != null) {
                                addRows(reader.batch(), plan.columns(), part);
                            }
                            parts.put(reader.part(), part);
                        }
                    }));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            List<String> found = new ArrayList<>();
            parts.values().forEach(found::addAll);
            found.add("end");
            assertEquals(rows(plan, Engine.INTERPRETER), found);
            assertTrue(parts.size() > 3, () -> "parts=" + parts.size());
        }
    }

    @Test
    void shouldEndWhenStoppedOrCancelled() throws IOException {
        try (Store store = Ticks.store(temp.resolve("ticks"), 100_000)) {
            Plan plan = Relations.of(store).get("Tick").scan().plan();
            try (ColumnScan scan = plan.scanColumns(QueryOptions.defaults())) {
                ColumnScan.Reader reader = scan.reader();
                assertTrue(reader.next());
                scan.stop();
                assertEquals(Reason.CANCELLED, assertThrows(QueryException.class, reader::next).reason());
                assertFalse(reader.next());
            }
            Cancellation cancellation = new Cancellation();
            try (ColumnScan scan = plan.scanColumns(QueryOptions.defaults().withCancellation(cancellation))) {
                ColumnScan.Reader reader = scan.reader();
                assertTrue(reader.next());
                cancellation.cancel();
                assertEquals(Reason.CANCELLED, assertThrows(QueryException.class, reader::next).reason());
            }
        }
    }

    @Test
    void shouldSpellOutTextsOfManyValues() {
        ColumnAppender appender = new ColumnAppender(ColumnAppender.Form.TEXTS);
        List<Object> expected = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            expected.clear();
            for (int i = 0; i < 6_000; i++) {
                String text = i % 7 == 0 ? null : round == 0 ? "ä" + i % 5 : "text " + i;
                expected.add(text);
                if (text == null) {
                    appender.addNull();
                } else {
                    appender.addText(text);
                }
            }
            ColumnVector vector = appender.take();
            assertEquals(round == 0, vector instanceof ColumnVector.CodedTexts);
            List<Object> actual = new ArrayList<>();
            for (int i = 0; i < expected.size(); i++) {
                actual.add(value(vector, i, ValueType.TEXT));
            }
            assertEquals(expected, actual);
        }
    }
}
