// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/// Trades of five days, whose values follow from their number: those of the benchmark `query`, with times that are
/// times.
final class TradeArchive {
    static final int DAYS = 5;
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final long START_NS = TimeUnit.SECONDS.toNanos(Instant.parse("2026-01-05T08:00:00Z").getEpochSecond());
    /// Trades of a day come in eight hours.
    private static final long OPEN_NS = TimeUnit.HOURS.toNanos(8);
    private static final int INSTRUMENTS = 1_000;
    private static final int BATCH = 1_000;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static long timeNs(long row, long rows) {
        long perDay = Math.ceilDiv(rows, DAYS);
        return START_NS + row / perDay * DAY_NS + (long) ((double) (row % perDay) / perDay * OPEN_NS);
    }

    private static long hash(long row) {
        long hash = (row + 1) * 0x9e37_79b9_7f4a_7c15L;
        hash = (hash ^ hash >>> 32) * 0xbf58_476d_1ce4_e5b9L;
        return hash ^ hash >>> 29;
    }

    private static Schema schema() throws IOException {
        String xml = StandardTypes.schema("package='t' id='1' version='0' byteOrder='littleEndian'", """
                <enum name="Side" encodingType="uint8"><validValue name="Buy">1</validValue>
                <validValue name="Sell">2</validValue></enum>
                """, """
                <sbe:message name="Trade" id="1"><field name="tradeId" id="1" type="int64"/>
                <field name="time" id="2" type="int64" semanticType="UTCTimestamp" epoch="unix" timeUnit="nanosecond"/>
                <field name="price" id="3" type="int64"/><field name="quantity" id="4" type="int64"/>
                <field name="instrument" id="5" type="int32"/><field name="venue" id="6" type="int32"/>
                <field name="side" id="7" type="Side"/><field name="flags" id="8" type="uint8"/></sbe:message>
                """);
        return SchemaParser.parseText(xml, "trades.xml").schema();
    }

    static void write(Path folder, long rows) throws IOException {
        Schema schema = schema();
        int[] offsets = schema.message("Trade").fields().stream().mapToInt(Field::offset).toArray();
        long perDay = Math.ceilDiv(rows, DAYS);
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC)
                .withStore(StoreOptions.defaults().withDurability(Durability.NONE)), DayOpener.nothing())) {
            for (long first = 0; first < rows; first += perDay) {
                StoreWriter store = archive.roll(timeNs(first, rows));
                store.define(TableDefinition.of(schema, "Trade").withTimeField("time"));
                Appender appender = store.appender("Trade");
                long end = Math.min(rows, first + perDay);
                for (long row = first; row < end;) {
                    RowClaim claim = appender.claim((int) Math.min(BATCH, end - row));
                    int claimed = claim.rows();
                    for (int i = 0; i < claimed; i++) {
                        put(claim.memory(), claim.offset(i), offsets, row + i, rows);
                    }
                    claim.commit();
                    row += claimed;
                }
            }
            archive.seal();
        }
    }

    private static void put(MemorySegment memory, long at, int[] offsets, long row, long rows) {
        long hash = hash(row);
        memory.set(LONG, at + offsets[0], row);
        memory.set(LONG, at + offsets[1], timeNs(row, rows));
        memory.set(LONG, at + offsets[2], 10_000 + (hash & 1_023));
        memory.set(LONG, at + offsets[3], 1 + (hash >>> 10 & 127));
        memory.set(INT, at + offsets[4], (int) ((hash >>> 32) % INSTRUMENTS));
        memory.set(INT, at + offsets[5], (int) (row & 7));
        memory.set(ValueLayout.JAVA_BYTE, at + offsets[6], (byte) ((hash >>> 20 & 1) + 1));
        memory.set(ValueLayout.JAVA_BYTE, at + offsets[7], (byte) 0);
    }
}
