// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What tools read about tables before they query them.
class JdbcMetaDataTest extends PlacedOrdersConnection {
    private DatabaseMetaData data() throws SQLException {
        return connection.getMetaData();
    }

    private List<String> tables(String catalog, String schema, String name, String... types) throws SQLException {
        return JdbcRows.of(data().getTables(catalog, schema, name, types.length == 0 ? null : types), "TABLE_TYPE",
                "TABLE_NAME");
    }

    @Test
    void shouldFindTablesByPatternsAndTypes() throws SQLException {
        assertEquals(List.of("SYSTEM TABLE|_containers", "TABLE|Placed", "TABLE|Placed_legs", "TABLE|orders"),
                tables(null, null, null));
        assertEquals(tables(null, null, null), tables("", "", "%"));
        assertEquals(tables(null, null, null), tables(null, "%", "%"));
        assertEquals(List.of(), tables("main", null, "%"));
        assertEquals(List.of(), tables(null, "public", "%"));
        assertEquals(List.of("TABLE|Placed", "TABLE|Placed_legs"), tables(null, null, "placed%"));
        assertEquals(List.of("TABLE|Placed_legs"), tables(null, null, "Placed\\_legs"));
        assertEquals(List.of("TABLE|Placed_legs"), tables(null, null, "Placed%legs"));
        assertEquals(List.of("TABLE|Placed_legs"), tables(null, null, "Placed_legs"));
        assertEquals(List.of(), tables(null, null, "Placed\\%"));
        assertEquals(List.of("SYSTEM TABLE|_containers"), tables(null, null, "%", "VIEW", "SYSTEM TABLE"));
        assertEquals(List.of(), tables(null, null, "%", "VIEW"));
        assertEquals(List.of("SYSTEM TABLE", "TABLE"), JdbcRows.of(data().getTableTypes()));
        assertEquals(List.of(), JdbcRows.of(data().getCatalogs()));
        assertEquals(List.of(), JdbcRows.of(data().getSchemas()));
        assertEquals(List.of("Placed|3 rows"), JdbcRows.of(data().getTables(null, null, "Placed", null), "TABLE_NAME",
                "REMARKS"));
        assertThrows(SQLException.class, () -> tables(null, null, "Placed\\"));
    }

    @Test
    void shouldDescribeColumnsInTheirOrder() throws SQLException {
        assertEquals(List.of(
                "1|_row|-5|BIGINT|19|0|10|0|NO|null",
                "2|_position|-5|BIGINT|19|0|10|0|NO|null",
                "3|_time|93|TIMESTAMP|29|9|null|0|NO|null",
                "4|id|3|DECIMAL|20|0|10|0|NO|null",
                "5|side|12|VARCHAR|20|null|null|1|YES|80",
                "6|flags_Hidden|16|BOOLEAN|1|null|null|0|NO|null",
                "7|flags_Late|16|BOOLEAN|1|null|null|0|NO|null",
                "8|symbol|12|VARCHAR|2147483647|null|null|0|NO|2147483647",
                "9|name|12|VARCHAR|2147483647|null|null|1|YES|2147483647",
                "10|price|3|DECIMAL|19|9|10|0|NO|null",
                "11|limit|3|DECIMAL|19|9|10|1|YES|null",
                "12|quantity|4|INTEGER|10|0|10|0|NO|null",
                "13|filled|-5|BIGINT|19|0|10|1|YES|null",
                "14|level|-6|TINYINT|3|0|10|1|YES|null",
                "15|ratio|8|DOUBLE|15|0|10|1|YES|null",
                "16|weight|7|REAL|7|0|10|0|NO|null",
                "17|at|93|TIMESTAMP|29|9|null|0|NO|null"),
                JdbcRows.of(data().getColumns(null, null, "Placed", null), "ORDINAL_POSITION", "COLUMN_NAME", "DATA_TYPE",
                        "TYPE_NAME", "COLUMN_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE", "IS_NULLABLE",
                        "CHAR_OCTET_LENGTH"));
        assertEquals(List.of("name", "kind", "journal", "firstRow", "endRow", "firstPosition", "endPosition"),
                JdbcRows.of(data().getColumns(null, null, "\\_containers", "%"), "COLUMN_NAME"));
        assertEquals(List.of("Placed.price", "Placed_legs.price", "Placed_legs.Placed_price"),
                JdbcRows.of(data().getColumns(null, null, "Placed%", "%price%"), "TABLE_NAME", "COLUMN_NAME").stream()
                        .map(row -> row.replace('|', '.')).toList());
        assertEquals(List.of(), JdbcRows.of(data().getColumns("x", null, "Placed", null)));
    }

