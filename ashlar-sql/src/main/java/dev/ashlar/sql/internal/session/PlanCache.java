// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.internal.result.PlannedQuery;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Caches the latest queries of a session: a repeated query is neither parsed nor planned nor compiled.
///
/// A query is planned again if tables were added, removed or got other columns, if a table that it reads has doubled
/// its rows, or if the memory limit differs, on which the longest text depends. Statements with parameters, PIVOT or
/// recursion are not cached.
///
/// **Threading**: any thread.
final class PlanCache {
    private static final int MAX_QUERIES = 64;
    /// Longer ones are written by programs, each another one.
    private static final int MAX_CHARACTERS = 10_000;

    private final Map<Key, Kept> queries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
            return size() > MAX_QUERIES;
        }
    };

    /// @param textCharacters of the longest text, which the code knows
    private record Key(String sql, int textCharacters) { }

    /// @param tables  that there were
    /// @param lengths of its tables: binary digits of their rows
    private record Kept(PlannedQuery query, Namespace tables, Map<Relation, Integer> lengths) { }

    Optional<PlannedQuery> find(String sql, int textCharacters, Namespace tables) {
        Kept found;
        synchronized (queries) {
            found = queries.get(new Key(sql, textCharacters));
        }
        return found == null || !found.tables.isSame(tables) || !found.lengths.equals(lengths(found.query))
                ? Optional.empty() : Optional.of(found.query);
    }

    void add(String sql, int textCharacters, Namespace tables, PlannedQuery query) {
        List<Relation> known = tables.all();
        boolean kept = sql.length() <= MAX_CHARACTERS && query.isRepeatable()
                && query.sources().stream().allMatch(source -> known.stream().anyMatch(each -> each == source));
        if (kept) {
            Kept entry = new Kept(query, tables, lengths(query));
            synchronized (queries) {
                queries.put(new Key(sql, textCharacters), entry);
            }
        }
    }

    /// One scan is planned the same whatever its table has.
    private static Map<Relation, Integer> lengths(PlannedQuery query) {
        Map<Relation, Integer> lengths = new HashMap<>();
        List<Relation> weighed = query instanceof PlannedQuery.Scan ? List.of() : query.sources();
        weighed.forEach(source -> lengths.computeIfAbsent(source, each ->
                Long.SIZE - Long.numberOfLeadingZeros(each.rowCount())));
        return lengths;
    }
}
