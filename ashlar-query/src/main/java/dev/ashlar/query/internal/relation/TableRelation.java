// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Moment;
import dev.ashlar.query.Parents;
import dev.ashlar.query.Relation;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.BlockColumns;
import dev.ashlar.query.internal.column.ColumnDecoder;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.NamedColumns;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Table;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A table of a store. A table of group entries also has the columns of their parents, up to the message.
public final class TableRelation implements ScannableRelation {
    /// The index of [#ROW].
    public static final int ROW_COLUMN = 0;
    static final String ROW = "_row";
    static final String PARENT = "_parent";
    static final String POSITION = "_position";
    static final String TIME = "_time";
    private static final List<String> RESERVED = List.of(ROW, PARENT, POSITION, TIME);

    /// Where a column is.
    ///
    /// @param level 0 for the table's own rows, 1 for those of its parent, and so on
    public record Binding(int level, Placement placement) {
    }

    private final List<Table> levels;
    private final List<Column> columns;
    private final TableLayout layout;
    private final List<Binding> bindings;
    private final Map<String, Column> byName;
    private final Supplier<List<DeclaredIndex>> indexes;
    private final StoreEnds ends;
    private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();

    private TableRelation(List<Table> levels, List<Column> columns, List<Binding> bindings,
            Supplier<List<DeclaredIndex>> indexes, StoreEnds ends) {
        this.levels = levels;
        this.ends = ends;
        this.indexes = indexes;
        this.columns = columns;
        this.bindings = bindings;
        layout = new TableLayout(levels.size(), bindings);
        byName = NamedColumns.index(columns);
    }

    /// @param levels  the table, its parent, and so on
    /// @param indexes that the store has when it is asked
    /// @param ends    of all tables of the store
    static TableRelation of(List<Table> levels, Supplier<List<DeclaredIndex>> indexes, StoreEnds ends) {
        NamedColumns names = new NamedColumns(RESERVED);
        List<Binding> bindings = new ArrayList<>();
        names.addReserved(ROW, ValueType.INT64, false);
        bindings.add(new Binding(0, new Placement.RowNumber()));
        for (int level = 0; level < levels.size(); level++) {
            RowPrefix prefix = levels.get(level).prefix();
            boolean nullable = level > 0;
            if (prefix == RowPrefix.PARENT) {
                if (level == 0) {
                    names.addReserved(PARENT, ValueType.INT64, false);
                } else {
                    names.add(levels.get(level).block().name() + "_" + PARENT, ValueType.INT64, true);
                }
                bindings.add(new Binding(level, new Placement.Prefix(-Long.BYTES)));
            } else if (prefix == RowPrefix.MESSAGE) {
                names.addReserved(POSITION, ValueType.INT64, nullable);
                bindings.add(new Binding(level, new Placement.Prefix(-2 * Long.BYTES)));
                names.addReserved(TIME, ValueType.TIMESTAMP, nullable);
                bindings.add(new Binding(level, new Placement.Time(new Placement.Number(-Long.BYTES,
                        PrimitiveType.INT64, false, false, 0, 0, 0), 1)));
            } else if (levels.get(level).timeOffset().isPresent()) {
                names.addReserved(TIME, ValueType.TIMESTAMP, nullable);
                bindings.add(new Binding(level, new Placement.Time(time(levels.get(level)), 1)));
            }
        }
        Set<String> ownNames = new HashSet<>(RESERVED);
        for (int level = 0; level < levels.size(); level++) {
            Table table = levels.get(level);
            List<BlockColumns.Found> found = BlockColumns.of(table.block(), table.schema().byteOrder());
            List<String> fields = NamedColumns.names(found, level == 0 ? ownNames : Set.of());
            for (int i = 0; i < found.size(); i++) {
                BlockColumns.Found column = found.get(i);
                boolean nullable = level > 0 || isNullable(column.placement());
                if (level == 0) {
                    names.add(fields.get(i), column.type(), nullable);
                } else {
                    names.addFirstFree(column.type(), nullable, fields.get(i), table.block().name() + "_"
                            + fields.get(i));
                }
                bindings.add(new Binding(level, column.placement()));
            }
        }
        return new TableRelation(List.copyOf(levels), names.columns(), List.copyOf(bindings), indexes,
                ends);
    }

    /// The field of the block that is the time of its rows.
    private static Placement.Number time(Table table) {
        int offset = table.timeOffset().orElseThrow();
        int since = table.block().fields().stream().filter(field -> field.offset() <= offset
                && offset < field.offset() + field.encodedLength()).mapToInt(field -> field.meta().sinceVersion())
                .findFirst().orElse(0);
        return new Placement.Number(offset, PrimitiveType.INT64, table.schema().byteOrder() == ByteOrder.BIG_ENDIAN,
                false, 0, since, offset + Long.BYTES);
    }

    /// Whether a row may have no value there, be it in a block of an older version.
    private static boolean isNullable(Placement placement) {
        return switch (placement) {
            case Placement.RowNumber _, Placement.Prefix _ -> false;
            case Placement.Number number -> number.nullable() || number.since() > 0;
            case Placement.Time time -> isNullable(time.number());
            case Placement.Code code -> isNullable(code.number());
            case Placement.Truth truth -> isNullable(truth.number());
            case Placement.Bit bit -> isNullable(bit.number());
            case Placement.Letter letter -> isNullable(letter.number());
            case Placement.Characters text -> text.nullable() || text.since() > 0;
            case Placement.Elements elements -> isNullable(elements.first());
            case Placement.Scaled scaled -> isNullable(scaled.mantissa());
            case Placement.Floating floating -> isNullable(floating.mantissa()) || isNullable(floating.exponent());
            case Placement.Constant constant -> constant.value() == null;
        };
    }

