// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.jdbc.AshlarDataSource;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A connection to two stores: the three messages of [PlacedOrders], and, as `late`, the last two of them.
class JdbcSeveralStoresTest extends PlacedOrdersConnection {
    private String both;

    @BeforeEach
    void fillLate() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("late"), StoreOptions.defaults().withChunkBytes(4096))) {
            PlacedOrders.record(writer, PlacedOrders.SECOND, PlacedOrders.THIRD);
            writer.declare(IndexDeclaration.hash("Placed", "id"));
        }
        both = url + "?threads=2&store.late=" + temp.resolve("late");
    }

    private static List<String> ask(Connection connection, String sql) throws SQLException {
        try (connection; Statement statement = connection.createStatement()) {
            return JdbcRows.of(statement.executeQuery(sql));
        }
    }

    @Test
    void shouldAskSeveralStores() throws SQLException {
        String sql = "select (select count(*) from Placed), (select count(*) from main.Placed), (select count(*) from LATE.Placed)";
        assertEquals(List.of("3|3|2"), ask(DriverManager.getConnection(both), sql));
        Properties properties = new Properties();
        properties.put("store.late", temp.resolve("late").toString());
        assertEquals(List.of("3|3|2"), ask(DriverManager.getConnection(url, properties), sql));
        assertEquals(List.of("3|3|2"), ask(DriverManager.getConnection(both, properties), sql));
        AshlarDataSource source = new AshlarDataSource();
        source.setFolder(temp.resolve("s").toString());
        source.addStore("late", temp.resolve("late").toString());
        assertEquals(List.of("3|3|2"), ask(source.getConnection(), sql));
        assertEquals(url + "?store.late=" + temp.resolve("late"), source.getUrl());
        assertEquals(both, DriverManager.getDriver(both).getPropertyInfo(both, null).length == 5 ? both : "");
    }

    @Test
    void shouldRefuseStoresThatThereAreNot() {
        for (String[] wrong : List.of(new String[] {"?store.late=/nowhere/late", "not a store: no such folder (/nowhere/late)"},
                new String[] {"?store.late=", "option has no folder: write store.late=/path/to/store"},
                new String[] {"?store.=x", "no such option: store.; nearest: "},
                new String[] {"?store=x", "no such option: store; nearest: store.NAME; options: "},
                new String[] {"?store.main=" + temp.resolve("late"), "option store.main: 'main' is the name of the first store"},
                new String[] {"?store.select=" + temp.resolve("late"), "option store.select: 'select' is an SQL keyword"},
                new String[] {"?store.a=" + temp.resolve("late") + "&store.A=" + temp.resolve("s"),
                    "option store.A: another store has this name: A"},
                new String[] {"?store.a=x&store.a=y", "option has two values: store.a=x, store.a=y"})) {
            String other = url + wrong[0];
            SQLException e = assertThrows(SQLException.class, () -> DriverManager.getConnection(other).close());
            assertTrue(e.getMessage().startsWith(wrong[1]), e.getMessage());
            assertEquals("08001", e.getSQLState());
        }
    }

    /// What a tool such as DBeaver does before it shows a tree of tables, and for what it then selects.
    @Test
    void shouldShowStoresAsSchemas() throws SQLException {
        try (Connection open = DriverManager.getConnection(both)) {
            DatabaseMetaData data = open.getMetaData();
            assertEquals(List.of(), JdbcRows.of(data.getCatalogs()));
            assertEquals(List.of("late", "main"), JdbcRows.of(data.getSchemas(), "TABLE_SCHEM"));
            assertEquals(List.of("late"), JdbcRows.of(data.getSchemas(null, "L%"), "TABLE_SCHEM"));
            assertTrue(data.supportsSchemasInDataManipulation());
            assertEquals(List.of("late|_containers", "main|_containers", "late|Placed", "late|Placed_legs", "late|orders",
                    "main|Placed", "main|Placed_legs", "main|orders"), JdbcRows.of(data.getTables(null, null, "%", null),
                    "TABLE_SCHEM", "TABLE_NAME"));
            assertEquals(List.of(), JdbcRows.of(data.getTables(null, "", "%", null)));
            assertEquals(List.of(), JdbcRows.of(data.getTables("x", "late", "%", null)));
            List<String> found = new ArrayList<>();
            String quote = data.getIdentifierQuoteString();
            try (ResultSet tables = data.getTables(null, "%", "%", null); Statement statement = open.createStatement()) {
                while (tables.next()) {
                    String schema = tables.getString("TABLE_SCHEM");
                    String table = tables.getString("TABLE_NAME");
                    String columns = String.join(", ", JdbcRows.of(data.getColumns(null, schema, table.replace("_", "\\_"), "%"),
                            "COLUMN_NAME").stream().map(name -> quote + name + quote).toList());
                    statement.setMaxRows(200);
                    int rows = JdbcRows.of(statement.executeQuery("select " + columns + " from " + quote + schema + quote + "."
                            + quote + table + quote + " t")).size();
                    found.add(schema + "." + table + " " + rows + " " + columns.contains("_parent"));
                    assertTrue(table.equals("_containers") || tables.getString("REMARKS").equals(rows + " rows"), table);
                }
            }
            assertEquals(8, found.size());
            assertTrue(found.containsAll(List.of("main.Placed 3 false", "late.Placed 2 false")), found.toString());
            assertEquals("main", open.getSchema());
            open.setSchema("MAIN");
            assertThrows(SQLFeatureNotSupportedException.class, () -> open.setSchema("late"));
        }
        assertNull(connection.getSchema());
        assertFalse(connection.getMetaData().supportsSchemasInDataManipulation());
        connection.setSchema("public");
    }

    @Test
    void shouldKeepKeysAndIndexesOfEachStoreApart() throws SQLException {
        try (Connection open = DriverManager.getConnection(both)) {
            DatabaseMetaData data = open.getMetaData();
            String[] keys = {"PKTABLE_SCHEM", "PKTABLE_NAME", "FKTABLE_SCHEM", "FKTABLE_NAME"};
            assertEquals(List.of("late|Placed|late|Placed_legs", "main|Placed|main|Placed_legs"), JdbcRows.of(
                    data.getImportedKeys(null, null, "Placed_legs"), keys));
            assertEquals(List.of("late|Placed|late|Placed_legs"), JdbcRows.of(data.getExportedKeys(null, "late", "Placed"), keys));
            assertEquals(List.of(), JdbcRows.of(data.getCrossReference(null, "main", "Placed", null, "late", "Placed_legs")));
            assertEquals(List.of("main|_row"), JdbcRows.of(data.getPrimaryKeys(null, "main", "Placed"), "TABLE_SCHEM",
                    "COLUMN_NAME"));
            assertEquals(List.of("late|id"), JdbcRows.of(data.getIndexInfo(null, null, "Placed", false, true), "TABLE_SCHEM",
                    "COLUMN_NAME"));
            assertEquals(List.of(), JdbcRows.of(data.getIndexInfo(null, "main", "Placed", false, true)));
            assertEquals(Arrays.asList("late", "main"), JdbcRows.of(data.getColumns(null, null, "Placed", "id"), "TABLE_SCHEM"));
        }
    }

    @Test
    void shouldSayWhereAStatementIsWrong() throws SQLException {
        try (Connection open = DriverManager.getConnection(both); Statement statement = open.createStatement()) {
            SQLException e = assertThrows(SQLException.class, () -> statement.executeQuery("select l.pricce\nfrom late.Placed l"));
            assertEquals("42000", e.getSQLState());
            assertTrue(e.getMessage().startsWith("line 1, column 10: column 'pricce' not found"), e.getMessage());
            assertTrue(assertThrows(SQLException.class, () -> statement.executeQuery("select 1\nfrom laate.Placed")).getMessage()
                    .startsWith("line 2, column 6: "));
        }
    }
}
