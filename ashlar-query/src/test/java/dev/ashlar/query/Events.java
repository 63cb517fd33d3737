// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

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
import java.time.Duration;
import java.util.SplittableRandom;

/// A table of numbers that are close together for a while, and then elsewhere; of times in order for a while, and then
/// not; in small chunks, of two versions of a schema.
final class Events {
    static final String TABLE = "Event";
    private static final String XML = StandardTypes.schema("package='events' id='8' version='%d' byteOrder='%s'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <type name="maybe" primitiveType="int16" presence="optional"/>
                <composite name="cents">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
            """, """
              <sbe:message name="Event" id="1">
                <field name="time" id="1" type="int64"/>
                <field name="far" id="2" type="int64"/>
                <field name="large" id="3" type="uint64"/>
                <field name="cents" id="4" type="cents"/>
                <field name="near" id="5" type="int32"/>
                <field name="wide" id="6" type="uint32"/>
                <field name="maybe" id="7" type="maybe"/>
                <field name="side" id="8" type="Side"/>
                <field name="tiny" id="9" type="int8"/>
                %s
              </sbe:message>
            """);
    private static final int PHASES = 8;
    private static final int CHUNK_BYTES = 4096;

    private final SplittableRandom random;
    private final Schema schema;
    private final ByteOrder order;
    private long time = 1_000_000;

    private Events(SplittableRandom random, boolean bigEndian, boolean newer) {
        this.random = random;
        String xml = XML.formatted(newer ? 1 : 0, bigEndian ? "bigEndian" : "littleEndian", newer
                ? "<field name=\"late\" id=\"10\" type=\"int32\" sinceVersion=\"1\"/>" : "");
        schema = SchemaParser.parseText(xml, "events.xml").schema();
        order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    static void write(Path folder, SplittableRandom random, int rows) throws IOException {
        boolean bigEndian = random.nextBoolean();
        try (StoreWriter writer = StoreWriter.open(folder, new StoreOptions(CHUNK_BYTES, 16L * CHUNK_BYTES, 1L << 26,
                Durability.NONE, Duration.ofSeconds(1)))) {
            for (boolean newer : new boolean[] {false, true}) {
                Events events = new Events(random, bigEndian, newer);
                writer.define(new TableDefinition(TABLE, events.schema, events.schema.message(TABLE), "time"));
                for (int phase = 0; phase < PHASES; phase++) {
                    events.append(writer.appender(TABLE), rows / (2 * PHASES));
                }
            }
        }
    }

    private void append(Appender appender, int rows) throws IOException {
        int center = random.nextInt(-3000, 3000);
        int spread = 1 + random.nextInt(random.nextBoolean() ? 10 : 2000);
        int disorder = random.nextInt(3);
        boolean strange = random.nextInt(3) == 0;
        int length = schema.message(TABLE).blockLength();
        for (int i = 0; i < rows; i++) {
            RowClaim claim = appender.claim();
            long at = claim.offset();
            MemorySegment block = claim.memory().asSlice(at, length).fill((byte) 0);
            time += random.nextInt(disorder == 0 ? 2 : 1000) - (disorder == 2 ? 400 : 0);
            long large = Long.MIN_VALUE + random.nextInt(-spread, spread);
            put(block, "time", strange && random.nextInt(500) == 0 ? -time : time);
            put(block, "far", strange && random.nextInt(100) == 0 ? random.nextLong() : center + random.nextInt(spread));
            put(block, "large", random.nextInt(10) == 0 ? random.nextInt(5) : large);
            put(block, "cents", random.nextInt(200) - 100);
            put(block, "near", center + random.nextInt(spread));
            put(block, "wide", random.nextInt(random.nextInt(4) == 0 ? 1 << 30 : 50));
            put(block, "maybe", random.nextInt(5) == 0 ? Short.MIN_VALUE : random.nextInt(-9, 9));
            put(block, "side", 1 + random.nextInt(random.nextInt(20) == 0 ? 9 : 2));
            put(block, "tiny", random.nextInt(-128, 128));
            if (schema.version() > 0) {
                put(block, "late", random.nextInt(3));
            }
            claim.commit();
        }
    }

    private void put(MemorySegment block, String name, long value) {
        Field field = schema.message(TABLE).fields().stream().filter(f -> f.name().equals(name)).findFirst()
                .orElseThrow();
        switch (field.encodedLength()) {
            case 1 -> block.set(ValueLayout.JAVA_BYTE, field.offset(), (byte) value);
            case 2 -> block.set(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), field.offset(), (short) value);
            case 4 -> block.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), field.offset(), (int) value);
            default -> block.set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), field.offset(), value);
        }
    }
}
