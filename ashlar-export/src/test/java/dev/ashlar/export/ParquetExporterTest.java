// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written is what another engine reads.
class ParquetExporterTest {
    private static final String XML = StandardTypes.schema("package='shop' id='9' version='0'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <set name="Flags" encodingType="uint8"><choice name="Late">0</choice></set>
                <type name="Name" primitiveType="char" length="12" characterEncoding="UTF-8" presence="optional"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                </composite>
                <composite name="Small">
                  <type name="mantissa" primitiveType="int16"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
                <composite name="Free">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8"/>
                </composite>
            """, """
              <sbe:message name="Sale" id="1">
                <field name="id" id="1" type="uint64"/>
                <field name="side" id="2" type="Side"/>
                <field name="flags" id="3" type="Flags"/>
                <field name="name" id="4" type="Name"/>
                <field name="price" id="5" type="Price"/>
                <field name="limit" id="6" type="Price" presence="optional"/>
                <field name="small" id="7" type="Small"/>
                <field name="free" id="8" type="Free"/>
                <field name="i8" id="9" type="int8" presence="optional"/>
                <field name="u8" id="10" type="uint8"/>
                <field name="u32" id="11" type="uint32" presence="optional"/>
                <field name="i64" id="12" type="int64" presence="optional"/>
                <field name="ratio" id="13" type="double" presence="optional"/>
                <field name="weight" id="14" type="float"/>
                <field name="at" id="15" type="uint64" semanticType="UTCTimestamp" presence="optional"/>
                <group name="lines" id="30"><field name="share" id="31" type="int64"/></group>
              </sbe:message>
            """);

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ParquetExporterTest");
    private Store store;
    private SqlSession session;
    private SqlExporter exporter;

    @BeforeEach
    void write() throws IOException {
        Schema schema = SchemaParser.parseText(XML, "shop.xml").schema();
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(1 << 16))) {
            writer.define(new JournalDefinition("sales", schema));
            JournalWriter recorder = writer.journalWriter("sales");
            OtfEncoder encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
            MemorySegment memory = MemorySegment.ofArray(new byte[1 << 12]);
            for (int i = 0; i < 3_000; i++) {
                long length = encoder.encode("Sale", Map.of(), sale(), memory, 0);
                recorder.record(memory, 0, (int) length, 1_700_000_000_123_456_789L + i, i);
            }
        }
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
        exporter = SqlExporter.of("parquet").orElseThrow();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private Map<String, Object> sale() {
        Map<String, Object> sale = new HashMap<>();
        sale.put("id", new BigDecimal(Long.toUnsignedString(random.nextLong())));
        sale.put("side", random.nextInt(5) == 0 ? (Object) 7L : random.nextBoolean() ? "Buy" : "Sell");
        sale.put("flags", random.nextBoolean() ? List.of() : List.of("Late"));
        sale.put("name", orNull(List.of("Müller", "A", "", "twelve bytes", "\"q\"").get(random.nextInt(5))));
        sale.put("price", BigDecimal.valueOf(random.nextLong(), 9));
        sale.put("limit", orNull(BigDecimal.valueOf(random.nextLong(), 9)));
        sale.put("small", BigDecimal.valueOf(random.nextInt(-30_000, 30_000), 2));
        sale.put("free", orNull(BigDecimal.valueOf(random.nextInt(), random.nextInt(-3, 10))));
        sale.put("i8", orNull((long) random.nextInt(-127, 128)));
        sale.put("u8", (long) random.nextInt(255));
        sale.put("u32", orNull(random.nextLong(1L << 32 - 1)));
        sale.put("i64", orNull(random.nextLong()));
        sale.put("ratio", orNull(random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble()));
        sale.put("weight", random.nextInt(9) == 0 ? Double.NaN : random.nextInt(-64, 64) / 4.0);
        sale.put("at", orNull(random.nextLong(1L << 62)));
        List<Object> lines = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            lines.add(Map.of("share", random.nextLong()));
        }
        sale.put("lines", lines);
        return sale;
    }

    private Object orNull(Object value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    @Test
    void shouldBeReadBackByAnotherEngine() throws Exception {
        check("select * from Sale", Map.of("id", "DECIMAL(20,0)", "side", "VARCHAR", "flags_Late", "BOOLEAN", "price",
                "DECIMAL(19,9)", "small", "DECIMAL(5,2)", "free", "DECIMAL(38,18)", "i8", "TINYINT", "at",
                "TIMESTAMP_NS"));
        check("select * from Sale_lines", Map.of("share", "BIGINT", "_time", "TIMESTAMP_NS", "weight", "FLOAT"));
        check("select * from sales", Map.of("_position", "BIGINT"));
        check("select side, count(*), sum(price), sum(small), avg(ratio) from Sale group by side", Map.of());
        check("select date '2026-01-31' as d, time '09:30:00.123' as t, cast('x' as char(3)) as c, 1 + 1 as n from Sale",
                Map.of("d", "DATE", "n", "INTEGER"));
        check("select id from Sale where id < 0", Map.of());
        check("select name, price, \"at\" from Sale where side = 'Buy' and small > 0", Map.of());
        check("select price, name, price as again from Sale order by price limit 100", Map.of());
        check("select \"at\", name from Sale limit 7 offset 5", Map.of());
        check("select id, ratio / 2, small * small, name || '!' from Sale where u8 % 7 = 3", Map.of());
    }

    @Test
    void shouldKeepTextsInADictionary() throws Exception {
        Path file = export("select side, name from Sale");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:"); ResultSet found = duck.createStatement()
                .executeQuery("select distinct path_in_schema, encodings from parquet_metadata('" + file
                        + "')")) {
            int columns = 0;
            for (; found.next(); columns++) {
                assertTrue(found.getString(2).contains("DICTIONARY"), found.getString(2));
            }
            assertEquals(2, columns);
        }
    }

    @Test
    void shouldTellColumnsOfTheSameNameApart() throws Exception {
        Path file = export("select id, ID, id as id_2, name from Sale");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            ResultSet found = duck.createStatement().executeQuery("select * from '" + file + "' limit 0");
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                names.add(found.getMetaData().getColumnName(i));
            }
            assertEquals(4, names.stream().map(String::toLowerCase).distinct().count(), names::toString);
            assertTrue(names.containsAll(List.of("id", "id_2", "name")), names::toString);
        }
    }

    @Test
    void shouldSayThatRowsCannotBeHad() {
        for (int threads = 1; threads <= 3; threads += 2) {
            int count = threads;
            SqlException failed = assertThrows(SqlException.class, () -> export("select u8 / (u8 - u8) from Sale",
                    exporter, count));
            assertEquals(SqlException.Reason.DIVISION_BY_ZERO, failed.reason());
        }
    }

    @Test
    void shouldEndWhenCancelledOrOutOfTime() throws IOException {
        Cancellation cancellation = new Cancellation();
        QueryOptions options = QueryOptions.defaults().withThreads(2).withCancellation(cancellation);
        try (SqlResult result = session.run("select * from Sale", options)) {
            ExportOptions cancelling = ExportOptions.of(options).withMemoryBytes(0);
            cancellation.cancel();
            assertEquals(SqlException.Reason.CANCELLED, assertThrows(SqlException.class, () ->
                    exporter.write(result, temp.resolve("out.parquet"), cancelling)).reason());
        }
        QueryOptions late = QueryOptions.defaults().withTimeLimit(Duration.ZERO);
        assertEquals(SqlException.Reason.DEADLINE, assertThrows(SqlException.class, () -> {
            try (SqlResult result = session.run("select * from Sale", late)) {
                exporter.write(result, temp.resolve("out.parquet"));
            }
        }).reason());
    }

    private Path export(String sql) throws IOException {
        return export(sql, exporter, 1);
    }

    private Path export(String sql, SqlExporter to, int threads) throws IOException {
        Path file = temp.resolve("out." + to.format());
        QueryOptions options = QueryOptions.defaults().withThreads(threads);
        try (SqlResult result = session.run(sql, options)) {
            to.write(result, file, ExportOptions.of(options));
        }
        return file;
    }

    /// @param types of some columns, as the other engine names them
    private void check(String sql, Map<String, String> types) throws IOException, SQLException {
        Path file = export(sql);
        try (SqlResult expected = session.run(sql, QueryOptions.defaults());
                Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            for (Map.Entry<String, String> type : types.entrySet()) {
                ResultSet described = duck.createStatement().executeQuery("select column_type from (describe select \""
                        + type.getKey() + "\" from '" + file + "')");
                assertTrue(described.next());
                assertEquals(type.getValue(), described.getString(1), type.getKey());
            }
            DuckRows.assertSame(expected, file, sql);
        }
        try (SqlResult expected = session.run(sql, QueryOptions.defaults())) {
            DuckRows.assertSame(expected, export(sql, exporter, 3), sql);
        }
        SqlExporter arrow = SqlExporter.of("arrow").orElseThrow();
        for (int threads = 1; threads <= 3; threads += 2) {
            Iterator<Object[]> rows = new ArrowRows(export(sql, arrow, threads)).rows().iterator();
            try (SqlResult expected = session.run(sql, QueryOptions.defaults())) {
                while (expected.next()) {
                    Object[] row = rows.next();
                    for (int i = 0; i < row.length; i++) {
                        assertEquals(expected.get(i), row[i], sql + ", column=" + i);
                    }
                }
            }
            assertFalse(rows.hasNext());
        }
    }
}
