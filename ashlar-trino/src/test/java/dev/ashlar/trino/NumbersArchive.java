// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Random values of all types, few enough that they repeat, with NULL, NaN and zeros of both signs: as rows, and the
/// last of each `b`. The last of three days is open.
final class NumbersArchive {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final double[] DOUBLES = {0.0, -0.0, 1.5, -1.5, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE, 3};
    private static final String[] TEXTS = {"", "a", "ab", "abc", "b", "zzzzzzzz", "B", "a b", "0x", "0x41"};

    private static Schema schema() throws IOException {
        String xml = StandardTypes.schema("package='t' id='1' version='0' byteOrder='littleEndian'", """
                <enum name="Flag" encodingType="uint8"><validValue name="No">0</validValue>
                <validValue name="Yes">1</validValue></enum>
                <set name="Marks" encodingType="uint8"><choice name="First">0</choice><choice name="Second">1</choice></set>
                <type name="Text" primitiveType="char" length="8"/>
                <type name="Maybe" primitiveType="int32" presence="optional" nullValue="-1"/>
                <composite name="Price"><type name="mantissa" primitiveType="int64"/>
                <type name="exponent" primitiveType="int8" presence="constant">-3</type></composite>
                """, """
                <sbe:message name="Numbers" id="1"><field name="d" id="1" type="double"/><field name="f" id="2" type="float"/>
                <field name="l" id="3" type="int64"/><field name="u" id="4" type="uint64"/><field name="m" id="5" type="Maybe"/>
                <field name="b" id="6" type="int8"/><field name="s" id="7" type="uint8"/><field name="e" id="8" type="Flag"/>
                <field name="k" id="9" type="Marks"/><field name="t" id="10" type="Text"/><field name="p" id="11" type="Price"/>
                <field name="c" id="12" type="char"/>
                <field name="at" id="13" type="int64" semanticType="UTCTimestamp" epoch="unix" timeUnit="nanosecond"/>
                </sbe:message>
                """);
        return SchemaParser.parseText(xml, "numbers.xml").schema();
    }

    static void write(Path folder, int rowsOfDay, SplittableRandom random) throws IOException {
        Schema schema = schema();
        int[] at = schema.message("Numbers").fields().stream().mapToInt(Field::offset).toArray();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(
                StoreOptions.defaults().withChunkBytes(1 << 14)), DayOpener.nothing())) {
            for (int day = 5; day < 8; day++) {
                StoreWriter store = archive.roll(TimeUnit.SECONDS.toNanos(Instant.parse("2026-01-%02dT10:00:00Z"
                        .formatted(day)).getEpochSecond()));
                store.define(TableDefinition.of(schema, "Numbers"));
                store.define(LastValuesDefinition.of(schema, "Numbers", "b").withName("Last"));
                Appender appender = store.appender("Numbers");
                LastValuesWriter last = store.lastValuesWriter("Last");
                for (int row = 0; row < rowsOfDay; row++) {
                    RowClaim claim = appender.claim(1);
                    put(claim.memory(), claim.offset(0), at, random);
                    last.put(claim.memory(), claim.offset(0));
                    claim.commit();
                }
            }
        }
    }

    private static void put(MemorySegment memory, long row, int[] at, SplittableRandom random) {
        memory.set(LONG, row + at[0], Double.doubleToRawLongBits(DOUBLES[random.nextInt(DOUBLES.length)]));
        memory.set(INT, row + at[1], Float.floatToRawIntBits((float) DOUBLES[random.nextInt(DOUBLES.length)]));
        memory.set(LONG, row + at[2], random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextLong(-20, 20));
        memory.set(LONG, row + at[3], random.nextInt(3) == 0 ? -2L - random.nextInt(5) : random.nextInt(20));
        memory.set(INT, row + at[4], random.nextInt(-3, 5));
        memory.set(ValueLayout.JAVA_BYTE, row + at[5], (byte) random.nextInt(-5, 5));
        memory.set(ValueLayout.JAVA_BYTE, row + at[6], (byte) random.nextInt(250, 255));
        memory.set(ValueLayout.JAVA_BYTE, row + at[7], (byte) random.nextInt(4));
        memory.set(ValueLayout.JAVA_BYTE, row + at[8], (byte) random.nextInt(4));
        byte[] text = TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 8; i++) {
            memory.set(ValueLayout.JAVA_BYTE, row + at[9] + i, i < text.length ? text[i] : 0);
        }
        memory.set(LONG, row + at[10], random.nextLong(-3_000, 3_000) * 500);
        memory.set(ValueLayout.JAVA_BYTE, row + at[11], (byte) (random.nextInt(5) == 0 ? 0 : 'A' + random.nextInt(5)));
        memory.set(LONG, row + at[12], random.nextLong(-5, 5) * 1_000_000_007L);
    }
}
