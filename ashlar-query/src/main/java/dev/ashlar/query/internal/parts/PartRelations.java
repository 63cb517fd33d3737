// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Column;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.relation.ScannableRelation;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The relations of several stores, by name.
public final class PartRelations implements Relations {
    private static final String CONTAINERS = "_containers";

    private final Map<String, PartRelation> byName;
    /// Null in what nothing was made of yet.
    private final PartRelation containers;
    private final LostParts lost;

    private PartRelations(Map<String, PartRelation> byName, PartRelation containers, LostParts lost) {
        this.byName = byName;
        this.containers = containers;
        this.lost = lost;
    }

    public static PartRelations of(Supplier<List<StorePart>> parts) {
        return of(parts, new PartRelations(Map.of(), null, LostParts.NONE));
    }

    /// @param before made of the same parts; a relation that has the same columns is taken from there
    public static PartRelations of(Supplier<List<StorePart>> parts, PartRelations before) {
        Map<String, PartRelation> found = new LinkedHashMap<>();
        List<StorePart> newestFirst = parts.get().reversed();
        try (Shapes shapes = new Shapes(newestFirst)) {
            for (String name : shapes.names()) {
                PartColumns columns = shapes.columns(name);
                if (!columns.isEmpty()) {
                    found.put(name, keep(before.byName.get(name), new PartRelation(name, columns.list(),
                            columns.numbers(), parts)));
                }
            }
            PartColumns columns = shapes.containers();
            PartRelation containers = keep(before.containers, new PartRelation(CONTAINERS, columns.list(),
                    columns.numbers(), parts));
            LostParts lost = new LostParts(shapes.failed);
            boolean same = containers == before.containers && lost.isAlike(before.lost) && List.copyOf(found.values())
                    .equals(List.copyOf(before.byName.values()));
            return same ? before : new PartRelations(found, containers, lost);
        }
    }

    /// @param known null if there was none
    private static PartRelation keep(PartRelation known, PartRelation now) {
        return known != null && known.isAlike(now) ? known : now;
    }

    /// Opens one part for each shape of a relation, the newest that can be opened.
    private static final class Shapes implements AutoCloseable {
        private final List<StorePart> newestFirst;
        private final Map<StorePart, Optional<StorePart.Opened>> opened = new HashMap<>();
        /// Those that could not be opened, the newest first.
        final Map<StorePart, StoreException> failed = new LinkedHashMap<>();

        Shapes(List<StorePart> newestFirst) {
            this.newestFirst = newestFirst;
        }

        private Optional<StorePart.Opened> open(StorePart part) {
            return opened.computeIfAbsent(part, found -> {
                try {
                    return Optional.of(found.open());
                } catch (StoreException e) {
                    // An error for queries that need it.
                    failed.put(part, e);
                    return Optional.empty();
                }
            });
        }

        private Optional<Relation> find(StorePart part, String name) {
            return open(part).flatMap(found -> PartRelation.find(found, name));
        }

        List<String> names() {
            Set<String> names = new HashSet<>();
            List<String> ordered = new ArrayList<>();
            for (StorePart part : newestFirst) {
                List<String> found = part.known().map(known -> List.copyOf(known.keySet())).orElseGet(() -> open(part)
                        .map(store -> store.relations().all().stream().map(Relation::name).toList()).orElse(List.of()));
                found.stream().filter(names::add).forEach(ordered::add);
            }
            return ordered;
        }

        PartColumns columns(String name) {
            PartColumns columns = new PartColumns();
            Set<Long> seen = new HashSet<>();
            for (StorePart part : newestFirst) {
                Optional<StorePart.Known> known = part.known().map(all -> all.get(name));
                boolean has = part.known().isEmpty() || known.isPresent();
                if (!has || known.isPresent() && seen.contains(known.get().shape())) {
                    continue;
                }
                Optional<Relation> relation = find(part, name);
                relation.ifPresent(found -> columns.add((ScannableRelation) found));
                if (relation.isPresent() && known.isPresent() && known.get().shape() >= 0) {
                    seen.add(known.get().shape());
                }
            }
            return columns;
        }

        /// All parts have the same columns for these.
        PartColumns containers() {
            PartColumns columns = new PartColumns();
            newestFirst.stream().map(this::open).flatMap(Optional::stream).findFirst().ifPresent(found ->
                    columns.add((ScannableRelation) found.relations().containers()));
            return columns;
        }

        @Override
        public void close() {
            opened.values().forEach(found -> found.ifPresent(StorePart.Opened::close));
        }
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
        Relation relation = name.equals(CONTAINERS) ? byName.getOrDefault(name, containers) : byName.get(name);
        if (relation == null) {
            lost.find(name).ifPresent(problem -> {
                throw problem;
            });
            throw new IllegalArgumentException("no such relation: name=" + name + ", nearest="
                    + SpellingSuggestion.nearest(name, byName.keySet()).orElse(""));
        }
        return relation;
    }

    @Override
    public Optional<QueryException> unreadable(String name) {
        return byName.containsKey(name) ? Optional.empty() : lost.find(name);
    }

    /// The columns of parts made one, the newest part first.
    private static final class PartColumns {
        private final Map<String, Column> columns = new LinkedHashMap<>();
        private final Set<String> numbers = new HashSet<>();
        private boolean first = true;

        void add(ScannableRelation relation) {
            Set<String> there = new HashSet<>();
            for (Column column : relation.columns()) {
                String name = PartRelation.nameOf(column);
                there.add(name);
                Column known = columns.get(name);
                if (known == null) {
                    columns.put(name, new Column(0, name, column.type(), column.nullable() || !first));
                } else {
                    columns.put(name, new Column(0, name, PartTypes.both(known.type(), column.type()),
                            known.nullable() || column.nullable()));
                }
                if (relation.isNumber(column.index())) {
                    numbers.add(name);
                }
            }
            columns.replaceAll((name, column) -> there.contains(name) ? column : new Column(0, name, column.type(),
                    true));
            first = false;
        }

        boolean isEmpty() {
            return columns.isEmpty();
        }

        List<Column> list() {
            List<Column> all = new ArrayList<>();
            all.add(PartRelation.DATE);
            columns.values().forEach(column -> all.add(new Column(all.size(), column.name(), column.type(),
                    column.nullable())));
            return all;
        }

        Set<String> numbers() {
            return numbers;
        }
    }
}
