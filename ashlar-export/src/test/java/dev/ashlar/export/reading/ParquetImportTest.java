// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.ColumnType;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What DuckDB writes arrives as it was.
class ParquetImportTest {
    /// Values by the number of the row and a seed, some of them NULL, and how DuckDB gives them as Ashlar's SQL does.
    private static final List<String[]> COLUMNS = List.of(
            new String[] {"a_bool", "h % 3 = 0", "a_bool"},
            new String[] {"a_i8", "(h % 255 - 127)::tinyint", "a_i8"},
            new String[] {"a_i16", "(h % 65535 - 32767)::smallint", "a_i16"},
            new String[] {"a_i32", "(h % 4294967295 - 2147483647)::integer", "a_i32"},
            new String[] {"a_i64", "((h % 9223372036854775807)::bigint - (h2 % 9223372036854775807)::bigint)", "a_i64"},
            new String[] {"a_u8", "(h % 255)::utinyint", "a_u8"},
            new String[] {"a_u16", "(h % 65535)::usmallint", "a_u16"},
            new String[] {"a_u32", "(h % 4294967295)::uinteger", "a_u32::bigint"},
            new String[] {"a_u64", "least(h, 18446744073709551614)::ubigint", "a_u64::decimal(20,0)"},
            new String[] {"a_float", "((h % 1000000)::float / 7)", "a_float::double"},
            new String[] {"a_double", "((h % 1000000007)::double / 7)", "a_double"},
            new String[] {"a_d4", "((h % 1999 - 999)::decimal(4,0) / 100)::decimal(4,2)", "a_d4"},
            new String[] {"a_d9", "((h % 199999999)::decimal(18,0) / 1000)::decimal(9,3)", "a_d9"},
            new String[] {"a_d18", "((h % 1999999999999)::decimal(18,0) - 999999)::decimal(18,4)", "a_d18"},
            new String[] {"a_d38", "((h % 1999999999999)::decimal(18,0) - 999999)::decimal(38,4)", "a_d38"},
            new String[] {"a_date", "(date '2026-03-09' + (h % 30000)::integer - 15000)", "epoch_ns(a_date::timestamp)"},
            new String[] {"a_ts", "make_timestamp((h % 4000000000000000)::bigint - 1000000000000000)", "epoch_ns(a_ts)"},
            new String[] {"a_tz", "make_timestamp((h % 4000000000000000)::bigint)::timestamptz", "epoch_ns(a_tz)"},
            new String[] {"a_ts_ms", "make_timestamp_ms((h % 4000000000000)::bigint)::timestamp_ms", "epoch_ns(a_ts_ms)"},
            new String[] {"a_ts_s", "make_timestamp((h % 4000000000)::bigint * 1000000)::timestamp_s", "epoch_ns(a_ts_s)"},
            new String[] {"a_ts_ns", "make_timestamp_ns((h % 9000000000000000000)::bigint)", "epoch_ns(a_ts_ns)"},
            new String[] {"a_time", "make_time((h % 24)::bigint, (h % 60)::bigint, (h % 59000001)::double / 1000000)",
                "strftime(date '2026-01-01' + a_time, '%H:%M:%S.%f')"},
            new String[] {"a_text", "['', 'A', 'Müller', '日本', 'a longer text ' || h][(h % 5 + 1)::integer]", "a_text"},
            new String[] {"a_words", "(h % 20)::varchar || '_symbol'", "a_words"},
            new String[] {"a_uuid", "md5(h::varchar)::uuid", "a_uuid::varchar"},
            new String[] {"a_enum", "(case when h % 2 = 0 then 'Buy' else 'Sell' end)::side", "a_enum::varchar"});

    @TempDir
    Path temp;
    private DuckFile duck;

    @BeforeEach
    void open() throws SQLException {
        duck = new DuckFile();
        duck.execute("create type side as enum ('Buy', 'Sell')");
        duck.execute("set timezone = 'UTC'");
    }

    @AfterEach
    void close() throws SQLException {
        duck.close();
    }

    private String rows(long seed, int rows, boolean nulls) {
        StringBuilder sql = new StringBuilder("select ");
        for (int i = 0; i < COLUMNS.size(); i++) {
            String value = COLUMNS.get(i)[1];
            sql.append(i == 0 ? "" : ", ").append(nulls && i % 4 != 3
                    ? "case when hash(i, " + i + ") % 5 = 0 then null else " + value + " end" : value)
                    .append(" as ").append(COLUMNS.get(i)[0]);
        }
        return sql + " from (select i, hash(i, " + seed + ")::hugeint as h, hash(i + 1, " + seed + ")::hugeint as h2 from range(" + rows
                + ") t(i))";
    }

