// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A table that was exported and imported with its schema has the same rows, in every format that is written.
class RoundTripTest {
    private static final String XML = StandardTypes.schema("package='all' id='9' version='0' byteOrder='ORDER'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <enum name="Letter" encodingType="char">
                  <validValue name="Alpha">A</validValue>
                  <validValue name="Beta">B</validValue>
                </enum>
                <enum name="Big" encodingType="uint64"><validValue name="One">1</validValue></enum>
                <set name="Flags" encodingType="uint16">
                  <choice name="Late">0</choice><choice name="Odd">9</choice><choice name="Last">15</choice>
                </set>
                <type name="Name" primitiveType="char" length="12" characterEncoding="UTF-8" presence="optional"
                      nullValue="255"/>
                <type name="Code" primitiveType="char" length="4" characterEncoding="US-ASCII"/>
                <type name="Levels" primitiveType="int16" length="3"/>
                <type name="Curve" primitiveType="int32" length="20"/>
                <type name="Percent" primitiveType="int16" minValue="-10000" maxValue="10000" nullValue="-10001"
                      presence="optional"/>
                <type name="Ratio" primitiveType="double" nullValue="-1" presence="optional"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                </composite>
                <composite name="Wide">
                  <type name="mantissa" primitiveType="uint64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-4</type>
                </composite>
                <composite name="Lots">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8" presence="constant">2</type>
                </composite>
                <composite name="Free">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8"/>
                </composite>
                <composite name="Stamp">
                  <type name="time" primitiveType="uint64"/>
                  <type name="unit" primitiveType="uint8" presence="constant">6</type>
                </composite>
            """, """
              <sbe:message name="Row" id="1">
                <field name="i8" id="1" type="int8" presence="optional"/>
                <field name="i16" id="2" type="int16"/>
                <field name="i32" id="3" type="int32" presence="optional"/>
                <field name="i64" id="4" type="int64" presence="optional"/>
                <field name="u8" id="5" type="uint8"/>
                <field name="u16" id="6" type="uint16" presence="optional"/>
                <field name="u32" id="7" type="uint32"/>
                <field name="u64" id="8" type="uint64" presence="optional"/>
                <field name="single" id="9" type="float" presence="optional"/>
                <field name="real" id="10" type="double"/>
                <field name="ratio" id="11" type="Ratio"/>
                <field name="percent" id="12" type="Percent"/>
                <field name="price" id="13" type="Price" presence="optional"/>
                <field name="wide" id="14" type="Wide"/>
                <field name="lots" id="15" type="Lots"/>
                <field name="free" id="16" type="Free"/>
                <field name="at" id="17" type="uint64" semanticType="UTCTimestamp"/>
                <field name="atMs" id="18" type="int64" semanticType="UTCTimestamp" timeUnit="millisecond"
                       presence="optional"/>
                <field name="stamp" id="19" type="Stamp"/>
                <field name="side" id="20" type="Side"/>
                <field name="letter" id="21" type="Letter"/>
                <field name="big" id="22" type="Big"/>
                <field name="flags" id="23" type="Flags"/>
                <field name="name" id="24" type="Name"/>
                <field name="code" id="25" type="Code"/>
                <field name="letterOf" id="26" type="char"/>
                <field name="levels" id="27" type="Levels"/>
                <field name="curve" id="28" type="Curve"/>
              </sbe:message>
            """);
    private static final int HEADER_BYTES = 8;
    private static final Object NULL = new Object();

    @TempDir
    Path temp;
    private SplittableRandom random;

    @Test
    void shouldBringBackEveryRow() throws IOException {
        long seed = Seed.of("RoundTripTest");
        random = new SplittableRandom(seed);
        int formats = 0;
        for (String format : List.of("parquet", "arrow")) {
            Optional<SqlExporter> exporter = SqlExporter.of(format);
            if (exporter.isPresent()) {
                formats++;
                for (String order : List.of("littleEndian", "bigEndian")) {
                    requireSame(exporter.get(), schema(order), random.nextInt(20_000));
                }
            }
        }
        assertTrue(formats > 0, "nothing is written");
    }

    private static Schema schema(String order) {
        return SchemaParser.parseText(XML.replace("ORDER", order), "all.xml").schema();
    }

    private void requireSame(SqlExporter exporter, Schema schema, int rows) throws IOException {
        TableDefinition definition = TableDefinition.of(schema, "Row");
        Path folder = Files.createTempDirectory(temp, "from");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18))) {
            writer.define(definition);
            Appender appender = writer.appender("Row");
            OtfEncoder encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
            MemorySegment memory = MemorySegment.ofArray(new byte[1 << 10]);
            for (int i = 0; i < rows; i++) {
                long length = encoder.encode("Row", Map.of(), row(), memory, 0);
                appender.append(memory, HEADER_BYTES, (int) length - HEADER_BYTES);
            }
        }
        Path file = temp.resolve("out." + exporter.format());
        try (Store store = Store.open(folder);
                SqlResult result = SqlSession.of(store).run("select * from \"Row\"", QueryOptions.defaults())) {
            exporter.write(result, file);
        }
        ImportOptions options = ImportOptions.defaults().withThreads(1 + random.nextInt(3));
        Path copy = Imported.store(Imported.check(file, definition, options), temp);
        List<List<Object>> expected = Imported.rows(folder, "select * from \"Row\" order by _row");
        List<List<Object>> found = Imported.rows(copy, "select * from \"Row\" order by _row");
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < rows; i++) {
            assertEquals(expected.get(i), found.get(i), exporter.format() + ", row=" + i);
        }
    }

    private Map<String, Object> row() {
        Map<String, Object> row = new HashMap<>();
        row.put("i8", orNull((long) random.nextInt(-127, 128)));
        row.put("i16", (long) random.nextInt(-32_767, 32_768));
        row.put("i32", orNull((long) random.nextInt(-Integer.MAX_VALUE, Integer.MAX_VALUE)));
        row.put("i64", orNull(random.nextLong(-Long.MAX_VALUE, Long.MAX_VALUE)));
        row.put("u8", (long) random.nextInt(255));
        row.put("u16", orNull((long) random.nextInt(65_535)));
        row.put("u32", random.nextLong(0xffff_ffffL));
        row.put("u64", orNull(unsigned()));
        row.put("single", orNull((double) (float) random.nextDouble(-1e30, 1e30)));
        row.put("real", random.nextInt(9) == 0 ? Double.NaN : random.nextDouble());
        row.put("ratio", orNull(random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble()));
        row.put("percent", orNull((long) random.nextInt(-10_000, 10_001)));
        row.put("price", orNull(BigDecimal.valueOf(random.nextLong(-Long.MAX_VALUE, Long.MAX_VALUE), 9)));
        row.put("wide", new BigDecimal(unsigned().unscaledValue(), 4));
        row.put("lots", orNull(BigDecimal.valueOf(random.nextInt(), -2)));
        row.put("free", orNull(BigDecimal.valueOf(random.nextInt(), random.nextInt(-3, 10))));
        row.put("at", random.nextLong(Long.MAX_VALUE));
        row.put("atMs", orNull(random.nextLong(-9_000_000_000_000L, 9_000_000_000_000L)));
        row.put("stamp", Map.of("time", random.nextLong(9_000_000_000_000_000L)));
        row.put("side", random.nextInt(5) == 0 ? (Object) (3L + random.nextInt(250)) : random.nextBoolean() ? "Buy" : "Sell");
        row.put("letter", random.nextInt(5) == 0 ? (Object) (long) random.nextInt('C', 'Z') : "Alpha");
        row.put("big", random.nextInt(5) == 0 ? (Object) unsigned() : "One");
        List<String> flags = new ArrayList<>(List.of("Late", "Odd", "Last"));
        flags.removeIf(_ -> random.nextBoolean());
        row.put("flags", flags);
        row.put("name", orNull(List.of("Müller", "A", "", "twelve bytes", "日本", "\"q\"").get(random.nextInt(6))));
        row.put("code", List.of("", "A", "ABCD").get(random.nextInt(3)));
        row.put("letterOf", List.of("", "x", "~").get(random.nextInt(3)));
        row.put("levels", List.of((long) random.nextInt(100), -5L, (long) random.nextInt(-100, 0)));
        List<Object> curve = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            curve.add((long) random.nextInt(-1_000, 1_000));
        }
        row.put("curve", curve);
        row.values().removeIf(value -> value == NULL);
        return row;
    }

    private Object orNull(Object value) {
        return random.nextInt(4) == 0 ? NULL : value;
    }

    /// Every number of 64 bits but the greatest, which is the null value.
    private BigDecimal unsigned() {
        return new BigDecimal(new BigInteger(Long.toUnsignedString(random.nextLong() & -2L)));
    }
}
