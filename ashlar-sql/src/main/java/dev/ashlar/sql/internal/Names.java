// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.query.internal.Nearest;
import java.util.Collection;
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
        return Optional.of(Nearest.of(wanted, names)).filter(name -> !name.isEmpty());
    }
}
