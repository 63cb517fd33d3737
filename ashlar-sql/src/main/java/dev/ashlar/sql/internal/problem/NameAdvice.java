// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Suggests the table or column that a misspelled name may refer to.
public final class NameAdvice {
    /// Most names listed if none is similar.
    private static final int MAX_LISTED = 8;

    private final List<Relation> main;
    private final Map<String, List<Relation>> others;
    /// Of all stores.
    private final List<Relation> relations;

    /// @param main   tables that are named without a store
    /// @param others by store, those that are named with it
    public NameAdvice(List<Relation> main, Map<String, List<Relation>> others) {
        this.main = main;
        this.others = others;
        relations = Stream.concat(main.stream(), others.values().stream().flatMap(List::stream)).toList();
    }

    /// Advice on an unknown table.
    ///
    /// @param store that was named; empty for the main store
    String tables(String wanted, String store) {
        if (store.isEmpty() && others.keySet().stream().anyMatch(wanted::equalsIgnoreCase)) {
            return "; a store has this name: write main." + wanted + ", or give the store another";
        }
        for (Map.Entry<String, List<Relation>> other : others.entrySet()) {
            if (other.getKey().equalsIgnoreCase(store)) {
                return advice(wanted, other.getValue().stream().map(Relation::name).toList());
            }
        }
        Optional<String> elsewhere = others.entrySet().stream().flatMap(other -> other.getValue().stream()
                .filter(r -> r.name().equalsIgnoreCase(wanted)).map(r -> other.getKey() + "." + r.name())).findFirst();
        return elsewhere.map(name -> "; another store has it: " + name)
                .orElseGet(() -> advice(wanted, main.stream().map(Relation::name).toList()));
    }

    /// Advice on an unknown store.
    String stores(String wanted) {
        return advice(wanted, Stream.concat(Stream.of("main"), others.keySet().stream()).toList());
    }

    /// Advice on an unknown column.
    ///
    /// @param sql whose relations' columns are searched first
    String columns(String wanted, String sql) {
        String lower = sql.toLowerCase(Locale.ROOT);
        List<String> named = columns(relations.stream().filter(r -> lower.contains(r.name().toLowerCase(Locale.ROOT))));
        boolean known = named.stream().anyMatch(name -> name.equalsIgnoreCase(wanted));
        Optional<Relation> other = relations.stream().filter(relation -> has(relation, wanted)).findFirst();
        if (!known && other.isPresent()) {
            return "; it is a column of " + other.get().name() + ", which is not in FROM";
        }
        return known ? "; it is a column of a table that is not in FROM" : advice(wanted, named);
    }

    private static boolean has(Relation relation, String column) {
        return relation.columns().stream().anyMatch(c -> c.name().equalsIgnoreCase(column));
    }

    /// Whether a table, column or store has this name.
    boolean isKnown(String name) {
        return others.keySet().stream().anyMatch(name::equalsIgnoreCase) || relations.stream()
                .anyMatch(r -> r.name().equalsIgnoreCase(name) || has(r, name));
    }

    /// The most similar name, or a list of existing ones.
    static String advice(String wanted, Collection<String> names) {
        Optional<String> similar = SpellingSuggestion.similar(wanted, names);
        return similar.map(name -> "; nearest: " + name).orElseGet(() -> names.isEmpty() ? ""
                : "; there are: " + String.join(", ", names.stream().limit(MAX_LISTED).toList())
                        + (names.size() > MAX_LISTED ? ", …" : ""));
    }

    /// Columns of messages before those of the store, which begin with `_`.
    private static List<String> columns(Stream<Relation> relations) {
        return relations.flatMap(r -> r.columns().stream()).map(Column::name).distinct()
                .sorted(Comparator.comparing(name -> name.startsWith("_"))).toList();
    }
}
