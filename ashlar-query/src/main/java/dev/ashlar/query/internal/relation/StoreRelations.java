// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.store.Journal;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The relations of a store.
public final class StoreRelations implements Relations {
    private final Map<String, Relation> byName;
    private final Relation containers;

    private StoreRelations(Map<String, Relation> byName, Relation containers) {
        this.byName = byName;
        this.containers = containers;
    }

    public static StoreRelations of(Store store) {
        Map<String, Relation> found = new LinkedHashMap<>();
        Map<String, Table> byPath = new HashMap<>();
        for (Table table : store.tables()) {
            // By path, since tables may be renamed when a schema grows. Tables without a journal have no parents.
            if (table.prefix() != RowPrefix.NONE) {
                byPath.put(path(table), table);
            }
        }
        StoreEnds ends = new StoreEnds(store);
        for (Table table : store.tables()) {
            found.put(table.name(), TableRelation.of(levels(table, byPath), store::indexes, ends));
        }
        for (Journal journal : store.journals()) {
            // Without its schema nobody knows what the header of a message says.
            if (journal.schema() != null) {
                found.putIfAbsent(journal.name(), new JournalRelation(journal, ends));
            }
        }
        for (LastValues lastValues : store.lastValues()) {
            found.putIfAbsent(lastValues.name(), new LastValuesRelation(lastValues));
        }
        return new StoreRelations(found, new ContainersRelation(store));
    }

    /// A table whose parent is not in the store, since no row of it was readable, stands alone.
    private static List<Table> levels(Table table, Map<String, Table> byPath) {
        List<Table> levels = new ArrayList<>();
        levels.add(table);
        String path = table.prefix() == RowPrefix.PARENT ? path(table) : "";
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            Table parent = byPath.get(path.substring(0, end));
            if (parent == null) {
                break;
            }
            levels.add(parent);
        }
        return levels;
    }

    private static String path(Table table) {
        return BlockTree.of(table.schema()).kinds().stream().filter(kind -> kind.block() == table.block()).findFirst()
                .map(BlockKind::path).orElse(table.name());
    }

    @Override
    public List<Relation> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public Relation containers() {
        return containers;
    }

    @Override
    public Relation get(String name) {
        Relation relation = name.equals(containers.name()) ? byName.getOrDefault(name, containers) : byName.get(name);
        if (relation == null) {
            throw new IllegalArgumentException("no such relation: name=" + name + ", nearest="
                    + SpellingSuggestion.nearest(name, byName.keySet()).orElse(""));
        }
        return relation;
    }
}
