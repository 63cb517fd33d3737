// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import io.trino.spi.TrinoException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An archive as of its first use in a transaction: its relations, its days, and the ends of the tables and journals of
/// the open day. All workers read up to these ends.
///
/// **Threading**: immutable.
final class PlannedArchive {
    private static final String LAST_VALUES = "last-value table";

    private final Archive archive;
    private final Relations relations;
    private final NameMap tables;
    private final Map<String, Archive.Day> days = new LinkedHashMap<>();
    /// By day, then by relation: the row, or position, after the last.
    private final Map<String, Map<String, Long>> ends = new HashMap<>();
    /// Relations whose rows are replaced in place, so that only the current state can be read.
    private final Set<String> replaced = new HashSet<>();
    /// By day: the error that prevented reading it.
    private final Map<String, RuntimeException> unreadable = new HashMap<>();

    PlannedArchive(Archive archive) {
        this.archive = archive;
        try {
            for (Archive.Day day : archive.days()) {
                days.put(day.name(), day);
            }
            relations = archive.relations();
        } catch (StoreException e) {
            throw AshlarErrors.of(e);
        }
        tables = new NameMap(relations.all().stream().map(Relation::name).toList());
        for (Archive.Day day : days.values()) {
            if (day.open()) {
                ends.put(day.name(), ends(day));
            }
        }
    }

    private Map<String, Long> ends(Archive.Day day) {
        Map<String, Long> found = new HashMap<>();
        Relation containers = relations.containers();
        try (Result result = containers.scan().select(containers.column("name"), containers.column("kind"),
                containers.column("endRow"), containers.column("endPosition")).plan().run(List.of(RowRange.all(
                day.name())), QueryOptions.defaults())) {
            while (result.next()) {
                String name = result.getText(0);
                found.put(name, (Long) result.get(result.isNull(2) ? 3 : 2) - day.base());
                if (result.getText(1).equals(LAST_VALUES)) {
                    replaced.add(name);
                }
            }
        } catch (IllegalArgumentException | QueryException e) {
            // Queries that need the day fail; others do not.
            unreadable.put(day.name(), e);
        }
        return found;
    }

    /// @throws TrinoException if the rows of a day are not known
    void requireReadable(Archive.Day day) {
        RuntimeException reason = unreadable.get(day.name());
        if (reason != null) {
            throw new TrinoException(AshlarErrors.ASHLAR_UNREADABLE, "day could not be read when the query was planned: day="
                    + day.name() + ", " + reason.getMessage() + "; exclude it by _date", reason);
        }
    }

    Archive archive() {
        return archive;
    }

    NameMap tables() {
        return tables;
    }

    /// The relation of a table.
    ///
    /// @param name with its capitals
    Relation relation(String name) {
        return relations.get(name);
    }

    /// A day that existed at planning; empty if it is newer.
    Optional<Archive.Day> day(String name) {
        return Optional.ofNullable(days.get(name));
    }

    List<Archive.Day> days() {
        return List.copyOf(days.values());
    }

    /// The part of a range of rows that existed at planning.
    RowRange clip(RowRange range, String relation) {
        Map<String, Long> known = ends.get(range.part());
        if (known == null || replaced.contains(relation)) {
            return range;
        }
        Long end = known.get(relation);
        return end == null ? range : range.before(Math.min(end, StorePart.MOST_NUMBERS));
    }

    /// Number of rows that a relation had; for a journal of the open day, its bytes.
    long rows(Archive.Day day, String relation) {
        if (day.open()) {
            return ends.getOrDefault(day.name(), Map.of()).getOrDefault(relation, 0L);
        }
        return day.tables().stream().filter(table -> table.name().equals(relation)).mapToLong(Archive.Table::rows)
                .sum();
    }
}
