// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.testkit.Seed;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.Type;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Groups and first rows that kernels find are those that a loop over all rows finds.
class AggregationTest {
    private static final int ROWS = 3 * 700;

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("AggregationTest");

    @BeforeEach
    void write() throws Exception {
        NumbersArchive.write(temp.resolve("numbers"), ROWS / 3, random);
    }

    private Reading read(Map<String, String> properties) {
        return new Reading(temp, "numbers", "numbers", properties);
    }

    private static Optional<AggregationApplicationResult<ConnectorTableHandle>> apply(Reading reading,
            List<String> keys, List<AggregateFunction> functions) {
        return apply(reading, reading.table, keys, functions);
    }

    private static Optional<AggregationApplicationResult<ConnectorTableHandle>> apply(Reading reading,
            ConnectorTableHandle table, List<String> keys, List<AggregateFunction> functions) {
        Map<String, ColumnHandle> columns = reading.metadata().getColumnHandles(reading.session, reading.table);
        return reading.metadata().applyAggregation(reading.session, table, functions, columns, List.of(
                keys.stream().map(columns::get).toList()));
    }

    private static AggregateFunction function(Reading reading, String name, String column, Type output) {
        Type type = column.isEmpty() ? BigintType.BIGINT : type(reading, column);
        return new AggregateFunction(name, output == null ? type : output, column.isEmpty() ? List.of()
                : List.of(new Variable(column, type)), List.of(), false, Optional.empty());
    }

    private static Type type(Reading reading, String column) {
        return ((AshlarColumn) reading.metadata().getColumnHandles(reading.session, reading.table).get(column)).type();
    }

    @Test
    void shouldAggregateAsALoopDoes() throws Exception {
        try (Reading reading = read(Map.of())) {
            List<List<Object>> all = reading.rows(reading.table);
            assertEquals(ROWS, all.size());
            for (List<String> keys : List.of(List.<String>of(), List.of("e"), List.of("e", "k_first", "_date"),
                    List.of("m", "b"), List.of("t"))) {
                AggregationApplicationResult<ConnectorTableHandle> found = apply(reading, keys, List.of(
                        function(reading, "count", "", BigintType.BIGINT),
                        function(reading, "count", "m", BigintType.BIGINT),
                        function(reading, "sum", "m", BigintType.BIGINT),
                        function(reading, "sum", "p", DecimalType.createDecimalType(38, 3)),
                        function(reading, "min", "t", null), function(reading, "max", "at", null),
                        function(reading, "min", "u", null), function(reading, "max", "l", null))).orElseThrow();
                List<ColumnHandle> outputs = new ArrayList<>();
                Map<String, ColumnHandle> columns = reading.metadata().getColumnHandles(reading.session, reading.table);
                keys.forEach(key -> outputs.add(columns.get(key)));
                found.getAssignments().stream().map(Assignment::getColumn).forEach(outputs::add);
                List<String> actual = reading.rows(found.getHandle(), outputs).stream().map(AggregationTest::text)
                        .sorted().toList();
                assertEquals(loop(reading, all, keys), actual, keys::toString);
            }
        }
    }