    /// What a result says of its columns is what the catalog says.
    @Test
    void shouldDescribeResultsAsTables() throws SQLException {
        for (String table : List.of("Placed", "Placed_legs", "orders", "_containers")) {
            try (Statement statement = connection.createStatement();
                    ResultSet columns = data().getColumns(null, null, table.replace("_", "\\_"), null);
                    ResultSet rows = statement.executeQuery("select * from " + table)) {
                ResultSetMetaData described = rows.getMetaData();
                for (int i = 1; i <= described.getColumnCount(); i++) {
                    assertTrue(columns.next());
                    assertEquals(columns.getString("COLUMN_NAME"), described.getColumnName(i));
                    assertEquals(columns.getInt("DATA_TYPE"), described.getColumnType(i));
                    assertEquals(columns.getString("TYPE_NAME"), described.getColumnTypeName(i));
                    assertEquals(columns.getInt("DECIMAL_DIGITS"), described.getScale(i));
                    assertEquals(columns.getInt("NULLABLE"), described.isNullable(i));
                }
                assertFalse(columns.next());
                while (rows.next()) {
                    for (int i = 1; i <= described.getColumnCount(); i++) {
                        Object value = rows.getObject(i);
                        assertTrue(value == null || value.getClass().getName().equals(described.getColumnClassName(i)),
                                table + "." + described.getColumnName(i) + ": " + value);
                        assertTrue(value == null || rows.getString(i).length() <= described.getColumnDisplaySize(i),
                                table + "." + described.getColumnName(i) + ": " + value);
                    }
                }
            }
        }
    }

