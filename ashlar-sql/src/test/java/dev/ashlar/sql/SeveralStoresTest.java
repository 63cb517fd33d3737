// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The main store has the three messages of [PlacedOrders], `late` the second and third of them in tables of the same
/// names, `names` other tables.
class SeveralStoresTest extends PlacedOrdersSession {
    private static final String XML = StandardTypes.schema("package='names' id='10' version='0'", """
                <type name="Text" primitiveType="char" length="6" characterEncoding="US-ASCII"/>
            """, """
              <sbe:message name="Security" id="1">
                <field name="symbol" id="1" type="Text"/>
                <field name="lot" id="2" type="int32"/>
              </sbe:message>
            """);

    private Store late;
    private Store names;
    private SqlSession several;

    @BeforeEach
    void open() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("late"), StoreOptions.defaults().withChunkBytes(4096))) {
            PlacedOrders.record(writer, PlacedOrders.SECOND, PlacedOrders.THIRD);
        }
        Schema schema = JsonMessages.schema(XML, "names.xml");
        try (StoreWriter writer = StoreWriter.open(temp.resolve("names"), StoreOptions.defaults().withChunkBytes(4096))) {
            JsonMessages.record(writer, "names", schema, List.of("{\"template\":\"Security\",\"symbol\":\"ABC\",\"lot\":100}",
                    "{\"template\":\"Security\",\"symbol\":\"ABCDEF\",\"lot\":5}"));
        }
        late = Store.open(temp.resolve("late"));
        names = Store.open(temp.resolve("names"));
        several = session.with("late", late).with("names", names);
    }

    @AfterEach
    void closeOthers() throws IOException {
        late.close();
        names.close();
    }

    private List<String> rows(String sql) {
        return SqlRows.rows(several, sql);
    }

    private String message(String sql) {
        return assertThrows(SqlException.class, () -> rows(sql), sql).getMessage();
    }

    @Test
    void shouldJoinTablesOfSeveralStores() {
        assertEquals(List.of("ABC|100|10", "ABCDEF|5|-3"), rows("select p.symbol, s.lot, p.quantity from Placed p "
                + "join names.Security s on s.symbol = p.symbol order by 1"));
        assertEquals(List.of("ABC|100", "ABCDEF|5"),
                rows("select Placed.symbol, names.Security.lot from Placed, names.Security "
                        + "where names.Security.symbol = Placed.symbol order by 1"));
        assertEquals(List.of("3|2|2"), rows("select (select count(*) from Placed), (select count(*) from late.Placed), "
                + "(select count(*) from NAMES.security)"));
    }

    /// Plans that look the same but for the store are not the same plan.
    @Test
    void shouldTellTablesOfTheSameNameApart() {
        assertEquals(List.of("3", "2"), rows("select count(*) from Placed union all select count(*) from late.Placed"));
        assertEquals(List.of("3|3|2"), rows("select a.n, m.n, b.n from (select count(*) as n from Placed) a "
                + "cross join (select count(*) as n from main.Placed) m "
                + "cross join (select count(*) as n from late.Placed) b"));
        assertEquals(List.of("7", "8"), rows("select id from Placed intersect select id from late.Placed order by 1"));
        assertEquals(List.of("18446744073709551614"), rows("select id from Placed except select id from late.Placed"));
        assertEquals(List.of(), rows("select a.id from Placed a join late.Placed b on a.id = b.id "
                + "where a._row = b._row"));
        // Rows of one store are no parents of the other's.
        assertEquals(List.of("1|18446744073709551614", "2|18446744073709551614", "3|7"),
                rows("select l.leg, p.id from Placed_legs l join Placed p on l._parent = p._row order by 1"));
        assertEquals(List.of("1|7", "2|7", "3|8"),
                rows("select l.leg, p.id from Placed_legs l join late.Placed p on l._parent = p._row order by 1"));
    }

    @Test
    void shouldShowWhichStoreIsScanned() {
        String plan = String.join("\n", rows("explain plan for select * from late.Placed where quantity > 3"));
        assertTrue(plan.contains("of store late:"), plan);
        String main = String.join("\n", rows("explain plan for select * from Placed where quantity > 3"));
        assertFalse(main.contains("of store"), main);
    }

    @Test
    void shouldSayWhichStoreHasATable() {
        assertEquals("line 1, column 15: table 'Security' not found; another store has it: names.Security",
                message("select * from Security"));
        assertEquals("line 1, column 15: table 'names.Securty' not found; nearest: Security",
                message("select * from names.Securty"));
        assertEquals("line 1, column 15: no store is called 'namess'; nearest: names", message("select * from namess.Security"));
        assertEquals("line 1, column 15: no store is called 'other'; there are: main, late, names",
                message("select * from other.Security"));
        assertTrue(message("select 1 from Placed join late.Placed on true").endsWith(
                "two tables in FROM are called 'Placed'; rename one: Placed as t"),
                message("select 1 from Placed join late.Placed on true"));
        assertTrue(message("select symbol from Placed p, names.Security s").contains("ambiguous"));
    }

    @Test
    void shouldListStoresAndTheirTables() {
        assertEquals(List.of("main", "late", "names"), several.stores());
        assertEquals(List.of("main"), session.stores());
        assertTrue(several.tables("NAMES").stream().anyMatch(table -> table.name().equals("Security") && table.rows() == 2));
        assertEquals(several.tables(), several.tables("main"));
        assertThrows(IllegalArgumentException.class, () -> several.tables("other"));
    }

    @Test
    void shouldRefuseNamesThatStoresCannotHave() {
        for (String name : List.of("", "1st", "a-b", "a.b", "names", "NAMES", "main", "Main", "x".repeat(65), "a b", "ref", "Day")) {
            String message = assertThrows(IllegalArgumentException.class, () -> several.with(name, names)).getMessage();
            assertTrue(message.contains(name), message);
        }
    }

    /// A table whose schema is damaged is found missing in its own store.
    @Test
    void shouldSayWhyATableOfAnotherStoreCannotBeRead() throws IOException {
        names.close();
        Path schema = TestFiles.files(temp.resolve("names")).stream().filter(file -> file.toString().endsWith(".sbeir"))
                .findFirst().orElseThrow();
        byte[] bytes = Files.readAllBytes(schema);
        bytes[bytes.length / 2] ^= 1;
        Files.write(schema, bytes);
        names = Store.open(temp.resolve("names"));
        several = session.with("names", names);
        SqlException e = assertThrows(SqlException.class, () -> rows("select * from names.Security"));
        assertEquals(SqlException.Reason.CORRUPT, e.reason(), e.getMessage());
        assertEquals(List.of("3"), rows("select count(*) from Placed"));
    }
}
