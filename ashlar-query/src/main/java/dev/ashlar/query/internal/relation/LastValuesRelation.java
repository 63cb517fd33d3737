// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.flow.Cell;
import dev.ashlar.query.Column;
import dev.ashlar.query.Moment;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.BlockColumns;
import dev.ashlar.query.internal.column.ColumnDecoder;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.NamedColumns;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The values of a last-value table. Each value is consistent, but different values may be of different times. Keys
/// whose value was lost in a power failure are left out.
final class LastValuesRelation extends FixedColumns {
    private static final String RECORD = "_record";
    private static final String VERSION = "_version";
    private static final int FIELDS = 2;

    private final LastValues lastValues;
    private final List<Placement> places;

    LastValuesRelation(LastValues lastValues) {
        List<BlockColumns.Found> fields = BlockColumns.of(lastValues.block(), lastValues.schema().byteOrder());
        super(lastValues.name(), columns(fields));
        this.lastValues = lastValues;
        places = fields.stream().map(BlockColumns.Found::placement).toList();
    }

    private static List<Column> columns(List<BlockColumns.Found> fields) {
        NamedColumns names = new NamedColumns(List.of(RECORD, VERSION));
        names.addReserved(RECORD, ValueType.INT64, false);
        names.addReserved(VERSION, ValueType.INT64, false);
        List<String> fieldNames = NamedColumns.names(fields, Set.of(RECORD, VERSION));
        for (int i = 0; i < fields.size(); i++) {
            names.add(fieldNames.get(i), fields.get(i).type(), true);
        }
        return names.columns();
    }

    @Override
    public long rowCount() {
        return lastValues.recordCount();
    }

    @Override
    public ObjectRows open(Optional<Moment> moment) {
        return new Reader();
    }

    @Override
    public boolean isNumber(int column) {
        return column == 0;
    }

    private final class Reader implements ObjectRows {
        private final LastValuesReader reader = lastValues.reader();
        private final int blockLength = lastValues.block().blockLength();
        private final int schemaVersion = lastValues.schema().version();
        private final MemorySegment memory = MemorySegment.ofArray(new byte[blockLength]);
        private long left = lastValues.recordCount();
        private long record = LastValuesReader.ABSENT;
        private long version;

        @Override
        public boolean next() {
            while (left-- > 0) {
                record = reader.next(record);
                if (record == LastValuesReader.ABSENT) {
                    left = 0;
                    break;
                }
                long result = reader.read(record, memory, 0, Cell.MAX_ATTEMPTS);
                if (result == Cell.CORRUPT) {
                    throw new CorruptChunkException("value is damaged", record, record + 1, name());
                }
                if (result == Cell.CONTENDED) {
                    throw new QueryException(Reason.UNSUPPORTED, "value is replaced faster than it is read: record="
                            + record + ", attempts=" + Cell.MAX_ATTEMPTS + " (" + name() + ")");
                }
                if (result > 0) {
                    version = Cell.version(result);
                    return true;
                }
            }
            // There may be keys that cannot be read.
            lastValues.checkComplete();
            return false;
        }

        @Override
        public Object value(int column) {
            return switch (column) {
                case 0 -> record;
                case 1 -> version;
                default -> ColumnDecoder.read(places.get(column - FIELDS), memory, 0, blockLength, schemaVersion,
                        record);
            };
        }

        @Override
        public void close() { }
    }
}
