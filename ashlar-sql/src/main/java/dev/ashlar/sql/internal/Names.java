// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the name that somebody meant.
final class Names {
    private final List<Relation> relations;

    Names(List<Relation> relations) {
        this.relations = relations;
    }

    Optional<String> nearestTable(String wanted) {
        return nearest(wanted, relations.stream().map(Relation::name).toList());
    }

    /// @param sql where relations are named whose columns are looked at first
    Optional<String> nearestColumn(String wanted, String sql) {
        String lower = sql.toLowerCase(Locale.ROOT);
        List<String> named = columns(relations.stream().filter(r -> lower.contains(r.name().toLowerCase(Locale.ROOT))));
        return nearest(wanted, named.isEmpty() ? columns(relations.stream()) : named);
    }

    private static List<String> columns(Stream<Relation> relations) {
        return relations.flatMap(r -> r.columns().stream()).map(Column::name).distinct().toList();
    }

    private static Optional<String> nearest(String wanted, Collection<String> names) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingInt((String name) -> distance(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// Letters to change.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
