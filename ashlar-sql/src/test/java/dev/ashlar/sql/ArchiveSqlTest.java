// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The three messages of [PlacedOrders], one in each of three days, give the answers of one store with all of them.
class ArchiveSqlTest extends PlacedOrdersSession {
    private Archive archive;
    private SqlSession days;

    @BeforeEach
    void openArchive() throws IOException {
        write(temp.resolve("archive"));
        archive = Archive.open(temp.resolve("archive"));
        days = SqlSession.of(archive);
    }

    @AfterEach
    void closeArchive() throws IOException {
        archive.close();
    }

    static void write(Path folder) throws StoreException {
        try (ArchiveWriter writer = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(
                StoreOptions.defaults().withChunkBytes(4096)), DayOpener.nothing())) {
            int day = 5;
            for (String message : List.of(PlacedOrders.FIRST, PlacedOrders.SECOND, PlacedOrders.THIRD)) {
                PlacedOrders.record(writer.roll(Instant.parse("2026-01-%02dT09:00:00Z".formatted(day++))
                        .getEpochSecond() * 1_000_000_000L), message);
            }
        }
    }

    private List<String> rows(String sql) {
        return SqlRows.rows(days, sql);
    }

    private void assertAsOneStore(String sql) {
        assertEquals(ask(sql), rows(sql), sql);
        assertEquals(rows(sql), SqlRows.rows(days, sql, QueryOptions.defaults().withThreads(3)), sql);
    }

    @Test
    void shouldAnswerAsOneStore() {
        for (String sql : List.of(
                "select id, side, symbol, name, price, \"limit\", quantity, filled, ratio, \"at\" from Placed",
                "select count(*), sum(quantity), avg(price), min(price), max(\"at\"), count(distinct symbol) from Placed",
                "select side, count(*), sum(price * quantity) from Placed group by side order by side",
                "select symbol, quantity from Placed order by quantity desc limit 2",
                "select symbol from Placed where price between -5 and 2 order by symbol",
                "select count(*) from Placed where symbol = 'none'",
                "select sum(quantity) from Placed where symbol = 'none'",
                "select leg, price, share, symbol from Placed_legs order by leg",
                "select p.symbol, sum(l.price) from Placed p join Placed_legs l on l._parent = p._row group by p.symbol "
                        + "order by 1",
                "select p.symbol, l.leg from Placed p left join Placed_legs l on l._parent = p._row order by 1, 2",
                "select p.symbol, q.symbol from Placed p join Placed q on q.quantity > p.quantity order by 1, 2",
                "select symbol, row_number() over (order by quantity) from Placed order by 2",
                "select distinct side from Placed order by side",
                "select symbol from Placed order by symbol limit 1 offset 1",
                "select count(*) from orders")) {
            assertAsOneStore(sql);
        }
    }

    @Test
    void shouldListDeclaredIndexes() throws Exception {
        try (ArchiveWriter writer = ArchiveWriter.open(temp.resolve("archive"), ArchiveOptions.asIs(), DayOpener.nothing())) {
            assertEquals(3, writer.declare(IndexDeclaration.sorted("Placed", "id")));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:ashlar:" + temp.resolve("archive"));
                ResultSet indexes = connection.getMetaData().getIndexInfo(null, null, "Placed", false, true)) {
            assertTrue(indexes.next());
            assertEquals("Placed_id_sorted", indexes.getString("INDEX_NAME"));
            assertEquals("id", indexes.getString("COLUMN_NAME"));
            assertFalse(indexes.next());
        }
    }

    /// Of days that are read together, those that come first in the order are not taken for equal.
    @Test
    void shouldOrderByTheDate() {
        for (String order : List.of("_date desc, price", "_date desc, side", "_date desc")) {
            assertEquals(List.of("2026-01-07|"), rows("select _date, symbol from Placed order by " + order + " limit 1"), order);
        }
        assertEquals(List.of("2026-01-05|ABC", "2026-01-06|ABCDEF"),
                rows("select _date, symbol from Placed order by _date, price limit 2"));
        assertEquals(List.of("2026-01-06"), rows("select quantile_disc(_date, 0.5) from Placed"));
    }

    @Test
    void shouldShowTheDate() {
        assertEquals(List.of("2026-01-05|ABC", "2026-01-06|ABCDEF", "2026-01-07|"),
                rows("select _date, symbol from Placed"));
        assertEquals(List.of("2026-01-05|1", "2026-01-06|1", "2026-01-07|1"),
                rows("select _date, count(*) from Placed group by _date order by _date"));
        assertEquals(List.of("2026-01-05|2026-01-07|3"),
                rows("select min(_date), max(_date), count(distinct _date) from Placed"));
        assertEquals(List.of("2026-01-05", "2026-01-05", "2026-01-06"),
                rows("select _date from Placed_legs"));
    }

    @Test
    void shouldOpenOnlyTheDaysThatDatesAndTimesLeave() {
        for (String condition : List.of("_date = date '2026-01-06'", "_date = timestamp '2026-01-06 00:00:00'",
                "_date = '2026-01-06'", "_date > date '2026-01-05' and _date < date '2026-01-07'",
                "_date between date '2026-01-06' and date '2026-01-06'", "_date in (date '2026-01-06', date '2020-01-01')",
                "date '2026-01-06' = _date")) {
            String sql = "select symbol from Placed where " + condition;
            assertEquals(List.of("ABCDEF"), rows(sql), sql);
            String plan = String.join("\n", rows("explain plan for " + sql));
            assertTrue(plan.contains("parts 1 of 3: 2026-01-06"), plan);
        }
        String none = String.join("\n", rows("explain plan for select * from Placed where _time > timestamp "
                + "'2026-01-06 00:00:00'"));
        assertTrue(none.contains("parts 1 of 3"), "the open day, of which no times are known: " + none);
    }

    @Test
    void shouldJoinEntriesWithParentsOfTheirOwnDay() {
        String sql = "select l._date, p._date, l.leg, p.symbol from Placed_legs l join Placed p on l._parent = p._row";
        assertEquals(List.of("2026-01-05|2026-01-05|1|ABC",
                "2026-01-05|2026-01-05|2|ABC", "2026-01-06|2026-01-06|3|ABCDEF"),
                rows(sql));
        String plan = String.join("\n", rows("explain plan for " + sql));
        assertFalse(plan.contains("Join"), plan);
        // And where no scan can do it.
        assertEquals(rows(sql), rows("select l._date, p._date, l.leg, p.symbol from Placed_legs l join Placed p "
                + "on l._parent + 0 = p._row + 0 order by l.leg"));
    }

    @Test
    void shouldNameAnArchiveNextToAStore() {
        SqlSession both = session.with("days", archive);
        assertEquals(List.of("3|3"), SqlRows.rows(both, "select (select count(*) from Placed), "
                + "(select count(*) from days.Placed)"));
        assertEquals(List.of("3|3"), SqlRows.rows(days.with("single", store), "select (select count(*) from Placed), "
                + "(select count(*) from single.Placed)"));
    }

    @Test
    void shouldSayWhichDayIsDamaged() throws Exception {
        Path head = temp.resolve("archive/2026-01-06/store.head");
        assertTrue(head.toFile().setWritable(true));
        Files.write(head, new byte[1 << 18]);
        SqlException damaged = assertThrows(SqlException.class, () -> rows("select count(*) from Placed"));
        assertTrue(damaged.getMessage().contains("2026-01-06 cannot be read"), damaged::getMessage);
        assertEquals(SqlException.Reason.CORRUPT, damaged.reason());
        assertEquals(List.of("2"), rows("select count(*) from Placed where _date <> date '2026-01-06'"));
    }

    /// A table that no other day has must not look like one that does not exist.
    @Test
    void shouldSayWhichDaysAreDamagedIfAllAre() throws Exception {
        for (int day = 5; day <= 7; day++) {
            Path head = temp.resolve("archive/2026-01-0" + day + "/store.head");
            assertTrue(head.toFile().setWritable(true));
            Files.write(head, new byte[1 << 18]);
        }
        try (Archive damaged = Archive.open(temp.resolve("archive"))) {
            SqlException lost = assertThrows(SqlException.class, () -> SqlRows.rows(SqlSession.of(damaged),
                    "select count(*) from Placed"));
            assertTrue(lost.getMessage().contains("cannot be read"), lost::getMessage);
            assertEquals(SqlException.Reason.CORRUPT, lost.reason());
        }
    }

    @Test
    void shouldConnectByJdbc() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:ashlar:" + temp.resolve("archive"));
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("select _date, symbol from Placed where _date = "
                    + "date '2026-01-06'")) {
                assertTrue(rows.next());
                assertEquals("2026-01-06", rows.getDate(1).toString());
                assertEquals("ABCDEF", rows.getString("symbol"));
                assertFalse(rows.next());
            }
            try (ResultSet keys = connection.getMetaData().getPrimaryKeys(null, null, "Placed")) {
                assertTrue(keys.next());
                assertEquals("_row", keys.getString("COLUMN_NAME"));
            }
            try (ResultSet columns = connection.getMetaData().getColumns(null, null, "Placed", "_date")) {
                assertTrue(columns.next());
                assertEquals("DATE", columns.getString("TYPE_NAME"));
            }
        }
    }

    @Test
    void shouldDescribeAndSummarize() {
        assertEquals("_date", rows("describe Placed").getFirst().split("\\|")[0]);
        try (Stream<String> lines = rows("select table_name from information_schema.tables").stream()) {
            assertTrue(lines.anyMatch("Placed"::equals));
        }
        assertTrue(rows("select name, kind from _containers where kind = 'table'").size() >= 3);
    }
}
