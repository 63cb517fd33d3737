// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchColumnType;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The tables of TPC-H as an archive of three days, with Trino's names. Dates are times at midnight, which is what SBE
/// has for them.
final class TpchArchive {
    private static final int DAYS = 3;
    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED
            .withOrder(ByteOrder.LITTLE_ENDIAN);

    private static Schema schema() throws IOException {
        StringBuilder types = new StringBuilder();
        StringBuilder messages = new StringBuilder();
        int id = 1;
        for (TpchTable<?> table : TpchTable.getTables()) {
            messages.append("<sbe:message name=\"%s\" id=\"%d\">\n".formatted(table.getTableName(), id++));
            int field = 1;
            for (TpchColumn<?> column : table.getColumns()) {
                String name = column.getSimplifiedColumnName();
                String type = switch (column.getType().getBase()) {
                    case IDENTIFIER -> "int64\"";
                    case INTEGER -> "int32\"";
                    case DOUBLE -> "double\"";
                    case DATE -> "int64\" epoch=\"unix\" timeUnit=\"nanosecond\" semanticType=\"UTCTimestamp\"";
                    case VARCHAR -> {
                        String text = table.getTableName() + "_" + name;
                        types.append("<type name=\"%s\" primitiveType=\"char\" length=\"%d\"/>\n".formatted(text,
                                column.getType().getPrecision().orElseThrow()));
                        yield text + "\"";
                    }
                };
                messages.append("<field name=\"%s\" id=\"%d\" type=\"%s/>\n".formatted(name, field++, type));
            }
            messages.append("</sbe:message>\n");
        }
        String xml = StandardTypes.schema("package='tpch' id='1' version='0' byteOrder='littleEndian'", types.toString(),
                messages.toString());
        return SchemaParser.parseText(xml, "tpch.xml").schema();
    }

    static void write(Path folder, double scale) throws IOException {
        Schema schema = schema();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC)
                .withStore(StoreOptions.defaults().withChunkBytes(1 << 18)), DayOpener.nothing())) {
            for (int day = 0; day < DAYS; day++) {
                Instant time = START.plus(Duration.ofDays(day));
                StoreWriter store = archive.roll(TimeUnit.SECONDS.toNanos(time.getEpochSecond()));
                for (TpchTable<?> table : TpchTable.getTables()) {
                    store.define(TableDefinition.of(schema, table.getTableName()));
                    fill(table, store, schema, scale, day);
                }
            }
            archive.seal();
        }
    }

    private static <E extends TpchEntity> void fill(TpchTable<E> table, StoreWriter store, Schema schema, double scale,
            int day) throws IOException {
        List<Field> fields = schema.message(table.getTableName()).fields();
        List<TpchColumn<E>> columns = table.getColumns();
        Appender appender = store.appender(table.getTableName());
        for (E entity : table.createGenerator(scale, day + 1, DAYS)) {
            RowClaim claim = appender.claim(1);
            for (int i = 0; i < columns.size(); i++) {
                put(columns.get(i), entity, claim.memory(), claim.offset(0) + fields.get(i).offset(),
                        fields.get(i).encodedLength());
            }
            claim.commit();
        }
    }

    private static <E extends TpchEntity> void put(TpchColumn<E> column, E entity, MemorySegment memory, long at,
            int length) {
        TpchColumnType.Base base = column.getType().getBase();
        switch (base) {
            case IDENTIFIER -> memory.set(LONG, at, column.getIdentifier(entity));
            case INTEGER -> memory.set(INT, at, column.getInteger(entity));
            case DOUBLE -> memory.set(DOUBLE, at, column.getDouble(entity));
            case DATE -> memory.set(LONG, at, TimeUnit.DAYS.toNanos(column.getDate(entity)));
            case VARCHAR -> {
                byte[] text = column.getString(entity).getBytes(StandardCharsets.US_ASCII);
                for (int i = 0; i < length; i++) {
                    memory.set(ValueLayout.JAVA_BYTE, at + i, i < text.length ? text[i] : 0);
                }
            }
        }
    }
}
