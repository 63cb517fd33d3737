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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An archive as of the moment at which a transaction looked at it first: its relations, its days, and how far the
/// tables and journals of the open day went. All workers read up to there.
///
/// **Threading**: immutable.
final class PlannedArchive {
    private final Archive archive;
    private final Relations relations;
    private final NameMap tables;
    private final Map<String, Archive.Day> days = new LinkedHashMap<>();
    /// By day, then by relation: the row, or position, after the last.
    private final Map<String, Map<String, Long>> ends = new HashMap<>();

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
                ends.put(day.name(), ends(day.name()));
            }
        }
    }

    private Map<String, Long> ends(String day) {
        Map<String, Long> found = new HashMap<>();
        Relation containers = relations.containers();
        if (containers.columns().size() == 1) {
            // No day can be opened.
            return found;
        }
        Archive.Day of = days.get(day);
        try (Result result = containers.scan().select(containers.column("name"), containers.column("endRow"),
                containers.column("endPosition")).plan().run(List.of(RowRange.all(day)), QueryOptions.defaults())) {
            while (result.next()) {
                Object end = result.isNull(1) ? result.get(2) : result.get(1);
                if (end != null) {
                    found.put(result.getText(0), (Long) end - of.base());
                }
            }
        } catch (QueryException _) {
            // Queries that need the day fail; others do not.
        }
        return found;
    }

    Archive archive() {
        return archive;
    }

    NameMap tables() {
        return tables;
    }

    /// The relation that a table is.
    ///
    /// @param name with its capitals
    Relation relation(String name) {
        return relations.get(name);
    }

    /// A day that was there; empty if it is newer.
    Optional<Archive.Day> day(String name) {
        return Optional.ofNullable(days.get(name));
    }

    List<Archive.Day> days() {
        return List.copyOf(days.values());
    }

    /// Those of some rows that were there.
    RowRange clip(RowRange range, String relation) {
        Map<String, Long> known = ends.get(range.part());
        if (known == null) {
            return range;
        }
        Long end = known.get(relation);
        return end == null ? range : range.before(Math.min(end, StorePart.MOST_NUMBERS));
    }

    /// Whether a relation of a day may grow, and had no rows.
    boolean isNew(String day, String relation) {
        Map<String, Long> known = ends.get(day);
        return known != null && !known.containsKey(relation);
    }

    /// Rows that a relation had.
    long rows(String relation) {
        long rows = 0;
        for (Archive.Day day : days.values()) {
            rows += rows(day, relation);
        }
        return rows;
    }

    long rows(Archive.Day day, String relation) {
        if (day.open()) {
            return ends.getOrDefault(day.name(), Map.of()).getOrDefault(relation, 0L);
        }
        return day.tables().stream().filter(table -> table.name().equals(relation)).mapToLong(Archive.Table::rows).sum();
    }
}
