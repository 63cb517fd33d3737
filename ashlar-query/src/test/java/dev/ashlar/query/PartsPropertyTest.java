// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages split at random into several stores give the answers of one store with all of them.
class PartsPropertyTest {
    private static final Set<String> NUMBERS = Set.of("_row", "_parent", "_position", "row", "legs__parent",
            "fills__parent", "Deal__parent");

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("PartsPropertyTest");
    private int plans;
    private int rows;
    private int skipped;

    @Test
    void shouldAnswerAsOneStore() throws IOException {
        agree(4, 15);
    }

    @Test
    @Tag("long")
    void shouldAnswerAsOneStoreOften() throws IOException {
        agree(40, 200);
    }

    private void agree(int splits, int plansOfEach) throws IOException {
        for (int i = 0; i < splits; i++) {
            Path folder = temp.resolve("split" + i);
            List<StorePart> parts = split(folder, 1 + random.nextInt(6));
            try (Store whole = Store.open(folder.resolve("whole"))) {
                Relations one = Relations.of(whole);
                Relations several = Relations.ofParts(() -> parts);
                assertEquals(one.all().stream().map(Relation::name).sorted().toList(),
                        several.all().stream().map(Relation::name).sorted().toList());
                for (Relation relation : one.all()) {
                    agree(relation, several.get(relation.name()), plansOfEach);
                    agreeOnDates(several.get(relation.name()), plansOfEach);
                }
            } finally {
                parts.forEach(part -> ((FolderPart) part).close());
            }
        }
        System.out.println("plans=" + plans + ", rows=" + rows + ", skipped=" + skipped);
        assertTrue(plans > splits * plansOfEach, "too few plans");
        assertTrue(rows > plans, "hardly any rows");
    }

    private void agree(Relation one, Relation several, int count) {
        assertEquals(one.rowCount(), several.rowCount());
        RandomPlans questions = new RandomPlans(one, KernelPropertyTest.rows(one), random);
        for (int i = 0; i < count; i++) {
            Plan plan = random.nextInt(4) == 0 ? questions.nextKeyed() : questions.next();
            if (namesNumbers(plan)) {
                skipped++;
                continue;
            }
            plans++;
            List<List<Object>> expected = answer(plan, Engine.INTERPRETER, 1);
            rows += expected.size();
            Plan moved = move(plan, several);
            String explained = plan + "\n" + moved.explain(QueryOptions.defaults());
            for (int threads : new int[] {1, 1 + random.nextInt(4)}) {
                List<List<Object>> actual = answer(moved, random.nextInt(4) == 0 ? Engine.INTERPRETER : Engine.BEST,
                        threads);
                // A condition that fails may not be asked of a row that another one leaves out.
                if (!expected.contains(FAILURE) && !actual.contains(FAILURE)) {
                    assertSame(expected, actual, explained);
                    assertEquals(expected.size(), countOfColumns(moved, threads), explained);
                    assertInRanges(expected, moved, threads, explained);
                }
            }
        }
    }

    /// Of dates, which one store does not have: parts that are read together, and each by itself.
    private void agreeOnDates(Relation several, int count) {
        RandomPlans questions = new RandomPlans(several, KernelPropertyTest.rows(several), random);
        Expr date = several.column("_date");
        for (int i = 0; i < count; i++) {
            Plan plan = questions.next();
            if (plan.isPlain()) {
                List<Output> outputs = new ArrayList<>(plan.outputs());
                outputs.add(new Output("date", date));
                List<Order> order = new ArrayList<>(plan.order().stream().limit(random.nextInt(3)).toList());
                order.add(random.nextInt(order.size() + 1), new Order(outputs.size() - 1, random.nextBoolean(),
                        random.nextBoolean()));
                plan = new Plan(several, plan.where(), outputs, List.of(), false, order, random.nextInt(3),
                        1 + random.nextInt(30));
            }
            List<List<Object>> expected = answer(plan, Engine.INTERPRETER, 1);
            List<List<Object>> actual = answer(plan, Engine.BEST, 1 + random.nextInt(3));
            if (!expected.contains(FAILURE) && !actual.contains(FAILURE) && !isRounded(plan)) {
                assertSame(expected, actual, plan + "\n" + plan.explain(QueryOptions.defaults()));
            }
        }
    }

