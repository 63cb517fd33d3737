// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The relations of a store. A relation that has not changed stays the same object, because it keeps the kernels
/// compiled for it.
///
/// **Threading**: immutable.
final class KeptRelations implements Relations {
    private final Map<String, Relation> byName = new LinkedHashMap<>();
    private final List<Relation> all;
    private final Relation containers;

    /// @param before what was there before; null for nothing
    KeptRelations(KeptRelations before, Relations now) {
        for (Relation relation : now.all()) {
            Relation known = before == null ? null : before.byName.get(relation.name());
            boolean same = known != null && known.columns().equals(relation.columns());
            byName.put(relation.name(), same ? known : relation);
        }
        all = List.copyOf(byName.values());
        containers = now.containers();
    }

    @Override
    public List<Relation> all() {
        return all;
    }

    @Override
    public Relation containers() {
        return containers;
    }

    @Override
    public Relation get(String name) {
        return Optional.ofNullable(byName.get(name)).orElseThrow(() -> new IllegalArgumentException(
                "no such relation: name=" + name));
    }
}
