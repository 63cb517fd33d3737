// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The relations of one store, or archive, of a session.
///
/// **Threading**: any thread.
final class AttachedStore {
    private final Supplier<Relations> relations;
    /// Why a table that is not among them cannot be read.
    private final Function<String, Optional<? extends Exception>> unreadable;
    /// By name. Reused while unchanged, since a relation keeps the kernels generated for it.
    private volatile Map<String, Relation> known = Map.of();
    /// The relation of all containers; null before the first query.
    private volatile Relation knownContainers;

    AttachedStore(Store store) {
        relations = () -> Relations.of(store);
        unreadable = table -> store.unreadable().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(table)).findFirst().map(Map.Entry::getValue);
    }

    AttachedStore(Archive archive) {
        relations = () -> {
            try {
                return archive.relations();
            } catch (StoreException e) {
                throw new QueryException(QueryException.Reason.CORRUPT, e.getMessage(), e);
            }
        };
        unreadable = table -> relations.get().unreadable(table);
    }

    /// Those that users list.
    List<Relation> all() {
        return all(relations.get());
    }

    private List<Relation> all(Relations found) {
        Map<String, Relation> before = known;
        Map<String, Relation> now = new LinkedHashMap<>();
        for (Relation relation : found.all()) {
            Relation same = before.get(relation.name());
            boolean kept = same != null && same.columns().equals(relation.columns());
            now.put(relation.name(), kept ? same : relation);
        }
        known = now;
        return List.copyOf(now.values());
    }

    /// Those that statements may name.
    List<Relation> named() {
        Relations found = relations.get();
        List<Relation> named = new ArrayList<>(all(found));
        Relation before = knownContainers;
        Relation now = found.containers();
        Relation containers = before != null && before.columns().equals(now.columns()) ? before : now;
        knownContainers = containers;
        if (named.stream().noneMatch(relation -> relation.name().equalsIgnoreCase(containers.name()))) {
            named.add(containers);
        }
        return named;
    }

    /// Why a table cannot be read, if that is so.
    Optional<? extends Exception> unreadable(String table) {
        return unreadable.apply(table);
    }
}
