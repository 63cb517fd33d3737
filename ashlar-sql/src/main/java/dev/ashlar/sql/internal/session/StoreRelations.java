// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The relations of one store of a session.
///
/// **Threading**: any thread.
final class StoreRelations {
    private final Store store;
    /// By name. Reused while unchanged, since a relation keeps the kernels generated for it.
    private volatile Map<String, Relation> known = Map.of();

    StoreRelations(Store store) {
        this.store = store;
    }

    /// Those that users list.
    List<Relation> all() {
        Map<String, Relation> before = known;
        Map<String, Relation> now = new LinkedHashMap<>();
        for (Relation relation : Relations.of(store).all()) {
            Relation same = before.get(relation.name());
            boolean kept = same != null && same.columns().equals(relation.columns());
            now.put(relation.name(), kept ? same : relation);
        }
        known = now;
        return List.copyOf(now.values());
    }

    /// Those that statements may name.
    List<Relation> named() {
        List<Relation> relations = new ArrayList<>(all());
        Relation containers = Relations.of(store).containers();
        if (relations.stream().noneMatch(relation -> relation.name().equalsIgnoreCase(containers.name()))) {
            relations.add(containers);
        }
        return relations;
    }

    /// Why a table cannot be read, if that is so.
    Optional<StoreException> unreadable(String table) {
        return store.unreadable().entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(table))
                .findFirst().map(Map.Entry::getValue);
    }
}