    /// The rows that others would read have the same answer: all of them together, and one range after the other.
    private void assertInRanges(List<List<Object>> expected, Plan plan, int threads, String explained) {
        List<RowRange> ranges = new ArrayList<>();
        for (String part : plan.parts()) {
            ranges.addAll(plan.ranges(part, 1 + random.nextInt(5_000)));
        }
        assertSame(expected, Answers.rows(plan.run(ranges, QueryOptions.defaults().withThreads(threads))), explained);
        if (plan.isPlain()) {
            List<List<Object>> found = new ArrayList<>();
            int columns = 0;
            for (RowRange range : ranges) {
                List<List<Object>> some = Answers.rows(plan.run(List.of(range), QueryOptions.defaults()));
                assertTrue(some.size() <= range.rows(), () -> range + "\n" + explained);
                found.addAll(some);
                try (ColumnScan scan = plan.scanColumns(List.of(range), QueryOptions.defaults())) {
                    columns += count(scan.reader());
                }
            }
            assertSame(expected, found, explained);
            assertEquals(expected.size(), columns, explained);
        }
    }

    private static int count(ColumnScan.Reader reader) {
        int count = 0;
        while (reader.next()) {
            count += reader.batch() == null ? 0 : reader.batch().rows();
        }
        return count;
    }

    private static int countOfColumns(Plan plan, int threads) {
        try (ColumnScan scan = plan.scanColumns(QueryOptions.defaults().withThreads(threads))) {
            return count(scan.reader());
        }
    }

    private static final List<Object> FAILURE = List.of("failure");

    private static List<List<Object>> answer(Plan plan, Engine engine, int threads) {
        List<List<Object>> rows = new ArrayList<>();
        try {
            rows.addAll(Answers.rows(plan, engine, threads));
        } catch (QueryException e) {
            assertTrue(e.reason() == QueryException.Reason.OVERFLOW
                    || e.reason() == QueryException.Reason.DIVISION_BY_ZERO, e::toString);
            rows.add(FAILURE);
        }
        return rows;
    }

    /// Sums of floating-point numbers are made part by part, and rounded otherwise.
    private static void assertSame(List<List<Object>> expected, List<List<Object>> actual, String explained) {
        assertEquals(expected.size(), actual.size(), explained);
        for (int i = 0; i < expected.size(); i++) {
            for (int column = 0; column < expected.get(i).size(); column++) {
                Object one = expected.get(i).get(column);
                Object other = actual.get(i).get(column);
                boolean close = one instanceof Double a && other instanceof Double b
                        && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
                if (!close) {
                    assertEquals(one, other, "row=" + i + ", column=" + column + "\n" + explained);
                }
            }
        }
    }

    private static boolean namesNumbers(Plan plan) {
        List<Expr> all = new ArrayList<>();
        plan.where().ifPresent(all::add);
        plan.outputs().forEach(output -> all.add(output.expr()));
        plan.aggregates().forEach(aggregate -> all.addAll(aggregate.arguments()));
        return isRounded(plan) || all.stream().anyMatch(PartsPropertyTest::namesNumber);
    }

    /// Whether sums may be rounded otherwise where that shows.
    private static boolean isRounded(Plan plan) {
        boolean rounded = !plan.order().isEmpty() && plan.grouped() && plan.columns().stream().anyMatch(column ->
                column.type().kind().isFloating());
        // Covariances of floating-point numbers are small differences of large ones; MomentsTest compares them.
        rounded |= plan.aggregates().stream().anyMatch(aggregate -> aggregate.function().isMoment()
                && aggregate.arguments().stream().anyMatch(expr -> expr.type().kind().isFloating()));
        return rounded;
    }

    private static boolean namesNumber(Expr expr) {
        boolean[] found = new boolean[1];
        new Moved(column -> {
            found[0] |= NUMBERS.contains(column.name());
            return column;
        }).move(expr);
        return found[0];
    }

    /// The same question to the relation of another store.
    private static Plan move(Plan plan, Relation to) {
        Moved moved = new Moved(column -> to.column(column.name()));
        List<Output> outputs = plan.outputs().stream().map(output -> new Output(output.name(),
                moved.move(output.expr()))).toList();
        List<Aggregate> aggregates = plan.aggregates().stream().map(aggregate -> new Aggregate(aggregate.name(),
                aggregate.function(), aggregate.argument().map(moved::move), aggregate.second().map(moved::move),
                aggregate.fraction()))
                .toList();
        return new Plan(to, plan.where().map(moved::move), outputs, aggregates, plan.grouped(), plan.firsts(),
                plan.order(), plan.offset(), plan.limit());
    }