    @Override
    public String name() {
        return levels.getFirst().name();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public long rowCount() {
        return levels.getFirst().rowCount();
    }

    @Override
    public Expr column(String name) {
        return NamedColumns.find(byName, name, name());
    }

    public List<Table> levels() {
        return levels;
    }

    @Override
    public Optional<Parents> parents(Relation other) {
        if (!(other instanceof TableRelation parent) || parent.levels.size() >= levels.size()) {
            return Optional.empty();
        }
        int level = levels.size() - parent.levels.size();
        if (!levels.subList(level, levels.size()).equals(parent.levels)) {
            return Optional.empty();
        }
        Expr row = column(bindings.indexOf(new Binding(level - 1, new Placement.Prefix(-Long.BYTES))));
        List<Expr> found = new ArrayList<>();
        found.add(row);
        for (int column = ROW_COLUMN + 1; column < parent.bindings.size(); column++) {
            Binding binding = parent.bindings.get(column);
            found.add(column(bindings.indexOf(new Binding(binding.level() + level, binding.placement()))));
        }
        // What stands before a parent's block is there if the parent is.
        return Optional.of(new Parents(row, found.get(ROW_COLUMN + 1), found));
    }

    /// Declared indexes of the table.
    public List<DeclaredIndex> indexes() {
        return indexes.get().stream().filter(index -> index.table() == levels.getFirst()).toList();
    }

    /// What another package keeps for this relation as long as the relation lives: one object for each class.
    ///
    /// @param maker makes it when it is asked for first
    public <T> T attachment(Class<T> type, Supplier<T> maker) {
        return type.cast(attachments.computeIfAbsent(type, _ -> maker.get()));
    }

    /// What kernels know of it.
    public TableLayout layout() {
        return layout;
    }

    public Binding binding(int column) {
        return bindings.get(column);
    }

    @Override
    public boolean isNumber(int column) {
        return switch (bindings.get(column).placement) {
            case Placement.RowNumber _, Placement.Prefix _ -> true;
            case Placement.Number _, Placement.Time _, Placement.Code _, Placement.Truth _, Placement.Bit _,
                    Placement.Letter _, Placement.Characters _, Placement.Elements _, Placement.Scaled _,
                    Placement.Floating _, Placement.Constant _ -> false;
        };
    }

    @Override
    public int rowNumber() {
        return ROW_COLUMN;
    }

    @Override
    public ObjectRows open(Optional<Moment> moment) {
        return reader(moment);
    }

    /// The same, to be moved to any row.
    public Reader reader(Optional<Moment> moment) {
        return new Reader(-1, end(moment));
    }

    /// The row after the last that was there at a moment, or is now.
    public long end(Optional<Moment> moment) {
        Table table = levels.getFirst();
        return ends.of(table.name(), table::endRow, moment);
    }

    /// Rows that are there in a range.
    public Reader open(long from, long to) {
        return new Reader(from, to);
    }

    @Override
    public String toString() {
        return name();
    }

    /// Follows the cursor of the table and brings the cursors of its parents along.
    public final class Reader implements ObjectRows {
        private final Cursor[] cursors = new Cursor[levels.size()];
        /// By level: whether the row is there; it is not if it was retired before those of its entries.
        private final boolean[] present = new boolean[levels.size()];
        private final long end;
        /// A row to begin with; -1 if there is none.
        private long from;

        Reader(long from, long end) {
            this.from = from;
            this.end = end;
            for (int level = 0; level < cursors.length; level++) {
                cursors[level] = levels.get(level).cursor();
            }
            present[0] = true;
        }

        @Override
        public boolean next() {
            boolean found = from < 0 ? cursors[0].next() : from < end && cursors[0].seek(from);
            from = -1;
            if (!found || cursors[0].row() >= end) {
                return false;
            }
            findParents();
            return true;
        }

        /// The row after the last.
        public long end() {
            return end;
        }

        /// Moves to a row, and nowhere else if it is not there.
        public boolean seek(long row) {
            boolean found = cursors[0].seek(row);
            if (found) {
                findParents();
            }
            return found;
        }

        private void findParents() {
            for (int level = 1; level < cursors.length; level++) {
                present[level] = present[level - 1] && seek(level, cursors[level - 1].parentRow());
            }
        }

        private boolean seek(int level, long row) {
            Cursor cursor = cursors[level];
            if (cursor.seek(row)) {
                return true;
            }
            Table table = levels.get(level);
            if (row < 0 || row >= table.endRow()) {
                throw new CorruptChunkException("parent row is missing: parent=" + row + ", rows of "
                        + table.name() + " end at " + table.endRow(), cursors[0].row(), cursors[0].row() + 1, name());
            }
            return false;
        }

        @Override
        public Object value(int column) {
            Binding binding = bindings.get(column);
            if (!present[binding.level()]) {
                return null;
            }
            Cursor cursor = cursors[binding.level()];
            return ColumnDecoder.read(binding.placement(), cursor.memory(), cursor.offset(), cursor.blockLength(),
                    cursor.schemaVersion(), cursor.row());
        }

        @Override
        public void close() {
            for (Cursor cursor : cursors) {
                cursor.close();
            }
        }
    }
}
