// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A predicate that is called enforced is met by exactly the rows that come; of one that is not, no row is missing.
class PushdownPropertyTest {
    private static final int PREDICATES = 50;
    private static final Map<String, String> SMALL_SPLITS = Map.of(CatalogSettings.SPLIT_BYTES, "20000");

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("PushdownPropertyTest");
    private int enforced;
    private int found;

    @Test
    void shouldKeepExactlyTheRowsOfNumbers() throws Exception {
        NumbersArchive.write(temp.resolve("numbers"), 700, random);
        check("numbers", "numbers");
    }

    @Test
    void shouldKeepExactlyTheRowsOfFeeds() throws Exception {
        SampleArchive.write(temp.resolve("feed"), 2, 1_500);
        check("feed", "bookupdate_levels");
        check("feed", "messages");
    }

    private void check(String schema, String table) throws Exception {
        try (Reading reading = new Reading(temp, schema, table, SMALL_SPLITS)) {
            List<List<Object>> all = reading.rows(reading.table);
            assertTrue(all.size() > 1_000, "rows=" + all.size());
            for (int i = 0; i < PREDICATES; i++) {
                check(reading, all, predicate(reading.columns(), all));
            }
            System.out.println(table + ": predicates=" + PREDICATES + ", enforced=" + enforced + ", rows found=" + found);
            assertTrue(enforced > PREDICATES / 2, "hardly any is enforced: " + enforced);
        }
        enforced = 0;
    }

    private void check(Reading reading, List<List<Object>> all, TupleDomain<ColumnHandle> wanted) throws Exception {
        Optional<ConstraintApplicationResult<ConnectorTableHandle>> result = reading.metadata().applyFilter(
                reading.session, reading.table, new Constraint(wanted));
        ConnectorTableHandle handle = result.map(ConstraintApplicationResult::getHandle).orElse(reading.table);
        TupleDomain<ColumnHandle> remaining = result.map(ConstraintApplicationResult::getRemainingFilter)
                .orElse(wanted);
        List<List<Object>> expected = filter(reading.columns(), all, wanted);
        List<List<Object>> actual = reading.rows(handle);
        assertEquals(expected, filter(reading.columns(), actual, remaining), () -> wanted + "\n" + handle);
        if (remaining.isAll()) {
            enforced++;
            assertEquals(expected.size(), actual.size());
        }
        found += actual.size();
        // Nothing is left to push down.
        assertTrue(reading.metadata().applyFilter(reading.session, handle, new Constraint(wanted)).isEmpty(),
                () -> "again: " + wanted);
    }

    private static List<List<Object>> filter(List<ColumnHandle> columns, List<List<Object>> rows,
            TupleDomain<ColumnHandle> predicate) {
        List<List<Object>> kept = new ArrayList<>();
        for (List<Object> row : rows) {
            boolean meets = !predicate.isNone();
            for (Map.Entry<ColumnHandle, Domain> entry : predicate.getDomains().orElse(Map.of()).entrySet()) {
                meets &= meets(entry.getValue(), row.get(columns.indexOf(entry.getKey())));
            }
            if (meets) {
                kept.add(row);
            }
        }
        return kept;
    }

    /// No comparison with NaN is true.
    private static boolean meets(Domain domain, Object value) {
        boolean nan = value instanceof Double number && number.isNaN()
                || domain.getType().getDisplayName().equals("real") && value instanceof Long bits
                && Float.isNaN(Float.intBitsToFloat(bits.intValue()));
        return nan ? domain.getValues().isAll() : domain.includesNullableValue(value);
    }

    private TupleDomain<ColumnHandle> predicate(List<ColumnHandle> columns, List<List<Object>> rows) {
        Map<ColumnHandle, Domain> domains = new HashMap<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            int column = random.nextInt(columns.size());
            domains.put(columns.get(column), domain(((AshlarColumn) columns.get(column)).type(), column, rows));
        }
        return TupleDomain.withColumnDomains(domains);
    }

    private Domain domain(Type type, int column, List<List<Object>> rows) {
        int kind = random.nextInt(8);
        if (kind == 0) {
            return random.nextBoolean() ? Domain.onlyNull(type) : Domain.notNull(type);
        }
        List<Range> ranges = new ArrayList<>();
        int count = kind == 1 ? 40 : 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            range(type, value(column, rows), value(column, rows)).ifPresent(ranges::add);
        }
        if (ranges.isEmpty()) {
            return Domain.onlyNull(type);
        }
        ValueSet values = ValueSet.copyOfRanges(type, ranges);
        return Domain.create(kind == 2 && !type.getDisplayName().matches("real|double") ? values.complement() : values,
                random.nextInt(4) == 0);
    }

    private Object value(int column, List<List<Object>> rows) {
        return rows.get(random.nextInt(rows.size())).get(column);
    }

    private Optional<Range> range(Type type, Object one, Object other) {
        if (one == null || other == null || isNan(type, one) || isNan(type, other)) {
            return Optional.empty();
        }
        switch (random.nextInt(5)) {
            case 0:
                return Optional.of(Range.greaterThan(type, one));
            case 1:
                return Optional.of(Range.lessThanOrEqual(type, one));
            case 2:
                try {
                    return Optional.of(Range.range(type, one, true, other, random.nextBoolean()));
                } catch (IllegalArgumentException _) {
                    // The wrong way round, or empty.
                    return Optional.of(Range.equal(type, one));
                }
            default:
                return Optional.of(Range.equal(type, one));
        }
    }

    private static boolean isNan(Type type, Object value) {
        return value instanceof Double number && number.isNaN() || type.getDisplayName().equals("real")
                && Float.isNaN(Float.intBitsToFloat(((Long) value).intValue()));
    }
}
