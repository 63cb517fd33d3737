// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.Column;
import dev.ashlar.query.Moment;
import dev.ashlar.query.ValueType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/// The metadata of a journal's messages: position, time and length, and the fields of the header.
final class JournalRelation extends FixedColumns {
    private static final int POSITION = 0;
    private static final int TIME = 1;
    private static final int SEQUENCE = 2;
    private static final int LENGTH = 3;
    private static final int TEMPLATE = 4;
    private static final int TEMPLATE_ID = 5;
    private static final int SCHEMA_ID = 6;
    private static final int VERSION = 7;
    private static final int ROW = 8;

    private static final List<Column> COLUMNS = List.of(
            new Column(POSITION, "_position", ValueType.INT64, false),
            new Column(TIME, "_time", ValueType.TIMESTAMP, false),
            new Column(SEQUENCE, "sequence", ValueType.INT64, false),
            new Column(LENGTH, "length", ValueType.INT32, false),
            new Column(TEMPLATE, "template", ValueType.TEXT, true),
            new Column(TEMPLATE_ID, "templateId", ValueType.INT64, true),
            new Column(SCHEMA_ID, "schemaId", ValueType.INT64, true),
            new Column(VERSION, "version", ValueType.INT64, true),
            new Column(ROW, "row", ValueType.INT64, true));

    private final Journal journal;
    private final Schema schema;
    private final StoreEnds ends;

    JournalRelation(Journal journal, StoreEnds ends) {
        super(journal.name(), COLUMNS);
        this.ends = ends;
        this.journal = journal;
        schema = journal.schema();
    }

    @Override
    public long rowCount() {
        return journal.messageCount();
    }

    @Override
    public ObjectRows open(Optional<Moment> moment) {
        return new Reader(ends.of(journal.name(), journal::endPosition, moment));
    }

    @Override
    public boolean isNumber(int column) {
        return column == POSITION || column == ROW;
    }

    @Override
    public int rowNumber() {
        return POSITION;
    }

    private final class Reader implements ObjectRows {
        private final long end;
        private final JournalCursor cursor = journal.cursor();

        Reader(long end) {
            this.end = end;
        }

        @Override
        public boolean next() {
            return cursor.next() && cursor.position() < end;
        }

        @Override
        public Object value(int column) {
            return switch (column) {
                case POSITION -> cursor.position();
                case TIME -> cursor.timeNs();
                case SEQUENCE -> cursor.sequence();
                case LENGTH -> (long) cursor.length();
                case TEMPLATE -> template();
                case TEMPLATE_ID -> header("templateId");
                case SCHEMA_ID -> header("schemaId");
                case VERSION -> header("version");
                case ROW -> cursor.row() < 0 ? null : (Object) cursor.row();
                default -> throw new IndexOutOfBoundsException("no such column: column=" + column);
            };
        }

        private String template() {
            Long schemaId = header("schemaId");
            Long id = header("templateId");
            Message message = schemaId == null || schemaId != schema.id() || id != (int) (long) id ? null
                    : schema.message((int) (long) id);
            return message == null ? null : message.name();
        }

        /// Null where the message is shorter than a header.
        private Long header(String name) {
            Member member = schema.header().member(name);
            if (schema.header().encodedLength() > cursor.length() || !(member.type() instanceof ScalarType scalar)) {
                return null;
            }
            long at = cursor.offset() + member.offset();
            ByteOrder order = schema.byteOrder();
            return switch (scalar.primitive().size()) {
                case 1 -> AnyMemory.getByte(cursor.memory(), at, order) & 0xffL;
                case 2 -> AnyMemory.getShort(cursor.memory(), at, order) & 0xffffL;
                case 4 -> AnyMemory.getInt(cursor.memory(), at, order) & 0xffff_ffffL;
                default -> AnyMemory.getLong(cursor.memory(), at, order);
            };
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