    /// Puts columns of another relation in the place of those of one.
    private record Moved(Function<Expr.ColumnRef, Expr> columns) {
        Expr move(Expr expr) {
            return switch (expr) {
                case Expr.ColumnRef e -> columns.apply(e);
                case Expr.Literal e -> e;
                case Expr.Arithmetic e -> new Expr.Arithmetic(e.operator(), move(e.left()), move(e.right()));
                case Expr.Negate e -> new Expr.Negate(move(e.operand()));
                case Expr.Compare e -> new Expr.Compare(e.comparison(), move(e.left()), move(e.right()));
                case Expr.And e -> new Expr.And(e.operands().stream().map(this::move).toList());
                case Expr.Or e -> new Expr.Or(e.operands().stream().map(this::move).toList());
                case Expr.Not e -> new Expr.Not(move(e.operand()));
                case Expr.IsNull e -> new Expr.IsNull(move(e.operand()));
                case Expr.In e -> new Expr.In(move(e.operand()), e.values());
                case Expr.Like e -> new Expr.Like(move(e.operand()), e.pattern(), e.escape());
                case Expr.Case e -> new Expr.Case(e.branches().stream().map(branch -> new Expr.When(
                        move(branch.condition()), move(branch.value()))).toList(), move(e.otherwise()));
                case Expr.Cast e -> new Expr.Cast(move(e.operand()), e.type());
                case Expr.TimeBucket e -> new Expr.TimeBucket(move(e.operand()), e.widthNs(), e.originNs());
            };
        }
    }

    /// Writes random messages of two versions into one store, and the same into several.
    private List<StorePart> split(Path folder, int count) throws IOException {
        RandomDeals.write(folder.resolve("source"), random, false);
        List<StorePart> parts = new ArrayList<>();
        try (Store source = Store.open(folder.resolve("source"))) {
            long messages = source.journal(Deals.JOURNAL).messageCount();
            long[] ends = random.longs(count - 1, 0, messages + 1).sorted().toArray();
            copy(source, folder.resolve("whole"), 0, messages);
            for (int i = 0; i < count; i++) {
                Path part = folder.resolve("part" + i);
                copy(source, part, i == 0 ? 0 : ends[i - 1], i == count - 1 ? messages : ends[i]);
                parts.add(new FolderPart(part, i, random.nextBoolean()));
            }
        }
        return parts;
    }

    private static void copy(Store source, Path to, long from, long end) throws IOException {
        MessageHeader header = new MessageHeader(Deals.newer());
        Schema[] schemas = {Deals.schema(), Deals.newer()};
        int version = -1;
        Journal journal = source.journal(Deals.JOURNAL);
        try (StoreWriter store = StoreWriter.open(to, StoreOptions.defaults().withChunkBytes(4096));
                JournalCursor cursor = journal.cursor()) {
            for (long n = 0; cursor.next(); n++) {
                if (n < from || n >= end) {
                    continue;
                }
                header.wrap(cursor.memory(), cursor.offset(), cursor.length());
                if (header.version() > version) {
                    version = (int) header.version();
                    store.define(new JournalDefinition(Deals.JOURNAL, schemas[version]));
                }
                store.journalWriter(Deals.JOURNAL).record(cursor.memory(), cursor.offset(), cursor.length(),
                        cursor.timeNs(), cursor.sequence());
            }
        }
    }

    /// A store in a folder as a part.
    private static final class FolderPart implements StorePart {
        private final Store store;
        private final Relations relations;
        private final int number;
        private final boolean isKnown;

        FolderPart(Path folder, int number, boolean isKnown) throws StoreException {
            store = Store.open(folder);
            relations = Relations.of(store);
            this.number = number;
            this.isKnown = isKnown;
        }

        void close() {
            try {
                store.close();
            } catch (StoreException e) {
                throw new AssertionError(e);
            }
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
            return number * MOST_NUMBERS;
        }

        @Override
        public Optional<Map<String, Known>> known() {
            if (!isKnown) {
                return Optional.empty();
            }
            Map<String, Known> known = new LinkedHashMap<>();
            relations.all().forEach(relation -> known.put(relation.name(), new Known(relation.rowCount(),
                    time(relation, Aggregate.Function.MIN), time(relation, Aggregate.Function.MAX),
                    Integer.toUnsignedLong(relation.columns().hashCode()))));
            return Optional.of(known);
        }

        private static OptionalLong time(Relation relation, Aggregate.Function function) {
            if (relation.columns().stream().noneMatch(column -> column.name().equals("_time"))) {
                return OptionalLong.empty();
            }
            Plan plan = new Plan(relation, Optional.empty(), List.of(), List.of(new Aggregate("t", function,
                    Optional.of(relation.column("_time")))), true, List.of(), 0, Plan.NO_LIMIT);
            try (Result result = plan.run(QueryOptions.defaults())) {
                result.next();
                return result.isNull(0) ? OptionalLong.empty() : OptionalLong.of(result.getLong(0));
            }
        }

        @Override
        public Opened open() {
            return new OpenedPart(relations, store.unreadable(), () -> { });
        }
    }
}
