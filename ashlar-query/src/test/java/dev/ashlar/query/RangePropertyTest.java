// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Short ranges of columns that grow, nearly grow or do not, of rows and of their parents: by fine zones and by
/// searching the same rows are found as by looking at all.
class RangePropertyTest {
    private static final String XML = StandardTypes.schema("package='stamps' id='8' version='0' byteOrder='littleEndian'", """
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-3</type>
                </composite>
            """, """
              <sbe:message name="Stamp" id="1">
                <field name="at" id="1" type="uint64" semanticType="UTCTimestamp"/>
                <field name="ms" id="2" type="int64" semanticType="UTCTimestamp" timeUnit="millisecond"
                    presence="optional"/>
                <field name="seq" id="3" type="int32"/>
                <field name="price" id="4" type="Price"/>
                <field name="noise" id="5" type="int64"/>
                <group name="fills" id="10">
                  <field name="qty" id="11" type="int32"/>
                </group>
              </sbe:message>
            """);
    private static final List<String> COLUMNS = List.of("at", "ms", "seq", "price", "noise", "_time", "_position");
    private static final int MESSAGES = 12_000;

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("RangePropertyTest");
    private final MemorySegment memory = MemorySegment.ofArray(new byte[1 << 12]);
    private OtfEncoder encoder;
    private int recorded;

    @Test
    void shouldFindTheSameRows() throws IOException {
        Schema schema = SchemaParser.parseText(XML, "stamps.xml").schema();
        encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
        StoreOptions small = StoreOptions.defaults().withChunkBytes(1 << 18);
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), small)) {
            writer.define(new JournalDefinition("stamps", schema));
            JournalWriter journal = writer.journalWriter("stamps");
            record(journal, MESSAGES);
            Relations relations = Relations.of(writer);
            agree(relations);
            // Chunks that are being filled have zones already.
            record(journal, MESSAGES / 3);
            agree(relations);
        }
        try (Store store = Store.open(temp.resolve("s"))) {
            Relations relations = Relations.of(store);
            agree(relations);
            agree(relations);
            // A fraction of the rows is read.
            for (String column : List.of("at", "ms", "seq", "price", "_time", "_position")) {
                assertTrue(rowsRead(relations.get("Stamp"), column) <= 4 * 1024, () -> column);
                assertTrue(rowsRead(relations.get("Stamp_fills"), column) <= 8 * 1024, () -> column);
            }
            assertTrue(rowsRead(relations.get("Stamp"), "noise") > MESSAGES / 2);
        }
    }

    private void record(JournalWriter journal, int count) throws IOException {
        for (int i = 0; i < count; i++, recorded++) {
            long time = 1_000_000L * recorded;
            Map<String, Object> stamp = new HashMap<>();
            // Now and then one far away.
            stamp.put("at", random.nextInt(3000) == 0 ? random.nextLong(1L << 40) : Math.max(0, time
                    + random.nextLong(-50_000_000, 50_000_000)));
            stamp.put("ms", random.nextInt(5) == 0 ? null : (Object) (time / 1_000_000));
            stamp.put("seq", (long) recorded / 3);
            stamp.put("price", BigDecimal.valueOf(1_000_000L - recorded, 3));
            stamp.put("noise", random.nextLong());
            List<Object> fills = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                fills.add(Map.of("qty", (long) random.nextInt(100)));
            }
            stamp.put("fills", fills);
            long length = encoder.encode("Stamp", Map.of(), stamp, memory, 0);
            journal.record(memory, 0, (int) length, time, recorded);
        }
    }

    private void agree(Relations relations) {
        for (String table : List.of("Stamp", "Stamp_fills")) {
            Relation relation = relations.get(table);
            for (String column : COLUMNS) {
                for (int i = 0; i < 2; i++) {
                    agree(between(relation, column, random.nextInt(recorded), 1 + random.nextInt(200)));
                }
            }
            agree(between(relation, "at", random.nextInt(recorded), 300).and(between(relation, "seq",
                    random.nextInt(recorded), 2_000)), relation);
        }
    }

    private record Asked(Relation relation, Expr condition) {
        Expr and(Asked other) {
            return condition.and(other.condition);
        }
    }

    private Asked between(Relation relation, String name, int row, int rows) {
        Relation stamps = relation;
        Expr column = stamps.column(name);
        return new Asked(relation, switch (name) {
            case "at", "ms", "_time" -> range(column, new Expr.Literal(1_000_000L * row, ValueType.TIMESTAMP),
                    new Expr.Literal(1_000_000L * (row + rows), ValueType.TIMESTAMP));
            case "price" -> range(column, Expr.of(BigDecimal.valueOf(1_000_000L - row - rows, 3)),
                    Expr.of(BigDecimal.valueOf(1_000_000L - row, 3)));
            case "seq" -> range(column, Expr.of(row / 3), Expr.of((row + rows) / 3));
            case "_position" -> range(column, Expr.of(60L * row), Expr.of(60L * (row + rows)));
            default -> range(column, Expr.of(-1L << 58), Expr.of(1L << 58));
        });
    }

    private static Expr range(Expr column, Expr least, Expr end) {
        return column.ge(least).and(column.lt(end));
    }

    private void agree(Asked asked) {
        agree(asked.condition, asked.relation);
    }

    private void agree(Expr condition, Relation relation) {
        Plan plan = relation.scan().where(condition).select(relation.column("_row"), relation.column("at")).plan();
        String explained = plan.explain(QueryOptions.defaults());
        assertTrue(explained.contains(": kernel"), explained);
        assertEquals(KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1),
                KernelPropertyTest.answer(plan, Engine.BEST, 1 + random.nextInt(3)), explained);
    }

    private long rowsRead(Relation relation, String column) {
        Asked asked = between(relation, column, MESSAGES / 2, 20);
        String explained = relation.scan().where(asked.condition).count().plan().explain(QueryOptions.defaults());
        return Long.parseLong(explained.lines().filter(line -> line.startsWith("  rows ")).findFirst().orElseThrow()
                .split("[ ,]+")[2]);
    }
}
