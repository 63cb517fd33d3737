// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.archive;

import static dev.ashlar.bench.tables.StoreTables.LONG;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.lab.SchemaText;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Days of trades and other tables, as an archive and as one store.
///
/// @param tables number of tables: one of trades, the others with a hundredth of its rows
/// @param rows   rows of the table of trades in each day
record ArchiveData(int days, int tables, int rows) {
    static final String TRADES = "T0";
    static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final int BLOCK_BYTES = 32;
    private static final long NS_PER_DAY = 86_400_000_000_000L;
    private static final StoreOptions STORE = StoreOptions.defaults().withChunkBytes(1 << 20)
            .withDurability(Durability.NONE);

    private Schema schema() {
        return SchemaText.parse("bench", 1, "<type name=\"Time\" primitiveType=\"uint64\"/>",
                IntStream.range(0, tables).mapToObj(i -> """
                    <sbe:message name="T%s" id="%s"><field name="time" id="1" type="Time" epoch="unix"
                        timeUnit="nanosecond" semanticType="UTCTimestamp"/><field name="id" id="2" type="int64"/>
                      <field name="symbol" id="3" type="int64"/><field name="quantity" id="4" type="int64"/></sbe:message>
                    """.formatted(i, i + 1)).collect(Collectors.joining()));
    }

    void writeArchive(Path folder) throws StoreException {
        Schema schema = schema();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(STORE),
                DayOpener.nothing())) {
            for (int day = 0; day < days; day++) {
                fill(archive.roll(start(day)), schema, day);
            }
            archive.seal();
        }
    }

    void writeStore(Path folder) throws StoreException {
        Schema schema = schema();
        try (StoreWriter store = StoreWriter.open(folder, STORE)) {
            for (int day = 0; day < days; day++) {
                fill(store, schema, day);
            }
        }
    }

    private static long start(int day) {
        return (FIRST.toEpochDay() + day) * NS_PER_DAY;
    }

    private void fill(StoreWriter store, Schema schema, int day) throws StoreException {
        MemorySegment block = MemorySegment.ofArray(new byte[BLOCK_BYTES]);
        for (int table = 0; table < tables; table++) {
            String name = "T" + table;
            store.define(TableDefinition.of(schema, name).withTimeField("time"));
            Appender appender = store.appender(name);
            int count = table == 0 ? rows : rows / 100;
            for (int row = 0; row < count; row++) {
                long id = (long) day * rows + row;
                block.set(LONG, 0, start(day) + row * (NS_PER_DAY / rows));
                block.set(LONG, 8, id);
                block.set(LONG, 16, (id * 0x9E3779B97F4A7C15L >>> 33) % 500);
                block.set(LONG, 24, id % 1_000);
                appender.append(block, 0, BLOCK_BYTES);
            }
        }
    }
}
