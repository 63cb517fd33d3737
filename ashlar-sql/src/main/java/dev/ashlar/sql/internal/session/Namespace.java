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

/// What a statement may name: the relations of the main store, and those of others by the names of these.
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