    @Test
    void shouldReadAllTypesWithAllCodecsAndVersions() throws Exception {
        long seed = Seed.of("ParquetImportTest");
        List<String> options = List.of("compression uncompressed, parquet_version v1", "compression snappy",
                "compression zstd, parquet_version v2", "compression gzip", "compression lz4_raw, parquet_version v2",
                "compression zstd, compression_level 19, row_group_size 2048", "compression zstd, compression_level 1",
                "compression uncompressed, parquet_version v2", "compression snappy, dictionary_size_limit 1");
        for (int round = 0; round < options.size(); round++) {
            int rows = round == 0 ? 0 : 1 + (int) Math.floorMod(seed >> round, 9_000L);
            boolean nulls = round % 3 != 1;
            Path file = temp.resolve("in" + round + ".parquet");
            duck.execute("create or replace table t as " + rows(seed & 0xffff, rows, nulls));
            duck.write("from t", file, options.get(round));
            List<List<Object>> expected = duck.rows("select "
                    + String.join(", ", COLUMNS.stream().map(column -> column[2]).toList()) + " from t");
            List<List<Object>> found = Imported.rows(file, ImportOptions.defaults().withThreads(1 + round % 3), temp,
                    Optional.empty());
            requireSame(expected, found, options.get(round));
        }
    }

    /// But for the row numbers in front, and the scale of decimals.
    private static void requireSame(List<List<Object>> expected, List<List<Object>> found, String what) {
        assertEquals(expected.size(), found.size(), what);
        for (int row = 0; row < expected.size(); row++) {
            for (int i = 0; i < COLUMNS.size(); i++) {
                Object mine = found.get(row).get(i + 1);
                Object other = expected.get(row).get(i);
                boolean exact = mine instanceof Number && other instanceof Number && !(mine instanceof Double);
                boolean same = exact ? new BigDecimal(mine.toString()).compareTo(new BigDecimal(other.toString())) == 0
                        : mine == null ? other == null : mine.equals(other);
                assertTrue(same, what + ", row=" + row + ", column=" + COLUMNS.get(i)[0] + ", expected=" + other
                        + ", found=" + mine);
            }
        }
    }

    private String types(String query) throws IOException, SQLException {
        Path file = temp.resolve("types.parquet");
        duck.write(query, file, "");
        StringBuilder types = new StringBuilder();
        for (Field field : Imported.measure(file, ImportOptions.defaults()).definition().message().fields()) {
            types.append(types.isEmpty() ? "" : " ").append(field.name()).append(':').append(field.type().name())
                    .append(field.presence() == Presence.OPTIONAL ? "?" : "");
        }
        return types.toString();
    }

    private List<List<Object>> imported(String query) throws IOException, SQLException {
        Path file = temp.resolve("some.parquet");
        duck.write(query, file, "");
        return Imported.rows(file, ImportOptions.defaults(), temp, Optional.empty()).stream()
                .map(row -> row.subList(1, row.size())).toList();
    }

    @Test
    void shouldKeepDeclaredTypesAndWidenThemForNull() throws Exception {
        assertEquals("a:int8 b:int16 c:int32? d:int64 e:uint8 f:uint16 g:uint64", types(
                "select 1::tinyint a, (-128)::tinyint b, null::integer c, 5::bigint d, 254::utinyint e, 255::utinyint f, 7::ubigint g"));
        assertEquals("a:int64_all b:int64_all_but_greatest? c:uint64_all d:Text20_ascii?", types(
                "select (-9223372036854775808)::bigint a, b, 18446744073709551615::ubigint c, d from (values "
                + "((-9223372036854775808)::bigint, (-9223372036854775808)::bigint), (null, null), (1, 9223372036854775807)) t(b, d)"));
        assertEquals("a:double b:double_but_least? c:float_but_greatest?", types("select 'nan'::double a, b, c from (values "
                + "('nan'::double, '-3.4028235e38'::float), (null, null), (1, 'nan'::float)) t(b, c)").replace("_all", ""));
        assertEquals("a:Decimal2_int32 b:Decimal2 c:int64 d:uint64 e:Text40_ascii", types(
                "select 1.5::decimal(38,2) a, 123456789012.25::decimal(18,2) b, 5::decimal(20,0) c, "
                + "18446744073709551614::decimal(20,0) d, (-123456789012345678901234567890123456.78)::decimal(38,2) e")
                .replace("Text39", "Text40"));
        assertEquals("a:Text26_ascii b:int64 c:Text15_ascii d:Text1_ascii?", types(
                "select timestamp '9999-12-31 23:59:59.5' a, date '2026-01-01' b, time '23:59:59.25' c, null::varchar d"));
    }

    @Test
    void shouldKeepValuesThatNeedAnotherNull() throws Exception {
        assertEquals(List.of(List.of(Long.MIN_VALUE, Double.NaN), Arrays.asList(null, null),
                List.of(5L, Double.NEGATIVE_INFINITY)), imported("from (values ((-9223372036854775808)::bigint, 'nan'::double), "
                + "(null, null), (5, '-inf'::double)) t(a, b)"));
        assertEquals(List.of(List.of("9999-12-31 23:59:59.500000", "24:00:00.000000"), List.of("1970-01-01 00:00:00.000000",
                "00:00:00.000000")), imported("from (values (timestamp '9999-12-31 23:59:59.5', time '24:00:00'), "
                + "(timestamp '1970-01-01', time '00:00')) t(a, b)"));
    }

