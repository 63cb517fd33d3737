// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Column;
import dev.ashlar.query.Moment;
import dev.ashlar.query.ValueType;
import dev.ashlar.store.Journal;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The bounds of tables, journals and last-value tables at the time of reading.
final class ContainersRelation extends FixedColumns {
    private static final List<Column> COLUMNS = List.of(
            new Column(0, "name", ValueType.TEXT, false),
            new Column(1, "kind", ValueType.TEXT, false),
            new Column(2, "journal", ValueType.TEXT, true),
            new Column(3, "firstRow", ValueType.INT64, true),
            new Column(4, "endRow", ValueType.INT64, true),
            new Column(5, "firstPosition", ValueType.INT64, true),
            new Column(6, "endPosition", ValueType.INT64, true));

    private static final int FIRST_NUMBER = 3;

    private final Store store;

    ContainersRelation(Store store) {
        super("_containers", COLUMNS);
        this.store = store;
    }

    /// While a writer goes on, no entry of a group may be counted without its parent, and no row without its message:
    /// so groups are looked at before their parents, which are defined before them, and journals last.
    private List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        for (Table table : store.tables().reversed()) {
            rows.addFirst(new Object[] {table.name(), "table", table.journal().map(Journal::name).orElse(null),
                table.firstRow(), table.endRow(), null, null});
        }
        for (Journal journal : store.journals()) {
            rows.add(new Object[] {journal.name(), "journal", null, null, null, journal.firstPosition(),
                journal.endPosition()});
        }
        for (LastValues lastValues : store.lastValues()) {
            rows.add(new Object[] {lastValues.name(), "last-value table", null, 0L, lastValues.recordCount(), null, null});
        }
        return rows;
    }

    @Override
    public long rowCount() {
        return rows().size();
    }

    @Override
    public ObjectRows open(Optional<Moment> moment) {
        return new Reader();
    }

    @Override
    public boolean isNumber(int column) {
        return column >= FIRST_NUMBER;
    }

    private final class Reader implements ObjectRows {
        private final List<Object[]> rows = rows();
        private int next;

        @Override
        public boolean next() {
            return next++ < rows.size();
        }

        @Override
        public Object value(int column) {
            return rows.get(next - 1)[column];
        }

        @Override
        public void close() { }
    }
}
