// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows that are not what the messages of their journal say, where nothing else can tell.
class ReplayTest {
    private static final List<String> TABLES = List.of("Order", "Order_legs", "Order_legs_fills");

    @TempDir
    Path folder;

    private void make(int messages, long retired) throws StoreException {
        try (StoreWriter writer = Orders.writer(folder, messages)) {
            if (retired > 0) {
                writer.retireMessagesBefore(Orders.NAME, Orders.time(retired));
            }
        }
    }

    @Test
    void shouldFindEachByteOfARowInAChunkThatIsNotSealed() throws IOException {
        make(400, 0);
        for (String table : TABLES) {
            Place last = place(table, -1);
            for (int i = 0; i < last.stride; i++) {
                checkOnly(last, i);
            }
        }
    }

    /// The rows with which the messages that are left begin. Those before are of messages that are gone, and nothing
    /// tells what they were.
    @Test
    void shouldFindThePlaceOfGroupsWhereMessagesWereRetired() throws IOException {
        make(1500, 1200);
        long first;
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            assertTrue(store.journal(Orders.NAME).firstPosition() > 0);
            assertTrue(cursor.next());
            first = cursor.row();
        }
        for (String table : TABLES) {
            long begin = begin(table, first);
            for (long row = begin - 1; row < begin + 2; row++) {
                Place place = place(table, row);
                for (int i = 0; i < place.stride; i++) {
                    if (row >= begin) {
                        checkOnly(place, i);
                    } else {
                        TestFiles.flip(place.file, place.offset + i);
                        assertTrue(replay().findings().isEmpty(), table + " row " + row + " at " + i);
                        TestFiles.flip(place.file, place.offset + i);
                    }
                }
            }
            first = begin;
        }
    }

    /// The first row that belongs to a row of its parents' table, or to one after it.
    private long begin(String table, long parent) throws StoreException {
        try (Store store = Store.open(folder); Cursor cursor = store.table(table).cursor()) {
            while (cursor.next()) {
                if ((table.equals("Order") ? cursor.row() : cursor.parentRow()) >= parent) {
                    return cursor.row();
                }
            }
            throw new AssertionError("no such row");
        }
    }

    @Test
    void shouldTellFirstAndLastAndHowMany() throws IOException {
        make(400, 0);
        for (long row : new long[] {17, 20, 21, 340}) {
            TestFiles.flip(place("Order_legs", row).file, place("Order_legs", row).offset + 9);
        }
        VerifyReport report = replay();
        assertEquals(1, report.findings().size(), report::toString);
        Finding finding = report.findings().getFirst();
        assertEquals("Order_legs", finding.container());
        assertEquals(17, finding.first());
        assertEquals(341, finding.end());
        assertTrue(finding.found().contains("differing=4 of 600"), finding::found);
        assertEquals(new Replayed("Order_legs", 600, 4, 0), of(report, "Order_legs"));
        assertEquals(new Replayed("Order", 400, 0, 0), of(report, "Order"));
    }

    /// Each message in turn is damaged: only its rows cannot be compared, however many there are.
    @Test
    void shouldGoOnAfterADamagedMessage() throws IOException {
        make(130, 0);
        long[] offsets = new long[130];
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (int n = 0; n < offsets.length; n++) {
                assertTrue(cursor.next());
                offsets[n] = cursor.offset();
            }
        }
        Path extent = folder.resolve("extents/0000.ext");
        for (int n = 0; n < offsets.length; n += n < 20 ? 1 : 7) {
            TestFiles.flip(extent, offsets[n] + 3);
            VerifyReport report = verify();
            TestFiles.flip(extent, offsets[n] + 3);
            assertEquals(List.of(Orders.NAME), report.findings().stream().map(Finding::container).toList());
            int fills = 0;
            for (int leg = 0; leg < Orders.legs(n); leg++) {
                fills += Orders.fills(n, leg);
            }
            // Rows of groups after the last of the message are found at the next that has some.
            assertEquals(1, of(report, "Order").unchecked(), report::toString);
            assertEquals(Orders.legs(n), of(report, "Order_legs").unchecked(), "n=" + n + ": " + report);
            assertEquals(fills, of(report, "Order_legs_fills").unchecked(), "n=" + n + ": " + report);
        }
    }

    /// A damaged message, and a damaged row next to those that cannot be compared.
    @Test
    void shouldFindThePlaceBesideADamagedRow() throws IOException {
        make(130, 0);
        long offset = 0;
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (int n = 0; n <= 50; n++) {
                assertTrue(cursor.next());
                offset = cursor.offset();
            }
        }
        TestFiles.flip(folder.resolve("extents/0000.ext"), offset + 3);
        long begin = begin("Order_legs", 50);
        for (long row = begin - 1; row < begin + Orders.legs(50) + 2; row++) {
            Place place = place("Order_legs", row);
            for (int i = 0; i < place.stride; i++) {
                TestFiles.flip(place.file, place.offset + i);
                Replayed legs = of(verify(), "Order_legs");
                TestFiles.flip(place.file, place.offset + i);
                boolean checked = row < begin || row >= begin + Orders.legs(50);
                assertEquals(checked ? 1 : 0, legs.differing(), "row=" + row + " at " + i);
            }
        }
    }

    @Test
    void shouldFindRowsThatAreMissingOrOfNoMessage() throws IOException {
        make(400, 0);
        for (String table : TABLES) {
            long entry;
            long end;
            try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
                Link[] links = store.find(table).chain().links();
                entry = links[links.length - 1].entry().countOffset();
                end = store.table(table).endRow();
            }
            for (int bit : new int[] {1, 2, 4, 8}) {
                VerifyReport report = countedOtherwise(entry, bit);
                assertTrue(report.findings().stream().anyMatch(finding -> finding.container().equals(table)
                        && finding.found().matches("rows (end before their messages do|belong to no message).*")
                        && (finding.first() == end || finding.end() == end)), report::toString);
            }
        }
    }

    private VerifyReport countedOtherwise(long entry, int bit) throws IOException {
        Path extent = folder.resolve("extents/0000.ext");
        try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(extent.toFile(), "rw")) {
            file.seek(entry);
            int count = file.read();
            file.seek(entry);
            file.write(count ^ bit);
            VerifyReport report = replay();
            file.seek(entry);
            file.write(count);
            return report;
        }
    }

    /// A store that knew the newer schema first, for a table of its own.
    @Test
    void shouldTellVersionsByTheirNumbers() throws IOException {
        Schema newer = TestSchemas.ordersWithParties();
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(new TableDefinition("Copies", newer, newer.message("Order"), ""));
            for (Schema schema : List.of(Orders.SCHEMA, newer)) {
                writer.define(new JournalDefinition(Orders.NAME, schema));
                for (long n = 0; n < 20; n++) {
                    byte[] bytes = Orders.bytes(n % 2 == 0 ? newer : Orders.SCHEMA, n);
                    writer.journalWriter(Orders.NAME).record(MemorySegment.ofArray(bytes), 0, bytes.length, n, n);
                }
            }
        }
        VerifyReport report = verify();
        assertTrue(report.isSound(), report::toString);
        assertEquals(new Replayed("Order", 40, 0, 0), of(report, "Order"));
        assertEquals(new Replayed("Order_parties", 10, 0, 0), of(report, "Order_parties"));
    }

    @Test
    void shouldBeAnOption() throws IOException {
        make(400, 0);
        Place place = place("Order", -1);
        TestFiles.flip(place.file, place.offset);
        try (Store store = Store.open(folder)) {
            VerifyReport report = store.verify(VerifyOptions.all().withoutReplay());
            assertEquals(1, report.findings().size());
            assertEquals(400, report.messages());
            assertTrue(report.replayed().isEmpty());
        }
        assertEquals(2, verify().findings().size());
    }

    /// One byte of a row: it alone is found.
    private void checkOnly(Place place, int at) throws IOException {
        TestFiles.flip(place.file, place.offset + at);
        VerifyReport report = replay();
        TestFiles.flip(place.file, place.offset + at);
        String text = place + " at " + at + ": " + report;
        assertEquals(1, report.findings().size(), text);
        Finding finding = report.findings().getFirst();
        assertEquals(place.table, finding.container(), text);
        assertEquals(place.row, finding.first(), text);
        assertEquals(place.row + 1, finding.end(), text);
        assertEquals(place.offset, finding.offset(), text);
        assertEquals(1, of(report, place.table).differing(), text);
    }

    private record Place(String table, Path file, long offset, int stride, long row) { }

    /// @param wanted -1 for the last
    private Place place(String name, long wanted) throws StoreException {
        try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
            Table table = store.table(name);
            long row = wanted < 0 ? table.endRow() - 1 : wanted;
            Link[] links = store.find(name).chain().links();
            Link link = links[Chain.indexOf(links, row)];
            return new Place(name, folder.resolve("extents/%04d.ext".formatted(store.extents.geometry()
                    .extent(link.chunk()))), link.offset() + (row - link.identity().first()) * link.identity().stride(),
                    link.identity().stride(), row);
        }
    }

    private static Replayed of(VerifyReport report, String table) {
        return report.replayed().stream().filter(replayed -> replayed.table().equals(table)).findFirst().orElseThrow();
    }

    private VerifyReport verify() throws StoreException {
        return VerifyTest.verify(folder);
    }

    /// What comparing rows with messages finds, and the checksums of sealed chunks do not.
    private VerifyReport replay() throws StoreException {
        VerifyReport report = verify();
        return new VerifyReport(report.findings().stream().filter(finding -> finding.found().startsWith("rows"))
                .toList(), 0, 0, 0, 0, 0, 0, 0, 0, report.replayed(), report.indexed());
    }
}
