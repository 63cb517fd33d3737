// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Moment;
import dev.ashlar.query.Parents;
import dev.ashlar.query.Relation;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.NamedColumns;
import dev.ashlar.query.internal.kernel.KernelCache;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A relation whose rows are those of the relations of the same name in several stores.
///
/// **Threading**: immutable.
final class PartRelation implements Relation {
    static final String DATE_NAME = "_date";
    static final String TIME_NAME = "_time";
    static final Column DATE = new Column(0, DATE_NAME, ValueType.TIMESTAMP, false);

    private final String name;
    private final List<Column> columns;
    private final Map<String, Column> byName;
    private final Set<String> numbers;
    private final Supplier<List<StorePart>> parts;
    private final KernelCache kernels = new KernelCache();

    /// @param numbers columns that number rows or messages
    PartRelation(String name, List<Column> columns, Set<String> numbers, Supplier<List<StorePart>> parts) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.numbers = Set.copyOf(numbers);
        this.parts = parts;
        byName = NamedColumns.index(columns);
    }

    /// The name that a column of a part has here; a field that is named as the column of dates gets another.
    static String nameOf(Column column) {
        String name = column.name();
        boolean taken = name.startsWith(DATE_NAME) && name.chars().skip(DATE_NAME.length()).allMatch(c -> c == '_');
        return taken ? name + "_" : name;
    }

    /// A relation of a part; empty if it has none of this name.
    static Optional<Relation> find(StorePart.Opened part, String name) {
        for (Relation relation : part.relations().all()) {
            if (relation.name().equals(name)) {
                return Optional.of(relation);
            }
        }
        return Optional.of(part.relations().containers()).filter(containers -> containers.name().equals(name));
    }

    /// Whether it has the same rows and columns as another.
    boolean isAlike(PartRelation other) {
        return parts == other.parts && columns.equals(other.columns) && numbers.equals(other.numbers);
    }

    /// The relation of an open part; empty if it has none of this name. It shares the kernels of all other parts.
    Optional<Relation> in(StorePart.Opened part) {
        Optional<Relation> found = find(part, name);
        if (found.isPresent() && found.get() instanceof TableRelation table) {
            kernels.serve(table);
        }
        return found;
    }

    /// Parts as they are now.
    List<StorePart> parts() {
        return parts.get();
    }

    /// Parts as they are at a moment, or now.
    List<StorePart> parts(Optional<Moment> moment) {
        return moment.map(shared -> shared.parts(parts, parts)).orElseGet(parts);
    }

    boolean isNumber(String column) {
        return numbers.contains(column);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public Expr column(String wanted) {
        return NamedColumns.find(byName, wanted, name);
    }

    @Override
    public long rowCount() {
        long rows = 0;
        for (StorePart part : parts()) {
            Optional<Map<String, StorePart.Known>> known = part.known();
            if (known.isPresent()) {
                rows += known.get().containsKey(name) ? known.get().get(name).rows() : 0;
                continue;
            }
            try (StorePart.Opened opened = part.open()) {
                rows += find(opened, name).map(Relation::rowCount).orElse(0L);
            } catch (StoreException e) {
                // An estimate; queries report it.
            }
        }
        return rows;
    }

    /// Only where all parts have the same columns: those of parents are found by their names among those of entries.
    @Override
    public Optional<Parents> parents(Relation other) {
        if (!(other instanceof PartRelation parent) || parent.parts != parts) {
            return Optional.empty();
        }
        Parents found = null;
        Set<List<String>> seen = new HashSet<>();
        Set<Long> shapes = new HashSet<>();
        for (StorePart part : parts().reversed()) {
            Optional<StorePart.Known> known = part.known().map(all -> all.get(name));
            if (part.known().isPresent() && (known.isEmpty() || known.get().rows() == 0)) {
                continue;
            }
            long shape = known.map(StorePart.Known::shape).orElse(-1L);
            long parentShape = part.known().map(all -> all.get(parent.name)).map(StorePart.Known::shape).orElse(-1L);
            if (shape >= 0 && parentShape >= 0 && !shapes.add(shape << Integer.SIZE | parentShape)) {
                continue;
            }
            try (StorePart.Opened opened = part.open()) {
                Optional<Relation> entries = find(opened, name);
                Optional<Relation> parents = find(opened, parent.name);
                if (entries.isEmpty()) {
                    continue;
                }
                Optional<Parents> here = parents.isEmpty() ? Optional.empty()
                        : entries.get().parents(parents.get()).flatMap(links -> lift(links, parents.get(), parent));
                if (here.isEmpty()) {
                    return Optional.empty();
                }
                found = here.get();
                seen.add(found.columns().stream().map(Expr::toString).toList());
            } catch (StoreException e) {
                return Optional.empty();
            }
        }
        return seen.size() == 1 ? Optional.of(found) : Optional.empty();
    }

    /// The same with the columns of this; empty if the parents have columns here that they do not have there.
    private Optional<Parents> lift(Parents links, Relation parents, PartRelation parent) {
        List<Expr> lifted = new ArrayList<>();
        for (Column column : parent.columns) {
            if (column.index() == DATE.index()) {
                lifted.add(column(DATE_NAME));
                continue;
            }
            Optional<Column> there = parents.columns().stream().filter(found -> nameOf(found).equals(column.name()))
                    .findFirst();
            Optional<Expr> here = there.flatMap(found -> lift(links.columns().get(found.index())));
            if (here.isEmpty() || !here.get().type().equals(column.type())) {
                return Optional.empty();
            }
            lifted.add(here.get());
        }
        return lift(links.row()).flatMap(row -> lift(links.present()).map(present -> new Parents(row, present,
                lifted)));
    }

    private Optional<Expr> lift(Expr expr) {
        return expr instanceof Expr.ColumnRef reference ? Optional.ofNullable(byName.get(nameOf(new Column(0,
                reference.name(), reference.type(), false)))).map(column -> column(column.index())) : Optional.empty();
    }

    @Override
    public String toString() {
        return name;
    }
}