    private static List<String> loop(Reading reading, List<List<Object>> rows, List<String> keys) {
        Map<List<Object>, List<List<Object>>> groups = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            groups.put(List.of(), rows);
        } else {
            for (List<Object> row : rows) {
                List<Object> key = new ArrayList<>();
                keys.forEach(name -> key.add(value(reading, row, name)));
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
            }
        }
        List<String> lines = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<Object> line = new ArrayList<>(key);
            line.add((long) group.size());
            List<Object> some = values(reading, group, "m");
            line.add((long) some.size());
            line.add(some.isEmpty() ? null : some.stream().mapToLong(Long.class::cast).sum());
            line.add(Int128.valueOf(values(reading, group, "p").stream().mapToLong(value -> value instanceof Int128 wide
                    ? wide.toLongExact() : (Long) value).sum()));
            line.add(values(reading, group, "t").stream().map(Slice.class::cast).min(Comparator.naturalOrder())
                    .orElse(null));
            line.add(values(reading, group, "at").stream().map(LongTimestamp.class::cast).max(
                    Comparator.naturalOrder()).orElse(null));
            line.add(values(reading, group, "u").stream().map(Int128.class::cast).min(Comparator.naturalOrder())
                    .orElse(null));
            line.add(values(reading, group, "l").stream().mapToLong(Long.class::cast).max().getAsLong());
            lines.add(text(line));
        });
        return lines.stream().sorted().toList();
    }

    private static Object value(Reading reading, List<Object> row, String name) {
        return row.get(reading.columns().indexOf(reading.metadata().getColumnHandles(reading.session, reading.table)
                .get(name)));
    }

    private static List<Object> values(Reading reading, List<List<Object>> rows, String name) {
        int index = reading.columns().indexOf(reading.metadata().getColumnHandles(reading.session, reading.table)
                .get(name));
        return rows.stream().map(row -> row.get(index)).filter(value -> value != null).toList();
    }

    private static String text(List<Object> row) {
        return row.stream().map(value -> value instanceof Slice slice ? slice.toStringUtf8() : String.valueOf(value))
                .toList().toString();
    }

    @Test
    void shouldLeaveWhatDiffersToTrino() throws Exception {
        try (Reading reading = read(Map.of())) {
            assertTrue(apply(reading, List.of(), List.of(function(reading, "sum", "d", null))).isEmpty());
            assertTrue(apply(reading, List.of(), List.of(function(reading, "max", "f", null))).isEmpty());
            assertTrue(apply(reading, List.of("d"), List.of(function(reading, "count", "", BigintType.BIGINT))).isEmpty());
            assertTrue(apply(reading, List.of(), List.of(function(reading, "avg", "l", null))).isEmpty());
            assertTrue(apply(reading, List.of("_row"), List.of(function(reading, "count", "", BigintType.BIGINT)))
                    .isEmpty(), "many groups");
        }
    }

    /// The list of days does not know how large the open day is: the last of these.
    @Test
    void shouldCountTheBytesOfTheOpenDay() throws Exception {
        long rows = ROWS / 3;
        try (Archive archive = Archive.open(temp.resolve("numbers"))) {
            assertTrue(archive.days().getLast().open());
        }
        for (boolean few : new boolean[] {true, false}) {
            // A row has about fifty bytes.
            try (Reading reading = read(Map.of(CatalogSettings.AGGREGATE_BYTES, Long.toString(few ? rows * 100
                    : rows * 20)))) {
                ConnectorTableHandle openDay = reading.where("_date", Domain.singleValue(DateType.DATE, LocalDate.parse(
                        "2026-01-07").toEpochDay()));
                List<AggregateFunction> count = List.of(function(reading, "count", "", BigintType.BIGINT));
                assertEquals(few, apply(reading, openDay, List.of(), count).isPresent());
                assertEquals(few, apply(reading, openDay, List.of("e"), count).isPresent());
            }
        }
    }

    /// What zones of sealed days say, against a loop over their rows. The open day has rows, and no zones yet.
    @Test
    void shouldKnowTablesByTheirZones() throws Exception {
        try (Reading reading = read(Map.of())) {
            TableStatistics statistics = reading.metadata().getTableStatistics(reading.session, reading.table);
            assertEquals(ROWS, statistics.getRowCount().getValue());
            List<List<Object>> sealed = reading.rows(reading.where("_date", Domain.create(ValueSet.ofRanges(Range.lessThan(
                    DateType.DATE, LocalDate.parse("2026-01-07").toEpochDay())), false)));
            assertEquals(ROWS * 2 / 3, sealed.size());
            for (String name : List.of("l", "b", "s", "m")) {
                List<Object> found = values(reading, sealed, name);
                ColumnStatistics column = statistics(reading, statistics, name);
                assertEquals(1 - (double) found.size() / sealed.size(), column.getNullsFraction().getValue(), 1e-9,
                        name);
                assertEquals(Optional.of(new DoubleRange(found.stream().mapToLong(Long.class::cast).min().getAsLong(),
                        found.stream().mapToLong(Long.class::cast).max().getAsLong())), column.getRange(), name);
            }
            assertTrue(statistics(reading, statistics, "m").getNullsFraction().getValue() > 0);
            assertEquals(2, statistics(reading, statistics, "e").getDistinctValuesCount().getValue(), "values of the schema");
            double days = LocalDate.parse("2026-01-05").toEpochDay();
            assertEquals(Optional.of(new DoubleRange(days, days + 1)), statistics(reading, statistics, "_date").getRange());
            assertEquals(ROWS / 3.0, reading.metadata().getTableStatistics(reading.session, reading.where("_date",
                    Domain.singleValue(DateType.DATE, (long) days))).getRowCount().getValue());
        }
    }

    private static ColumnStatistics statistics(Reading reading, TableStatistics statistics, String name) {
        return statistics.getColumnStatistics().get(reading.metadata().getColumnHandles(reading.session, reading.table)
                .get(name));
    }

    /// Texts of an enum are made once for all pages of a day.
    @Test
    void shouldShowEnumsAsDictionaries() throws Exception {
        NumbersArchive.write(temp.resolve("many"), 40_000, random);
        try (Reading reading = new Reading(temp, "many", "numbers", Map.of(), "e")) {
            int pages = 0;
            Set<Block> texts = Collections.newSetFromMap(new IdentityHashMap<>());
            for (ConnectorSplit split : reading.allSplits()) {
                try (ConnectorPageSource source = reading.open(split)) {
                    while (!source.isFinished()) {
                        SourcePage page = source.getNextSourcePage();
                        if (page != null) {
                            DictionaryBlock block = assertInstanceOf(DictionaryBlock.class, page.getBlock(0));
                            assertTrue(block.getDictionary().getPositionCount() < 10, block::toString);
                            texts.add(block.getDictionary());
                            pages++;
                        }
                    }
                }
            }
            assertTrue(texts.size() <= 3 && pages > 3, "pages=" + pages + ", dictionaries=" + texts.size());
        }
    }

    @Test
    void shouldFailWhereASumIsTooLarge() throws Exception {
        try (Reading reading = read(Map.of())) {
            AggregationApplicationResult<ConnectorTableHandle> found = apply(reading, List.of(), List.of(
                    function(reading, "sum", "l", BigintType.BIGINT))).orElseThrow();
            TrinoException e = assertThrows(TrinoException.class, () -> reading.rows(found.getHandle(), List.of(
                    found.getAssignments().getFirst().getColumn())));
            assertEquals(StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE.toErrorCode(), e.getErrorCode());
        }
    }

    @Test
    void shouldFailWhereGroupsNeedTooMuchMemory() throws Exception {
        try (Reading reading = read(Map.of(CatalogSettings.MEMORY_BYTES, "100"))) {
            AggregationApplicationResult<ConnectorTableHandle> found = apply(reading, List.of("t"), List.of(
                    function(reading, "count", "", BigintType.BIGINT))).orElseThrow();
            TrinoException e = assertThrows(TrinoException.class, () -> reading.rows(found.getHandle(), List.of(
                    found.getAssignments().getFirst().getColumn())));
            assertEquals(StandardErrorCode.EXCEEDED_LOCAL_MEMORY_LIMIT.toErrorCode(), e.getErrorCode());
            assertTrue(e.getMessage().contains("set session"), e::getMessage);
        }
    }

    @Test
    void shouldFindTheFirstRowsOfEachSplit() throws Exception {
        try (Reading reading = read(Map.of(CatalogSettings.SPLIT_BYTES, "10000"))) {
            List<List<Object>> all = reading.rows(reading.table);
            Map<String, ColumnHandle> columns = reading.metadata().getColumnHandles(reading.session, reading.table);
            List<SortItem> order = List.of(new SortItem("m", SortOrder.DESC_NULLS_FIRST), new SortItem("_row",
                    SortOrder.ASC_NULLS_LAST));
            TopNApplicationResult<ConnectorTableHandle> found = reading.metadata().applyTopN(reading.session,
                    reading.table, 7, order, columns).orElseThrow();
            assertTrue(!found.isTopNGuaranteed());
            Comparator<List<Object>> byOrder = Comparator.comparing((List<Object> row) -> (Long) value(reading, row, "m"),
                    Comparator.nullsFirst(Comparator.reverseOrder())).thenComparing(row -> (Long) value(reading, row,
                            "_row"));
            List<List<Object>> candidates = reading.rows(found.getHandle());
            assertTrue(candidates.size() > 7 && candidates.size() < all.size(), "rows=" + candidates.size());
            assertEquals(all.stream().sorted(byOrder).limit(7).toList(), candidates.stream().sorted(byOrder).limit(7)
                    .toList());
            assertTrue(reading.metadata().applyTopN(reading.session, reading.table, 7, List.of(new SortItem("d",
                    SortOrder.ASC_NULLS_LAST)), columns).isEmpty());
            ConnectorTableHandle limited = reading.metadata().applyLimit(reading.session, reading.table, 5)
                    .orElseThrow().getHandle();
            int count = reading.rows(limited).size();
            assertTrue(count >= 5 && count < all.size(), "rows=" + count);
        }
    }
}
