// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.Relation;
import dev.ashlar.sql.internal.catalog.StoreCatalog;
import dev.ashlar.sql.internal.problem.NameAdvice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.jdbc.CalciteSchema;

/// The names that a statement may use: relations of the main store, and relations of other stores qualified by the
/// store name.
///
/// **Threading**: immutable.
///
/// @param others by name of the store
record Namespace(List<Relation> main, Map<String, List<Relation>> others) {
    Namespace {
        main = List.copyOf(main);
    }

    /// The relations of all stores.
    List<Relation> all() {
        List<Relation> all = new ArrayList<>(main);
        others.values().forEach(all::addAll);
        return all;
    }

    /// Whether they are the same relations, of which new rows do not make others.
    boolean isSame(Namespace other) {
        List<Relation> here = all();
        List<Relation> there = other.all();
        boolean same = here.size() == there.size() && others.keySet().equals(other.others.keySet());
        for (int i = 0; same && i < here.size(); i++) {
            same = here.get(i) == there.get(i);
        }
        return same;
    }

    NameAdvice advice() {
        return new NameAdvice(main, others);
    }

    /// The name of the store that a relation is of; empty for the main store.
    String store(Relation relation) {
        return others.entrySet().stream().filter(entry -> entry.getValue().stream().anyMatch(r -> r == relation))
                .map(Map.Entry::getKey).findFirst().orElse("");
    }

    CalciteSchema schema() {
        Map<String, List<Relation>> stores = new LinkedHashMap<>();
        stores.put(StoreCatalog.MAIN, main);
        stores.putAll(others);
        return CalciteSchema.createRootSchema(false, false, "", new StoreCatalog(stores));
    }
}