    @Test
    void shouldFlattenStructuresAndRejectLists() throws Exception {
        assertEquals(List.of(Arrays.asList(1L, 2L, "x"), Arrays.asList(2L, null, null)), imported(
                "from (values (1, {'b': 2, 'c': {'d': 'x'}}), (2, null)) t(id, a)"));
        Path file = temp.resolve("list.parquet");
        duck.write("select 1 id, [1, 2] items, map {'a': 1} pairs", file, "");
        String message = assertThrows(ImportException.class, () -> Imported.measure(file, ImportOptions.defaults()))
                .getMessage();
        assertTrue(message.startsWith("column items has lists or maps; rows have one value a column, so unnest it, or "
                + "ignore the column"), message);
        ImportOptions ignoring = ImportOptions.defaults().withIgnored(Set.of("items", "pairs"));
        assertEquals(List.of(List.of(0L, 1L)), Imported.rows(file, ignoring, temp, Optional.empty()));
    }

    @Test
    void shouldConvertToAGivenLayoutAsCsvDoes() throws Exception {
        Path file = temp.resolve("some.parquet");
        duck.write("select 3.0::double a, 1.25::double b, 7::integer c, '12'::varchar d, 2::bigint e", file, "");
        Map<String, ColumnType> types = Map.of("a", type("int8"), "b", type("decimal(3)"), "c", type("text(4)"), "d",
                type("uint16"), "e", type("double"));
        assertEquals(List.of(List.of(0L, 3L, new BigDecimal("1.250"), "7", 12L, 2.0)), Imported.rows(file,
                ImportOptions.defaults().withColumnTypes(types), temp, Optional.empty()));
        assertEquals("value does not fit: more than 1 digits after the point; its type needs more, value=\"1.25\"; change "
                + "the value or the type of the column (some.parquet, row 1, column b)", rejected(file, "b", "decimal(1)"));
        assertTrue(rejected(file, "c", "timestamp").contains("not a time in ISO form"));
        duck.write("select 0.1::double f from range(20000) union all select 1e300", file, "row_group_size 4096");
        assertTrue(rejected(file, "f", "float").contains("no float equals this double, value=\"0.1\"; change"),
                rejected(file, "f", "float"));
        duck.write("select case when i = 12345 then 300 else i % 7 end g from range(20000) t(i)", file, "row_group_size 4096");
        assertEquals("value does not fit: out of range: -128 to 127, type=int8, value=\"300\"; change the value or the type "
                + "of the column (some.parquet, row 12346, column g)", rejected(file, "g", "int8"));
        TableImport whole = Imported.measure(file, ImportOptions.defaults().withRetainBytes(0));
        duck.write("select case when i = 4321 then null else i end g from range(20000) t(i)", file, "row_group_size 2048");
        assertTrue(assertThrows(ImportException.class, () -> Imported.check(file, whole.definition(),
                ImportOptions.defaults().withThreads(2))).getMessage().contains("NULL in a required field"));
        assertTrue(assertThrows(ImportException.class, () -> Imported.store(whole, temp)).getMessage().contains("file changed"));
    }

    private static ColumnType type(String name) {
        return ColumnType.parse(name).orElseThrow();
    }

    private String rejected(Path file, String column, String type) {
        ImportOptions options = ImportOptions.defaults().withThreads(2).withColumnTypes(Map.of(column, type(type)));
        return assertThrows(ImportException.class, () -> Imported.measure(file, options)).getMessage()
                .replace(temp + "/", "");
    }

    @Test
    void shouldRejectBytesThatAreNoText() throws Exception {
        Path file = temp.resolve("some.parquet");
        duck.write("select '\\xFF\\x00'::blob b", file, "");
        String message = assertThrows(ImportException.class, () -> Imported.measure(file, ImportOptions.defaults()))
                .getMessage();
        assertTrue(message.contains("text is not UTF-8") && message.endsWith("row 1, column b)"), message);
        duck.write("select 'text'::blob b", file, "");
        assertEquals(List.of(List.of(0L, "text")), Imported.rows(file, ImportOptions.defaults(), temp, Optional.empty()));
        duck.write("select 1 a", file, "compression brotli");
        assertTrue(assertThrows(ImportException.class, () -> Imported.measure(file, ImportOptions.defaults()))
                .getMessage().contains("compressed by BROTLI, which is not supported"));
    }

    @Test
    void shouldOrderByTimeAndTakeTextsOfManyLengths() throws Exception {
        Path file = temp.resolve("some.parquet");
        duck.write("select timestamp '2026-01-01' + to_microseconds(i) \"at\", repeat('x', (hash(i) % 300)::integer) t from "
                + "range(30000) t(i)", file, "compression zstd, row_group_size 10000");
        TableImport table = Imported.measure(file, ImportOptions.defaults().withTimeColumn("at"));
        assertEquals("at", table.definition().timeField());
        Path store = Imported.store(table, temp);
        assertEquals(duck.rows("select sum(length(t))::bigint, count(*) from '" + file + "'").toString(),
                Imported.rows(store, "select sum(length(t)), count(*) from T where _time >= timestamp '2026-01-01'").toString());
    }
}
