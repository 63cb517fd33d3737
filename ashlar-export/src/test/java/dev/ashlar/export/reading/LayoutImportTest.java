// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.ColumnType;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns of Parquet in fields of other types: what fits arrives as it was, and nothing else does.
class LayoutImportTest {
    private static final String TIMES = StandardTypes.schema("package='t' id='1' version='0'", """
                <type name="Ns" primitiveType="uint64" presence="optional" nullValue="0"/>
                <composite name="Ms">
                  <type name="time" primitiveType="int64" presence="optional" nullValue="1000"/>
                  <type name="unit" primitiveType="uint8" presence="constant">3</type>
                </composite>
            """, """
              <sbe:message name="T" id="1">
                <field name="ns" id="1" type="Ns" presence="optional" semanticType="UTCTimestamp"/>
                <field name="ms" id="2" type="Ms"/>
              </sbe:message>
            """);

    @TempDir
    Path temp;
    private DuckFile duck;
    private Path file;

    @BeforeEach
    void open() throws Exception {
        duck = new DuckFile();
        file = temp.resolve("in.parquet");
    }

    @AfterEach
    void close() throws Exception {
        duck.close();
    }

    private static ImportOptions typed(String... columns) {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        for (String column : columns) {
            types.put(column.substring(0, 1), ColumnType.parse(column.substring(2)).orElseThrow());
        }
        return ImportOptions.defaults().withColumnTypes(types);
    }

    private List<List<Object>> imported(String query, String... columns) throws Exception {
        duck.write(query, file, "");
        return Imported.rows(file, typed(columns), temp, Optional.empty()).stream()
                .map(row -> row.subList(1, row.size())).toList();
    }

    private void requireRejected(String problem, String query, String... columns) throws Exception {
        duck.write(query, file, "");
        String message = assertThrows(ImportException.class, () -> Imported.measure(file, typed(columns))).getMessage();
        assertTrue(message.startsWith("value does not fit: " + problem), message);
    }

    @Test
    void shouldRejectNumbersThatAreRoundedInFloatingPoint() throws Exception {
        assertEquals("[[9.007199254740992E15, 1.6777216E7, 0.1]]", imported(
                "select 9007199254740992 a, 16777216 b, 0.1::decimal(30,20) c", "a:double", "b:float", "c:double")
                .toString());
        requireRejected("digits would be lost, type=double", "select 9007199254740993 a", "a:double");
        requireRejected("digits would be lost, type=float", "select 16777217 a", "a:float");
        requireRejected("digits would be lost, type=double", "select 0.12345678901234567890::decimal(30,20) a",
                "a:double");
    }

    @Test
    void shouldRejectTimesThatTheFieldReadsAsNull() throws Exception {
        TableDefinition layout = TableDefinition.of(SchemaParser.parseText(TIMES, "t.xml").schema(), "T");
        String query = "select timestamp '%s' ns, timestamp '%s' ms";
        duck.write(query.formatted("1970-01-01 00:00:01", "1970-01-01"), file, "");
        assertEquals(List.of(List.of(0L, 1_000_000_000L, 0L)), Imported.rows(file, ImportOptions.defaults(), temp,
                Optional.of(layout)));
        for (List<String> times : List.of(List.of("1970-01-01", "1970-01-01"),
                List.of("1970-01-02", "1970-01-01 00:00:01"))) {
            duck.write(query.formatted(times.toArray()), file, "");
            String message = assertThrows(ImportException.class, () -> Imported.check(file, layout,
                    ImportOptions.defaults())).getMessage();
            assertTrue(message.startsWith("value does not fit: the field reads this time as NULL"), message);
        }
    }

    @Test
    void shouldConvertDoublesByTheTextThatExportWrites() throws Exception {
        assertEquals("[[10000000, 1234567890123456, 0.00000012345678901234566, 20000000]]", imported(
                "select 1e7::double a, 1234567890123456::double b, 1.2345678901234566e-7::double c, 2e7::float d",
                "a:int64", "b:int64", "c:text(25)", "d:int32").toString());
        requireRejected("a power of ten; its type must be double", "select 1e16::double a", "a:int64");
    }

    @Test
    void shouldReserveTextForTheLongestNumber() throws Exception {
        // All four, so that no number is left for NULL.
        String query = "select unnest(['nan', null, '-%1$s', '%1$s', '%2$s']::%3$s[]) a";
        String doubles = query.formatted("1.7976931348623157e308", "-1.2345678901234566e-7", "double");
        assertEquals("[[NaN], [null], [-1.7976931348623157E308], [1.7976931348623157E308], "
                + "[-0.00000012345678901234566]]", imported(doubles).toString());
        String floats = query.formatted("3.4028235e38", "-1.1111111e15", "float");
        assertEquals("[[NaN], [null], [-3.4028235E38], [3.4028235E38], [-1111111100000000.0]]",
                imported(floats).toString());
    }

    @Test
    void shouldFindAnotherNullValueForUnsignedNumbers() throws Exception {
        assertEquals("[[4294967295], [null], [0]]",
                imported("from (values (4294967295::uinteger), (null), (0)) t(a)").toString());
    }
}