    @Test
    void shouldShowHowWideValuesCanBe() throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery("select "
                + "cast(-128 as tinyint), cast(-32768 as smallint), -2147483647 - 1, -9223372036854775807 - 1, "
                + "cast(-0.12 as decimal(2, 2)), cast(-1.2 as decimal(2, 1)), cast(-12 as decimal(2)), "
                + "cast(-1.17549435E-38 as real), -2.2250738585072014E-308, false, cast('ab' as char(3)), 'abc', "
                + "date '2026-01-31', timestamp '2026-01-31 09:30:00.123456789', "
                + "cast(timestamp '2026-01-31 09:30:00.9' as timestamp(0)) from (values 1)")) {
            assertTrue(rows.next());
            ResultSetMetaData columns = rows.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                assertTrue(rows.getString(i).length() <= columns.getColumnDisplaySize(i), columns.getColumnTypeName(i) + " "
                        + columns.getColumnDisplaySize(i) + ": " + rows.getString(i));
                boolean number = !Set.of("BOOLEAN", "CHAR", "VARCHAR", "DATE", "TIMESTAMP").contains(columns
                        .getColumnTypeName(i));
                assertEquals(number, columns.isSigned(i));
                assertEquals(columns.getColumnTypeName(i).endsWith("CHAR"), columns.isCaseSensitive(i));
            }
            assertThrows(SQLException.class, () -> columns.isReadOnly(0));
            assertThrows(SQLException.class, () -> columns.getTableName(16));
        }
    }

    @Test
    void shouldKnowKeys() throws SQLException {
        assertEquals(List.of("Placed|_row|1|Placed_row"), JdbcRows.of(data().getPrimaryKeys(null, null, "Placed"),
                "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ", "PK_NAME"));
        assertEquals(List.of("_position"), JdbcRows.of(data().getPrimaryKeys(null, null, "orders"), "COLUMN_NAME"));
        assertEquals(List.of(), JdbcRows.of(data().getPrimaryKeys(null, null, "_containers")));
        assertEquals(List.of(), JdbcRows.of(data().getPrimaryKeys(null, "public", "Placed")));
        String key = "Placed|_row|Placed_legs|_parent|1|3|3|7";
        String[] columns = {"PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "KEY_SEQ", "UPDATE_RULE",
            "DELETE_RULE", "DEFERRABILITY"};
        assertEquals(List.of(key), JdbcRows.of(data().getImportedKeys(null, null, "Placed_legs"), columns));
        assertEquals(List.of(), JdbcRows.of(data().getImportedKeys(null, null, "Placed"), columns));
        assertEquals(List.of(key), JdbcRows.of(data().getExportedKeys(null, null, "Placed"), columns));
        assertEquals(List.of(), JdbcRows.of(data().getExportedKeys(null, null, "Placed_legs"), columns));
        assertEquals(List.of(key), JdbcRows.of(data().getCrossReference(null, null, "Placed", null, null,
                "Placed_legs"), columns));
        assertEquals(List.of(), JdbcRows.of(data().getCrossReference(null, null, "Placed_legs", null, null, "Placed"),
                columns));
        assertEquals(List.of("_row|-5"), JdbcRows.of(data().getBestRowIdentifier(null, null, "Placed",
                DatabaseMetaData.bestRowSession, false), "COLUMN_NAME", "DATA_TYPE"));
        try (Statement statement = connection.createStatement()) {
            assertEquals(List.of("3"), JdbcRows.of(statement.executeQuery("select count(distinct _row) from Placed")));
            assertEquals(List.of("3"), JdbcRows.of(statement.executeQuery("select count(*) from Placed_legs l join Placed p "
                    + "on l._parent = p._row")));
        }
    }

    @Test
    void shouldListDeclaredIndexes() throws IOException, SQLException {
        assertEquals(List.of(), JdbcRows.of(data().getIndexInfo(null, null, "Placed", false, true)));
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            writer.declare(IndexDeclaration.sorted("Placed", "symbol", "quantity"));
            writer.declare(IndexDeclaration.hash("Placed", "id"));
        }
        try (Connection later = DriverManager.getConnection(url)) {
            String[] columns = {"TABLE_NAME", "NON_UNIQUE", "INDEX_NAME", "TYPE", "ORDINAL_POSITION", "COLUMN_NAME",
                "ASC_OR_DESC"};
            assertEquals(List.of("Placed|true|Placed_id_hash|2|1|id|null", "Placed|true|Placed_symbol_quantity_sorted|3|1|symbol|A",
                    "Placed|true|Placed_symbol_quantity_sorted|3|2|quantity|A"),
                    JdbcRows.of(later.getMetaData().getIndexInfo(null, null, "Placed", false, true), columns));
            assertEquals(List.of(), JdbcRows.of(later.getMetaData().getIndexInfo(null, null, "Placed", true, true)));
            assertEquals(List.of(), JdbcRows.of(later.getMetaData().getIndexInfo(null, null, "orders", false, true)));
        }
    }

    @Test
    void shouldDescribeTypes() throws SQLException {
        try (ResultSet types = data().getTypeInfo()) {
            int before = Integer.MIN_VALUE;
            while (types.next()) {
                String name = types.getString("TYPE_NAME");
                assertTrue(types.getInt("DATA_TYPE") >= before, name);
                before = types.getInt("DATA_TYPE");
                assertEquals(name, JDBCType.valueOf(before).getName());
                String prefix = types.getString("LITERAL_PREFIX");
                String literal = prefix == null ? name.equals("BOOLEAN") ? "true" : "1"
                        : prefix + (name.startsWith("TIMESTAMP") ? "2026-01-31 09:30:00" : name.equals("DATE")
                        ? "2026-01-31" : name.equals("TIME") ? "09:30:00" : "abc") + types.getString("LITERAL_SUFFIX");
                try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(
                        "select cast(" + literal + " as " + name + ") from (values 1)")) {
                    assertTrue(rows.next(), name);
                    assertEquals(name, rows.getMetaData().getColumnTypeName(1));
                }
                assertEquals(prefix == null && !name.equals("BOOLEAN"), types.getInt("NUM_PREC_RADIX") == 10, name);
                assertEquals(name.endsWith("CHAR"), types.getBoolean("CASE_SENSITIVE"), name);
            }
            assertEquals(JDBCType.TIMESTAMP.getVendorTypeNumber(), before);
        }
    }

    @Test
    void shouldListWords() throws SQLException {
        assertTrue(Arrays.asList(data().getSQLKeywords().split(",")).contains("OFFSET"), data().getSQLKeywords());
        assertEquals(List.of("COALESCE|function", "COUNT|aggregate function", "RANK|window function",
                "TIME_BUCKET|function"), JdbcRows.of(data().getFunctions(null, null, "%"), "FUNCTION_NAME", "REMARKS")
                .stream().filter(row -> row.matches("(COALESCE|COUNT|RANK|TIME_BUCKET)\\|.*")).toList());
        assertEquals(List.of("TIME_BUCKET"), JdbcRows.of(data().getFunctions(null, null, "time\\_b%"), "FUNCTION_NAME"));
        assertEquals(List.of(), JdbcRows.of(data().getFunctions(null, null, "%user")));
        assertEquals(List.of(), JdbcRows.of(data().getFunctions("x", null, "%")));
    }

    /// What is said to be supported runs, and what is not does not.
    @Test
    void shouldSupportWhatItSays() throws Exception {
        Map<String, String> proofs = Map.ofEntries(
                Map.entry("supportsColumnAliasing", "select id as x from Placed"),
                Map.entry("supportsTableCorrelationNames", "select p.id from Placed p"),
                Map.entry("supportsExpressionsInOrderBy", "select id from Placed order by -quantity"),
                Map.entry("supportsOrderByUnrelated", "select id from Placed order by quantity"),
                Map.entry("supportsGroupBy", "select side, count(*) from Placed group by side"),
                Map.entry("supportsGroupByUnrelated", "select count(*) from Placed group by side"),
                Map.entry("supportsGroupByBeyondSelect", "select side, count(*) from Placed group by side, symbol"),
                Map.entry("supportsLikeEscapeClause", "select id from Placed where symbol like 'A!%%' escape '!'"),
                Map.entry("supportsOuterJoins", "select p.id from Placed p left join orders o on p._position = o._position"),
                Map.entry("supportsFullOuterJoins", "select p.id from Placed p full join orders o on p._row = o._position"),
                Map.entry("supportsLimitedOuterJoins", "select p.id from Placed p right join orders o on p._row = o._position"),
                Map.entry("supportsSubqueriesInComparisons", "select id from Placed where _row = (select max(_row) from Placed)"),
                Map.entry("supportsSubqueriesInExists", "select id from Placed p where exists (select 1 from Placed_legs)"),
                Map.entry("supportsSubqueriesInIns", "select id from Placed where _row in (select _parent from Placed_legs)"),
                Map.entry("supportsSubqueriesInQuantifieds", "select id from Placed where _row >= all (select _parent from Placed_legs)"),
                Map.entry("supportsCorrelatedSubqueries", "select id from Placed p where exists (select 1 from Placed_legs l "
                        + "where l._parent = p._row)"),
                Map.entry("supportsUnion", "select id from Placed union select id from Placed"),
                Map.entry("supportsUnionAll", "select id from Placed union all select id from Placed"),
                Map.entry("supportsSelectForUpdate", "select id from Placed for update"),
                Map.entry("supportsStoredProcedures", "call x()"),
                Map.entry("supportsAlterTableWithAddColumn", "alter table Placed add column x int"));
        for (Map.Entry<String, String> proof : proofs.entrySet()) {
            boolean says = (boolean) DatabaseMetaData.class.getMethod(proof.getKey()).invoke(data());
            try (Statement statement = connection.createStatement()) {
                if (says) {
                    assertDoesNotThrow(() -> JdbcRows.of(statement.executeQuery(proof.getValue())), proof.getKey());
                } else {
                    assertThrows(SQLException.class, () -> JdbcRows.of(statement.executeQuery(proof.getValue())),
                            proof.getKey());
                }
            }
        }
    }

    /// Results that are always empty have the columns that JDBC gives them, too.
    @Test
    void shouldNameAllColumns() throws Exception {
        for (Method method : Arrays.stream(DatabaseMetaData.class.getMethods()).filter(each -> each.getReturnType()
                == ResultSet.class).sorted(Comparator.comparing(Method::toString)).toList()) {
            Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> type == int.class ? (Object) 0
                    : type == boolean.class ? (Object) false : null).toArray();
            try (ResultSet rows = (ResultSet) method.invoke(data(), arguments)) {
                ResultSetMetaData columns = rows.getMetaData();
                Set<String> names = new TreeSet<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    names.add(columns.getColumnName(i));
                }
                assertEquals(columns.getColumnCount(), names.size(), method.getName());
                assertTrue(names.stream().anyMatch(name -> name.matches(".*(NAME|TYPE|CAT|SCHEM)")), method.getName() + names);
                while (rows.next()) {
                    for (String name : names) {
                        assertDoesNotThrow(() -> rows.getObject(name), method.getName());
                    }
                }
            } catch (InvocationTargetException e) {
                throw new AssertionError(method.getName(), e.getCause());
            }
        }
    }

    @Test
    void shouldRefuseOnceClosed() throws SQLException {
        DatabaseMetaData data = data();
        connection.close();
        assertThrows(SQLException.class, () -> data.getTables(null, null, null, null));
        assertThrows(SQLException.class, () -> data.getPrimaryKeys(null, null, "Placed"));
        assertThrows(SQLException.class, () -> data.getIndexInfo(null, null, "Placed", false, false));
    }

    @Test
    void shouldListEscapeFunctionsOnce() throws SQLException {
        List<String> all = List.of(data().getNumericFunctions(), data().getStringFunctions(), data()
                .getTimeDateFunctions(), data().getSystemFunctions()).stream().flatMap(names -> Arrays.stream(names
                .split(","))).toList();
        assertEquals(all.size(), Set.copyOf(all).size());
    }
}
