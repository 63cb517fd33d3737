// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import dev.ashlar.testkit.TestFiles;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import io.trino.spi.type.DateType;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens to splits when days are dropped, damaged or written meanwhile.
class AshlarFaultTest {
    private static final int ROWS = 50_000;
    private static final Map<String, String> SMALL_SPLITS = Map.of(CatalogSettings.SPLIT_BYTES, "100000");
    private static final Map<String, String> ONE_DAY_SPLITS = Map.of(CatalogSettings.SPLIT_BYTES, "850000");
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = temp.resolve("archives/ticks");
        try (ArchiveWriter archive = archive()) {
            for (int day = 5; day < 8; day++) {
                append(archive, day, ROWS);
            }
            archive.seal();
        }
    }

    private static Domain day(String date) {
        return Domain.singleValue(DateType.DATE, LocalDate.parse(date).toEpochDay());
    }

    private ArchiveWriter archive() throws IOException {
        return ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(StoreOptions.defaults()
                .withChunkBytes(1 << 16)), DayOpener.nothing());
    }

    private static Schema schema(String value) throws IOException {
        String xml = StandardTypes.schema("package='t' id='1' version='0' byteOrder='littleEndian'", """
                <type name="Text" primitiveType="char" length="8"/>
                """, """
                <sbe:message name="Tick" id="1"><field name="number" id="1" type="int64"/>
                <field name="value" id="2" type="%s"/></sbe:message>
                """).formatted(value);
        return SchemaParser.parseText(xml, "t.xml").schema();
    }

    private static void append(ArchiveWriter archive, int day, int rows) throws IOException {
        append(archive, day, rows, "int64");
    }

    private static void append(ArchiveWriter archive, int day, int rows, String value) throws IOException {
        StoreWriter store = archive.roll(TimeUnit.SECONDS.toNanos(Instant.parse("2026-01-%02dT10:00:00Z".formatted(day))
                .getEpochSecond()));
        if (store.tables().isEmpty()) {
            store.define(TableDefinition.of(schema(value), "Tick"));
        }
        Appender appender = store.appender("Tick");
        for (int row = 0; row < rows; row++) {
            RowClaim claim = appender.claim(1);
            claim.memory().set(LONG, claim.offset(0), row);
            claim.memory().set(LONG, claim.offset(0) + Long.BYTES, day);
            claim.commit();
        }
    }

    private Reading read(Map<String, String> properties) {
        return new Reading(folder.getParent(), "ticks", "tick", properties, "number", "_date");
    }

    @Test
    void shouldReadADroppedDayToItsEnd() throws Exception {
        try (Reading reading = read(ONE_DAY_SPLITS)) {
            List<ConnectorSplit> splits = reading.allSplits();
            assertEquals(3, splits.size());
            ConnectorPageSource pages = reading.open(splits.getFirst());
            SourcePage first = pages.getNextSourcePage();
            assertNotNull(first);
            drop("2026-01-05");
            assertTrue(mapped("2026-01-05") > 0, "rows are pinned");
            assertEquals(ROWS, first.getPositionCount() + Reading.count(pages));
            TrinoException e = assertThrows(TrinoException.class, () -> Reading.count(reading.open(splits.getFirst())));
            assertEquals(AshlarErrors.ASHLAR_CHANGED.toErrorCode(), e.getErrorCode());
            assertTrue(e.getMessage().contains("day=2026-01-05"), e::getMessage);
            assertEquals(0, mapped("2026-01-05"), "rows are released");
            assertEquals(2L * ROWS, reading.count(splits.subList(1, 3)));
        }
    }

    /// Splits are made as Trino asks for them, so days are dropped between.
    @Test
    void shouldFailIfADayIsDroppedBetweenTwoBatches() throws Exception {
        try (Reading reading = read(ONE_DAY_SPLITS)) {
            assertEquals(1, reading.nextSplits(1).size());
            drop("2026-01-07");
            Throwable e = assertThrows(ExecutionException.class, reading::allSplits).getCause();
            assertEquals(AshlarErrors.ASHLAR_CHANGED.toErrorCode(), ((TrinoException) e).getErrorCode());
            assertTrue(e.getMessage().contains("day=2026-01-07"), e::getMessage);
        }
    }

    /// A day is opened when its splits are made.
    @Test
    void shouldOpenDaysWhenTheirTurnComes() throws Exception {
        try (Reading reading = read(SMALL_SPLITS)) {
            TestFiles.makeWritable(folder.resolve("2026-01-06"));
            Path away = Files.move(folder.resolve("2026-01-06"), temp.resolve("2026-01-06"));
            List<ConnectorSplit> first = reading.nextSplits(1);
            assertEquals(List.of("2026-01-05"), days(first));
            assertTrue(reading.count(first) > 0);
            Throwable e = assertThrows(ExecutionException.class, reading::allSplits).getCause();
            assertEquals(AshlarErrors.ASHLAR_UNREADABLE.toErrorCode(), ((TrinoException) e).getErrorCode());
            assertTrue(e.getMessage().contains("2026-01-06"), e::getMessage);
            Files.move(away, folder.resolve("2026-01-06"));
        }
    }

    private static List<String> days(List<ConnectorSplit> splits) {
        return splits.stream().flatMap(split -> ((AshlarSplit) split).ranges().stream()).map(AshlarSplit.Rows::day)
                .distinct().toList();
    }

    @Test
    void shouldReleaseRowsWhenClosedEarly() throws Exception {
        try (Reading reading = read(ONE_DAY_SPLITS)) {
            List<ConnectorSplit> splits = reading.allSplits();
            ConnectorPageSource pages = reading.open(splits.getFirst());
            assertNotNull(pages.getNextSourcePage());
            drop("2026-01-05");
            assertTrue(mapped("2026-01-05") > 0, "rows are pinned");
            pages.close();
            assertEquals(ROWS, Reading.count(reading.open(splits.get(1))));
            assertEquals(0, mapped("2026-01-05"), "rows are released");
        }
    }

    @Test
    void shouldReleaseRowsWhenAnAggregateIsCancelled() throws Exception {
        try (ArchiveWriter archive = archive()) {
            append(archive, 9, 20 * ROWS);
            archive.seal();
        }
        try (Reading reading = read(Map.of(CatalogSettings.MEMORY_BYTES, "2000000000"))) {
            AshlarTable groups = reading.counts(reading.where("_date", day("2026-01-09")), "number");
            List<ColumnHandle> shown = List.of(reading.columns().getFirst());
            ConnectorSplit split = reading.splits(groups).getFirst();
            boolean endsEarly = false;
            // On a busy machine a thread may stand still in between, so that one comparison says nothing.
            for (int attempt = 1; !endsEarly; attempt++) {
                long start = System.nanoTime();
                try (ConnectorPageSource whole = reading.open(split, groups, shown, MemoryContext.NO_LIMIT)) {
                    whole.isBlocked().get(10, TimeUnit.MINUTES);
                }
                long wholeNs = System.nanoTime() - start;
                long cancelledNs = nsToCancel(reading, groups, split, shown);
                endsEarly = cancelledNs < wholeNs / 2;
                assertTrue(endsEarly || attempt < 20, "wholeNs=" + wholeNs + ", cancelledNs=" + cancelledNs);
            }
            drop("2026-01-09");
            assertEquals(ROWS, reading.count(reading.splits(reading.where("_date", day("2026-01-05")))));
            assertEquals(0, mapped("2026-01-09"), "rows are released");
        }
    }

    /// How long groups are computed after their source is closed: when they first report their memory, which is far
    /// from the end.
    private static long nsToCancel(Reading reading, AshlarTable groups, ConnectorSplit split, List<ColumnHandle> shown)
            throws Exception {
        AtomicLong kept = new AtomicLong();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> closing = new CompletableFuture<>();
        ConnectorPageSource pages = reading.open(split, groups, shown, bytes -> {
            kept.set(bytes);
            begun.countDown();
            closing.join();
        });
        CompletableFuture<?> blocked = pages.isBlocked();
        long start;
        try {
            assertTrue(begun.await(10, TimeUnit.MINUTES));
            assertFalse(blocked.isDone());
            start = System.nanoTime();
        } finally {
            closing.complete(null);
            pages.close();
        }
        blocked.get(10, TimeUnit.MINUTES);
        long ns = System.nanoTime() - start;
        assertEquals(0, kept.get());
        return ns;
    }

    /// Groups count for the query, which Trino ends by an exception when it has too many bytes.
    @Test
    void shouldCountGroupsAsMemoryOfTheQuery() throws Exception {
        try (Reading reading = read(ONE_DAY_SPLITS)) {
            AshlarTable groups = reading.counts(reading.table, "number");
            List<ColumnHandle> shown = List.of(reading.columns().getFirst());
            ConnectorSplit split = reading.splits(groups).getFirst();
            AtomicLong kept = new AtomicLong();
            AtomicLong most = new AtomicLong();
            long rows = 0;
            try (ConnectorPageSource pages = reading.open(split, groups, shown, bytes -> {
                kept.set(bytes);
                most.accumulateAndGet(bytes, Math::max);
            })) {
                pages.isBlocked().get(10, TimeUnit.MINUTES);
                assertTrue(kept.get() > ROWS * 3L * Long.BYTES, "bytes=" + kept);
                rows = Reading.count(pages);
            }
            assertEquals(ROWS, rows);
            assertEquals(0, kept.get());
            TrinoException full = new TrinoException(StandardErrorCode.EXCEEDED_LOCAL_MEMORY_LIMIT, "full");
            long limit = most.get() / 2;
            ConnectorPageSource pages = reading.open(split, groups, shown, bytes -> {
                kept.set(bytes);
                if (bytes > limit) {
                    throw full;
                }
            });
            assertSame(full, assertThrows(TrinoException.class, () -> Reading.count(pages)));
            assertEquals(0, kept.get());
        }
    }

    private void drop(String day) throws IOException {
        try (ArchiveWriter archive = archive()) {
            archive.drop(day);
        }
    }

    /// Files of a day that this process has in its memory.
    private long mapped(String day) throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(folder.getFileName() + "/" + day)
                    || line.contains(folder.getFileName() + "/") && line.contains(day)).count();
        }
    }

    @Test
    void shouldFailIfADayIsDroppedBeforeItsTurn() throws Exception {
        try (Reading reading = read(SMALL_SPLITS)) {
            drop("2026-01-05");
            Exception e = assertThrows(Exception.class, reading::allSplits);
            assertTrue(e.getMessage().contains("day=2026-01-05"), e::getMessage);
        }
    }

    @Test
    void shouldReadALiveDayAsOfPlanning() throws Exception {
        try (ArchiveWriter archive = archive()) {
            append(archive, 9, 1_000);
            try (Reading reading = read(SMALL_SPLITS)) {
                append(archive, 9, 5_000);
                List<ConnectorSplit> splits = reading.allSplits();
                append(archive, 10, 700);
                assertEquals(3L * ROWS + 1_000, reading.count(splits));
                try (Reading now = read(SMALL_SPLITS)) {
                    assertEquals(3L * ROWS + 6_700, now.count(now.allSplits()));
                }
            }
        }
    }

    /// The end of a group is noted before that of its parents.
    @Test
    void shouldNoteNoEntryWithoutItsParent() throws Exception {
        Path feed = temp.resolve("feed");
        CountDownLatch begun = new CountDownLatch(20);
        AtomicLong batches = new AtomicLong();
        CompletableFuture<Void> looked = new CompletableFuture<>();
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                SampleArchive.write(feed, 1, 200_000, () -> {
                    begun.countDown();
                    // It does not end before there were some looks, however slow they are.
                    if (batches.incrementAndGet() == 40) {
                        looked.join();
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertTrue(begun.await(10, TimeUnit.MINUTES));
        int looks = 0;
        long levels = 0;
        try (Archive archive = Archive.open(feed)) {
            while (writer.isAlive()) {
                PlannedArchive planned = new PlannedArchive(archive);
                Archive.Day day = planned.days().getFirst();
                levels = planned.rows(day, "BookUpdate_levels");
                long books = planned.rows(day, "BookUpdate");
                Relation relation = planned.relation("BookUpdate_levels");
                try (Result result = relation.scan().select(relation.column("_parent")).plan().run(List.of(new RowRange(
                        day.name(), levels - 1, levels, 1, 0)), QueryOptions.defaults())) {
                    assertTrue(result.next());
                    long parent = result.getLong(0) - day.base();
                    assertTrue(parent < books, "look=" + looks + ", parent=" + parent + ", books=" + books);
                }
                looks++;
                if (looks > 10) {
                    looked.complete(null);
                }
            }
        } finally {
            looked.complete(null);
        }
        System.out.println("looks at a live archive: " + looks + ", levels=" + levels);
        assertTrue(looks > 10, "looks=" + looks);
    }

    @Test
    void shouldNameADamagedDay() throws Exception {
        for (Path file : TestFiles.files(folder.resolve("2026-01-06/extents"))) {
            file.toFile().setWritable(true);
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                for (int at = 150_000; at < 600_000; at += 512) {
                    bytes.seek(at);
                    bytes.write(0x55);
                }
            }
        }
        try (Reading reading = read(SMALL_SPLITS)) {
            Exception e = assertThrows(Exception.class, () -> reading.count(reading.allSplits()));
            assertTrue(e.getMessage().contains("2026-01-06"), e::getMessage);
        }
    }

    @Test
    void shouldRejectADayThatIsAnotherStore() throws Exception {
        try (Reading reading = read(ONE_DAY_SPLITS)) {
            List<ConnectorSplit> splits = reading.allSplits();
            AshlarSplit.Rows first = ((AshlarSplit) splits.getFirst()).ranges().getFirst();
            AshlarSplit other = new AshlarSplit(List.of(new AshlarSplit.Rows(first.day(), "other", first.first(),
                    first.end(), first.rows(), first.bytes())), List.of(), 1);
            TrinoException e = assertThrows(TrinoException.class, () -> Reading.count(reading.open(other)));
            assertTrue(e.getMessage().contains("its store differs on this worker"), e::getMessage);
        }
    }

    @Test
    void shouldSendSplitsToTheWorkersThatHaveTheDays() throws Exception {
        Path hosts = Files.writeString(temp.resolve("hosts"), """
                # schema day worker
                ticks 2026-01-05 one:8080
                *     2026-01-*  two:8080 three:8080
                """);
        try (Reading reading = read(Map.of(CatalogSettings.HOSTS, hosts.toString()))) {
            List<ConnectorSplit> splits = reading.allSplits();
            assertEquals(List.of("one:8080"), splits.getFirst().getAddresses().stream().map(Object::toString).toList());
            assertEquals(List.of("two:8080", "three:8080"), splits.get(1).getAddresses().stream().map(Object::toString)
                    .toList());
            assertEquals(3L * ROWS, reading.count(splits));
        }
        assertEquals(StandardErrorCode.INVALID_CATALOG_PROPERTY.toErrorCode(), assertThrows(TrinoException.class, () ->
                read(Map.of(CatalogSettings.HOSTS, Files.writeString(temp.resolve("bad"), "ticks *").toString())))
                .getErrorCode());
    }

    /// The coordinator has the head and one day; the workers have the others.
    @Test
    void shouldDivideDaysThatOnlyWorkersHave() throws Exception {
        Path hosts = Files.writeString(temp.resolve("hosts"), "ticks 2026-01-06 one:8080\n");
        Path away = temp.resolve("2026-01-06");
        Map<String, String> properties = Map.of(CatalogSettings.HOSTS, hosts.toString(), CatalogSettings.SPLIT_BYTES,
                "300000");
        TestFiles.makeWritable(folder.resolve("2026-01-06"));
        Files.move(folder.resolve("2026-01-06"), away);
        try (Reading reading = read(properties)) {
            List<ConnectorSplit> splits = reading.allSplits();
            long local = splits.stream().filter(split -> !split.isRemotelyAccessible()).count();
            assertTrue(local > 1, "splits: " + splits);
            Files.move(away, folder.resolve("2026-01-06"));
            assertEquals(3L * ROWS, reading.count(splits));
        }
    }

    @Test
    void shouldTakeOneArchiveAsItsSchema() throws Exception {
        try (Reading reading = new Reading(folder, "ticks", "tick", SMALL_SPLITS, "number")) {
            assertEquals(List.of("ticks"), reading.metadata().listSchemaNames(reading.session));
            assertEquals(3L * ROWS, reading.count(reading.allSplits()));
        }
    }

    @Test
    void shouldFailIfAColumnHasAnotherTypeThanWhenPlanned() throws Exception {
        try (Reading number = read(ONE_DAY_SPLITS); Reading value = new Reading(folder.getParent(), "ticks", "tick",
                ONE_DAY_SPLITS, "value")) {
            List<ConnectorSplit> splits = value.allSplits();
            try (ArchiveWriter archive = archive()) {
                append(archive, 9, 100, "Text");
            }
            TrinoException e = assertThrows(TrinoException.class, () -> Reading.count(value.open(splits.getFirst())));
            assertEquals(AshlarErrors.ASHLAR_CHANGED.toErrorCode(), e.getErrorCode());
            assertEquals("column has changed since the query was planned: column=value, planned=bigint, now=TEXT; "
                    + "retry, in Tick", e.getMessage());
            assertEquals(3L * ROWS, number.count(number.allSplits()), "of the other columns");
        }
        try (Reading now = new Reading(folder.getParent(), "ticks", "tick", ONE_DAY_SPLITS, "value")) {
            List<ConnectorSplit> splits = now.allSplits();
            TrinoException e = assertThrows(TrinoException.class, () -> Reading.count(now.open(splits.getFirst())));
            assertEquals(StandardErrorCode.NOT_SUPPORTED.toErrorCode(), e.getErrorCode());
            assertTrue(e.getMessage().contains("column=value, part=2026-01-05, type=INT64, newest=TEXT; select other "
                    + "parts by _date"), e::getMessage);
            assertEquals(100, now.count(now.splits(now.where("_date", day("2026-01-09")))));
        }
    }

    @Test
    void shouldDivideWithoutOverflow() throws Exception {
        try (Reading reading = read(Map.of(CatalogSettings.SPLIT_BYTES, Long.toString(1L << 40)))) {
            List<ConnectorSplit> splits = reading.allSplits();
            assertEquals(1, splits.size());
            assertEquals(3L * ROWS, reading.count(splits));
        }
        long most = StorePart.MOST_NUMBERS - 1;
        for (long[] size : new long[][] {{most, Long.MAX_VALUE, 1}, {most, Long.MAX_VALUE, 1L << 40},
                {1L << 33, 1L << 45, 1 << 20}, {3, Long.MAX_VALUE, 1}, {1, 0, Long.MAX_VALUE}}) {
            List<RowRange> pieces = AshlarSplitSource.pieces("day", size[0], size[1], size[2]);
            long at = 0;
            for (RowRange piece : pieces) {
                assertEquals(at, piece.first());
                assertTrue(piece.end() > at && piece.rows() >= 0 && piece.bytes() >= 0, piece::toString);
                at = piece.end();
            }
            assertEquals(StorePart.MOST_NUMBERS, at);
            assertTrue(pieces.size() <= 1 << 16 && pieces.size() <= size[0], "pieces=" + pieces.size());
            AshlarSplit split = new AshlarSplit(pieces.stream().map(piece -> AshlarSplit.Rows.of("id", piece)).toList(),
                    List.of(), 1);
            assertTrue(split.getRetainedSizeInBytes() >= 128L * pieces.size());
        }
    }

    @Test
    void shouldRejectBadCatalogs() throws Exception {
        for (Map<String, String> properties : List.of(Map.of(CatalogSettings.SPLIT_BYTES, "0"),
                Map.of(CatalogSettings.SPLIT_BYTES, "many"), Map.of("ashlar.unknown", "1"),
                Map.of(CatalogSettings.HIDE_OWN_COLUMNS, "perhaps"))) {
            TrinoException e = assertThrows(TrinoException.class, () -> read(properties));
            assertEquals(StandardErrorCode.INVALID_CATALOG_PROPERTY.toErrorCode(), e.getErrorCode());
        }
        try (Archive archive = Archive.open(folder)) {
            assertEquals(3, archive.days().size());
        }
    }
}
