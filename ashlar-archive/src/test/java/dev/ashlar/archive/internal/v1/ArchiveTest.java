// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Division;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.testkit.ReadOnlyFolder;
import dev.ashlar.testkit.TestFiles;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);
    private static final Expr ALL = Expr.of(true);

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("archive");
    }

    /// Days from 2026-01-01 on, with orders 10 × day to 10 × day + 4 each, at noon and the seconds after it.
    private void write(int from, int to) throws StoreException {
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            for (int day = from; day <= to; day++) {
                archive.roll(Feed.noon(day));
                for (int i = 0; i < 5; i++) {
                    feed.record(10 * day + i, Feed.noon(day) + i * 1_000_000_000L);
                }
            }
            archive.seal();
        }
    }

    /// A writer that records nothing.
    private ArchiveWriter writer() throws StoreException {
        return ArchiveWriter.open(path(), DAILY, DayOpener.nothing());
    }

    private static void assertRefused(Reason reason, Executable use) {
        assertEquals(reason, assertThrows(StoreException.class, use).reason());
    }

    private static Expr.Literal date(int day) {
        return Expr.of(Instant.parse("2026-01-%02dT00:00:00Z".formatted(day)));
    }

    private static List<String> names(List<Day> days) {
        return days.stream().map(Day::name).toList();
    }

    @Test
    void shouldReadDaysAsOne() throws Exception {
        write(1, 3);
        try (Archive archive = Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            assertEquals("_date", orders.columns().getFirst().name());
            assertEquals(15, orders.rowCount());
            try (Result result = orders.scan().groupBy(orders.column("_date")).count().max(orders.column("_time"))
                    .run(QueryOptions.defaults().withThreads(2))) {
                for (int day = 1; day <= 3; day++) {
                    assertTrue(result.next());
                    assertEquals(date(day).value(), result.get(0));
                    assertEquals(5L, result.get(1));
                    assertEquals(Feed.noon(day) + 4_000_000_000L, result.get(2));
                }
                assertFalse(result.next());
            }
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
        }
    }

    @Test
    void shouldFindCutAndMissingFilesWithoutReadingThem() throws Exception {
        write(1, 3);
        Path cut = path().resolve("2026-01-01").resolve("extents/0000.ext");
        Path missing = path().resolve("2026-01-02").resolve("extents/0000.ext");
        DayFolder.unprotect(cut.getParent());
        DayFolder.unprotect(missing.getParent());
        try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 1);
        }
        Files.delete(missing);
        try (Archive archive = Archive.open(path())) {
            List<Archive.Finding> found = archive.check(Optional.empty());
            assertEquals(List.of("2026-01-01", "2026-01-02"), found.stream().map(Archive.Finding::day).toList(), found::toString);
            assertTrue(found.getFirst().found().contains("length="), found::toString);
        }
    }

    @Test
    void shouldOpenOnlyTheDaysThatAQueryNeeds() throws Exception {
        write(1, 9);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            assertEquals(0, archive.openedCount());
            Relation orders = archive.relations().get("Order");
            assertEquals(1, archive.openedCount(), "the newest day, for its columns");
            assertEquals(5, Feed.ids(archive, orders.column("_date").eq(date(4))).size());
            assertEquals(2, archive.openedCount());
            assertEquals(List.of(50L, 51L, 52L), Feed.ids(archive, orders.column("_time").between(Expr.of(Instant.parse(
                    "2026-01-05T00:00:00Z")), Expr.of(Instant.parse("2026-01-05T12:00:02Z")))));
            assertEquals(3, archive.openedCount());
            assertEquals(List.of(), Feed.ids(archive, orders.column("_time").gt(Expr.of(Instant.parse(
                    "2027-01-01T00:00:00Z")))));
            assertEquals(List.of(), Feed.ids(archive, orders.column("_date").lt(date(1))));
            assertEquals(3, archive.openedCount());
            List<List<Object>> rows = Feed.rows(orders, orders.column("_date").eq(date(6)), "_row", "id");
            assertEquals(4, archive.openedCount());
            long base = archive.days().get(5).base();
            assertEquals(base + 3, rows.get(3).getFirst());
            assertEquals(List.of(63L), Feed.ids(archive, orders.column("_row").eq(base + 3)));
            assertEquals(List.of(63L), Feed.ids(archive, orders.column("_row").in(Expr.of(base + 3))));
            assertEquals(4, archive.openedCount());
            assertEquals(10, Feed.ids(archive, orders.column("_date").eq(date(1)).or(orders.column("_date").eq(date(2))))
                    .size());
            assertEquals(6, archive.openedCount());
            assertEquals(45, Feed.ids(archive, ALL).size());
            assertEquals(9, archive.openedCount());
        }
    }

    @Test
    void shouldKeepStoresOpenWithinTheirNumberOfFiles() throws Exception {
        write(1, 5);
        try (Archive archive = Archive.open(path())) {
            List<Archive.Day> days = archive.days();
            int files = 3;
            for (int kept : List.of(5, 2)) {
                try (DayCache cache = new DayCache(day -> new OpenedDay(day, (ReadStore) archive.openDay(day.name())),
                        kept * files)) {
                    for (int pass = 0; pass < 2; pass++) {
                        for (Archive.Day day : days) {
                            cache.open(day).close();
                        }
                    }
                    assertEquals(kept == 5 ? 5 : 10, cache.openedCount());
                    cache.open(days.get(4)).close();
                    assertEquals(kept == 5 ? 5 : 10, cache.openedCount(), "the last one is still open");
                }
            }
        }
    }

    /// Each opening waits for the other one.
    @Test
    void shouldOpenDifferentDaysAtOnceAndEachDayOnce() throws Exception {
        write(1, 2);
        CountDownLatch opening = new CountDownLatch(2);
        try (Archive archive = Archive.open(path());
                DayCache cache = new DayCache(day -> {
                    opening.countDown();
                    try {
                        assertTrue(opening.await(5, TimeUnit.MINUTES), "one after the other");
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return new OpenedDay(day, (ReadStore) archive.openDay(day.name()));
                }, DayCache.MAX_IDLE_FILES)) {
            List<Day> days = archive.days();
            try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                List<Future<Integer>> opened = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    Day day = days.get(i % 2);
                    opened.add(threads.submit(() -> {
                        try (StorePart.Opened part = cache.open(day)) {
                            return part.relations().all().size();
                        }
                    }));
                }
                for (Future<Integer> relations : opened) {
                    assertTrue(relations.get() > 0);
                }
            }
            assertEquals(2, cache.openedCount());
        }
    }

    /// One that cannot be opened is tried again by whoever waited for it.
    @Test
    void shouldTryAgainADayThatCouldNotBeOpened() throws Exception {
        write(1, 1);
        List<String> tries = new ArrayList<>();
        try (Archive archive = Archive.open(path());
                DayCache cache = new DayCache(day -> {
                    tries.add(day.name());
                    if (tries.size() == 1) {
                        throw new StoreException(Reason.ACCESS, path(), "out of reach");
                    }
                    return new OpenedDay(day, (ReadStore) archive.openDay(day.name()));
                }, DayCache.MAX_IDLE_FILES)) {
            Day day = archive.days().getFirst();
            assertThrows(StoreException.class, () -> cache.open(day));
            cache.open(day).close();
            assertEquals(2, tries.size());
        }
    }

    @Test
    void shouldSeeWhatIsWrittenMeanwhile() throws Exception {
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(path(), DAILY, feed);
                ReadArchive archive = (ReadArchive) Archive.open(path())) {
            assertEquals(List.of(), archive.relations().all());
            StoreWriter first = writer.roll(Feed.noon(1));
            assertSame(first, writer.roll(Feed.noon(1) + 1));
            assertEquals(Feed.ns("2026-01-02T00:00:00Z"), writer.endNs());
            feed.record(1, Feed.noon(1));
            Relation orders = archive.relations().get("Order");
            assertSame(orders, archive.relations().get("Order"), "kernels are made again");
            assertEquals(List.of(1L), Feed.ids(archive, ALL));
            feed.record(2, Feed.noon(1));
            assertEquals(2, orders.rowCount());
            assertNotSame(first, writer.roll(Feed.noon(2)));
            feed.record(3, Feed.noon(2));
            assertEquals(3, orders.rowCount());
            assertEquals(3, Feed.rows(orders, ALL, "id").size());
            assertEquals(List.of(false, true), archive.days().stream().map(Day::open).toList());
        }
    }

    @Test
    void shouldKeepLateMessagesInTheOpenDay() throws Exception {
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(path(), ArchiveOptions.daily(ZoneId.of("Europe/London"))
                .withStore(Feed.SMALL), feed)) {
            writer.roll(Feed.ns("2026-07-01T22:59:59Z"));
            feed.record(1, Feed.ns("2026-07-01T22:59:59Z"));
            writer.roll(Feed.ns("2026-07-01T23:00:00Z"));
            feed.record(2, Feed.ns("2026-07-01T23:00:00Z"));
            // The clock jumps back across midnight.
            writer.roll(Feed.ns("2026-07-01T22:30:00Z"));
            feed.record(3, Feed.ns("2026-07-01T22:30:00Z"));
            writer.seal();
            // Nor is the newest day left for an older one when none is open.
            writer.roll(Feed.ns("2026-07-01T22:31:00Z"));
            feed.record(4, Feed.ns("2026-07-01T22:31:00Z"));
            assertEquals(List.of("2026-07-01", "2026-07-02"), names(writer.days()));
        }
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            assertEquals(List.of(2L, 3L, 4L), Feed.ids(archive, orders.column("_date").eq(Expr.of(Instant.parse(
                    "2026-07-02T00:00:00Z")))));
            // By their times they are found all the same.
            assertEquals(List.of(1L, 3L, 4L), Feed.ids(archive, orders.column("_time").lt(Expr.of(Instant.parse(
                    "2026-07-01T23:00:00Z")))));
        }
    }

    @Test
    void shouldOpenASealedDayAgainForLoading() throws Exception {
        write(1, 2);
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(path(), DAILY, feed)) {
            writer.at(Feed.noon(1));
            feed.record(17, Feed.noon(1));
            writer.at(Feed.noon(3));
            feed.record(30, Feed.noon(3));
            writer.at(Feed.noon(1));
            feed.record(18, Feed.noon(1));
            assertEquals("2026-01-01", writer.openDay().orElseThrow().name());
        }
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of(10L, 11L, 12L, 13L, 14L, 17L, 18L), Feed.ids(archive,
                    archive.relations().get("Order").column("_date").eq(date(1))));
            assertEquals(13, Feed.ids(archive, ALL).size());
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
        }
    }

    @Test
    void shouldMakeSealedDaysReadOnly() throws Exception {
        write(1, 1);
        try (Stream<Path> files = Files.walk(path().resolve("2026-01-01"))) {
            for (Path file : files.toList()) {
                assertFalse(Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE),
                        file::toString);
            }
        }
    }

    /// The process that wrote them may go on with other days.
    @Test
    void shouldFindSealedDaysClosedOnReadOnlyMedia() throws Exception {
        write(1, 1);
        try (ReadOnlyFolder readOnly = ReadOnlyFolder.of(path()); Archive archive = Archive.open(readOnly.path())) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
        }
    }

    @Test
    void shouldHaveOneWriter() throws Exception {
        try (ArchiveWriter writer = writer()) {
            assertRefused(Reason.LOCKED, this::writer);
            assertEquals(Division.daily(ZoneOffset.UTC), writer.division());
        }
        ArchiveWriter.open(path(), ArchiveOptions.asIs(), DayOpener.nothing()).close();
        assertRefused(Reason.SCHEMA, () -> ArchiveWriter.open(path(), ArchiveOptions.hourly(ZoneOffset.UTC),
                DayOpener.nothing()));
        writer().close();
    }

    @Test
    void shouldRefuseFoldersThatHoldSomethingElse() throws Exception {
        StoreWriter.open(folder.resolve("store"), Feed.SMALL).close();
        StoreException store = assertThrows(StoreException.class, () -> ArchiveWriter.open(folder.resolve("store"), DAILY,
                DayOpener.nothing()));
        assertTrue(store.getMessage().contains("folder is a store, not an archive"), store::getMessage);
        Files.createDirectories(folder.resolve("other/file"));
        assertThrows(StoreException.class, () -> ArchiveWriter.open(folder.resolve("other"), DAILY, DayOpener.nothing()));
        assertRefused(Reason.NOT_A_STORE, () -> Archive.open(folder.resolve("other")));
        assertRefused(Reason.NOT_A_STORE, () -> Archive.open(folder.resolve("none")));
    }

    @Test
    void shouldDropDaysWhileReadersFinish() throws Exception {
        write(1, 3);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            try (Result result = orders.scan().select(orders.column("id")).run(QueryOptions.defaults())) {
                assertTrue(result.next());
                try (ArchiveWriter writer = writer()) {
                    writer.drop("2026-01-01");
                    assertRefused(Reason.UNKNOWN, () -> writer.drop("2026-01-01"));
                }
                assertFalse(Files.exists(path().resolve("2026-01-01")));
                for (int i = 1; i < 15; i++) {
                    assertTrue(result.next(), "row=" + i);
                }
                assertFalse(result.next());
            }
            assertEquals(10, Feed.ids(archive, ALL).size());
            assertEquals(List.of("2026-01-02", "2026-01-03"), names(archive.days()));
        }
    }

    /// A query that began before, and had not opened the day: the day is gone, and it says so.
    @Test
    void shouldSayThatADayWasDroppedMeanwhile() throws Exception {
        write(1, 3);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            try (Result result = orders.scan().select(orders.column("id")).run(QueryOptions.defaults())) {
                assertTrue(result.next());
                try (ArchiveWriter writer = writer()) {
                    writer.drop("2026-01-02");
                }
                QueryException gone = assertThrows(QueryException.class, () -> {
                    while (result.next()) {
                        assertFalse(result.isNull(0));
                    }
                });
                assertTrue(gone.getMessage().contains("dropped or written since the query began"), gone::getMessage);
            }
        }
    }

    @Test
    void shouldKeepTheNewestDays() throws Exception {
        write(1, 6);
        try (ArchiveWriter writer = writer()) {
            RetentionReport dry = writer.retain(ArchiveRetention.days(4), true);
            assertEquals(List.of("2026-01-01", "2026-01-02"), names(dry.dropped()));
            assertEquals(6, writer.days().size());
            RetentionReport days = writer.retain(ArchiveRetention.days(4), false);
            assertEquals(dry.bytes(), days.bytes());
            assertTrue(days.bytes() > 0);
            assertEquals(List.of("2026-01-03", "2026-01-04", "2026-01-05", "2026-01-06"), names(days.kept()));
            long two = days.kept().get(2).bytes() + days.kept().get(3).bytes();
            assertEquals(List.of("2026-01-05", "2026-01-06"), names(writer.retain(ArchiveRetention.bytes(two), false)
                    .kept()));
            // The newest is kept, whatever it takes.
            assertEquals(List.of("2026-01-06"), names(writer.retain(ArchiveRetention.bytes(0), false).kept()));
        }
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of("2026-01-06"), names(archive.days()));
        }
    }

    @Test
    void shouldAddADayThatWasCopied() throws Exception {
        write(1, 3);
        TestFiles.copy(path().resolve("2026-01-02"), folder.resolve("backup"));
        try (ArchiveWriter writer = writer()) {
            assertRefused(Reason.EXISTS, () -> writer.add("2026-01-02"));
            writer.drop("2026-01-02");
            assertRefused(Reason.MISSING, () -> writer.add("2026-01-02"));
            TestFiles.copy(folder.resolve("backup"), path().resolve("2026-01-02"));
            try (Archive archive = Archive.open(path())) {
                assertEquals("not listed", archive.check(Optional.empty()).getFirst().found());
                assertEquals(10, Feed.ids(archive, ALL).size());
                assertEquals(5, writer.add("2026-01-02").rows() - legs(2));
                assertEquals(15, Feed.ids(archive, ALL).size());
                assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            }
            assertThrows(StoreException.class, () -> writer.add("../backup"));
        }
    }

    @Test
    void shouldRefuseToAddADayTwice() throws Exception {
        write(1, 3);
        TestFiles.copy(path().resolve("2026-01-02"), path().resolve("2026-01-07"));
        try (ArchiveWriter writer = writer()) {
            StoreException e = assertThrows(StoreException.class, () -> writer.add("2026-01-07"));
            assertEquals(Reason.EXISTS, e.reason());
            assertTrue(e.getMessage().contains("as the day 2026-01-02"), e::getMessage);
            assertEquals(3, writer.days().size());
        }
    }

    private static long legs(int day) {
        return LongStream.range(0, 5).map(i -> (10 * day + i) % 3).sum();
    }

    @Test
    void shouldRefuseToAddADayThatIsNotWhole() throws Exception {
        write(1, 3);
        TestFiles.copy(path().resolve("2026-01-02"), path().resolve("2026-01-07"));
        TestFiles.makeWritable(path().resolve("2026-01-07"));
        Files.delete(path().resolve("2026-01-07/extents/0000.ext"));
        try (ArchiveWriter writer = writer()) {
            assertThrows(StoreException.class, () -> writer.add("2026-01-07"));
            assertEquals(3, writer.days().size());
            // Nor is it taken for a day that is to be made.
            assertThrows(StoreException.class, () -> writer.roll(Feed.noon(7)));
            writer.roll(Feed.noon(8));
        }
    }

    @Test
    void shouldReportADamagedDayAndReadTheOthers() throws Exception {
        write(1, 3);
        DayFolder.unprotect(path().resolve("2026-01-02"));
        Files.write(path().resolve("2026-01-02/store.head"), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            QueryException damaged = assertThrows(QueryException.class, () -> Feed.ids(archive, ALL));
            assertTrue(damaged.getMessage().startsWith("2026-01-02 cannot be read:"), damaged::getMessage);
            assertEquals(QueryException.Reason.CORRUPT, damaged.reason());
            assertEquals(10, Feed.ids(archive, orders.column("_date").ne(date(2))).size());
            assertEquals("2026-01-02", archive.check(Optional.empty()).getFirst().day());
        }
    }

    /// A table that no other day has must not look like one that does not exist.
    @Test
    void shouldReportATableThatOnlyADamagedDayHas() throws Exception {
        write(1, 1);
        DayFolder.unprotect(path().resolve("2026-01-01"));
        Files.write(path().resolve("2026-01-01/store.head"), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            QueryException damaged = assertThrows(QueryException.class, () -> archive.relations().get("Order"));
            assertTrue(damaged.getMessage().startsWith("2026-01-01 cannot be read:"), damaged::getMessage);
            assertEquals(QueryException.Reason.CORRUPT, archive.relations().unreadable("order").orElseThrow().reason());
            assertEquals(Optional.empty(), archive.relations().unreadable("Trade"));
            assertThrows(IllegalArgumentException.class, () -> archive.relations().get("Trade"));
        }
    }

    /// What an open day has is known from its store alone.
    @Test
    void shouldReportATableThatADamagedOpenDayMayHave() throws Exception {
        table(1, "Tick");
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            archive.roll(Feed.noon(2));
            feed.record(2, Feed.noon(2));
        }
        Files.write(path().resolve("2026-01-02/store.head"), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            QueryException damaged = assertThrows(QueryException.class, () -> archive.relations().get("Order"));
            assertTrue(damaged.getMessage().startsWith(
                    "2026-01-02 cannot be read, and no other part has the relation:"), damaged::getMessage);
            assertEquals(Optional.empty(), archive.relations().unreadable("Tick"));
            assertEquals("Tick", archive.relations().get("Tick").name());
        }
    }

    @Test
    void shouldSayThatTheHeadIsLost() throws Exception {
        write(1, 2);
        Files.delete(path().resolve(ArchiveHeadFile.NAME));
        for (Executable use : List.<Executable>of(() -> Archive.open(path()), this::writer)) {
            StoreException lost = assertThrows(StoreException.class, use);
            assertTrue(lost.getMessage().contains("archive.head is lost, and the folder has days: first=2026-01-01; restore it"),
                    lost::getMessage);
        }
        // No command takes it for a store.
        assertTrue(Archive.isArchive(path()));
        // One whose writer died before the first head is made again.
        Path begun = Files.createDirectory(folder.resolve("begun"));
        Files.createFile(begun.resolve(WriterLock.NAME));
        assertFalse(Archive.isArchive(begun));
        ArchiveWriter.open(begun, DAILY, DayOpener.nothing()).close();
    }

    @Test
    void shouldGiveTheGroupItsPermissionBack() throws Exception {
        for (boolean group : new boolean[] {true, false}) {
            write(1, 1);
            Set<PosixFilePermission> own = PosixFilePermissions.fromString(group ? "rwxrwxr-x" : "rwxr-xr-x");
            Files.setPosixFilePermissions(path(), own);
            Path file = path().resolve("2026-01-01/store.head");
            assertFalse(Files.getPosixFilePermissions(file).contains(PosixFilePermission.GROUP_WRITE));
            try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, new Feed())) {
                archive.roll(Feed.noon(1));
                for (Path path : List.of(file, file.getParent())) {
                    assertEquals(group, Files.getPosixFilePermissions(path).contains(PosixFilePermission.GROUP_WRITE));
                    assertFalse(Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE));
                }
                archive.seal();
                assertFalse(Files.getPosixFilePermissions(file).contains(PosixFilePermission.GROUP_WRITE));
            }
        }
    }

    /// A clock that showed a wrong date, and is right again when the writer starts the next time.
    @Test
    void shouldNotWaitForADayOfAWrongClock() throws Exception {
        write(1, 2);
        write(20, 20);
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            archive.roll(Feed.noon(3));
            feed.record(3, Feed.noon(3));
            archive.roll(Feed.noon(4));
            archive.roll(Feed.noon(2));
            assertEquals("2026-01-04", archive.openDay().orElseThrow().name());
        }
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            // Back over midnight, or to a time before all days: that is no reason to leave the newest.
            archive.roll(Feed.noon(4));
            assertEquals("2026-01-04", archive.openDay().orElseThrow().name());
            archive.drop("2026-01-20");
        }
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            archive.roll(Feed.ns("1970-01-01T12:00:00Z"));
            assertEquals("2026-01-04", archive.openDay().orElseThrow().name());
        }
    }

    /// Columns come from the newest day that can be read.
    @Test
    void shouldOpenWhenTheNewestDayIsDamagedOrMissing() throws Exception {
        write(1, 3);
        DayFolder.delete(path().resolve("2026-01-03"), new StoreDisk());
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            assertEquals(10, Feed.ids(archive, orders.column("_date").lt(date(3))).size());
            QueryException missing = assertThrows(QueryException.class, () -> Feed.ids(archive, ALL));
            assertTrue(missing.getMessage().startsWith("2026-01-03 cannot be read:"), missing::getMessage);
        }
    }

    @Test
    void shouldNoticeAnotherStoreInTheFolderOfADay() throws Exception {
        write(1, 3);
        DayFolder.delete(path().resolve("2026-01-02"), new StoreDisk());
        TestFiles.copy(path().resolve("2026-01-01"), path().resolve("2026-01-02"));
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            QueryException other = assertThrows(QueryException.class, () -> Feed.ids(archive, ALL));
            assertTrue(other.getMessage().contains("a different store than the archive's head lists"), other::getMessage);
        }
    }

    @Test
    void shouldReadOlderVersionsAsTheNewest() throws Exception {
        write(1, 1);
        Feed newer = new Feed(TestSchemas.ordersWithParties());
        try (ArchiveWriter writer = ArchiveWriter.open(path(), DAILY, newer)) {
            writer.roll(Feed.noon(2));
            newer.record(20, Feed.noon(2));
            writer.seal();
        }
        write(3, 3);
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation orders = archive.relations().get("Order");
            assertTrue(orders.columns().stream().anyMatch(column -> column.name().equals("account")));
            assertEquals(11, Feed.ids(archive, orders.column("account").isNull()).size());
            assertEquals(List.of(), Feed.ids(archive, orders.column("account").eq(7)));
            assertEquals(11, Feed.ids(archive, ALL).size());
        }
    }

    @Test
    void shouldReadTablesThatComeAndGo() throws Exception {
        table(1, "Tick");
        table(2, "Tock");
        table(3, "Tick");
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            assertEquals(2, archive.relations().get("Tick").rowCount());
            assertEquals(1, Feed.rows(archive.relations().get("Tock"), ALL, "_date", "price").size());
            assertEquals(2, Feed.rows(archive.relations().get("Tick"), ALL, "_date", "price").size());
        }
    }

    private void table(int day, String name) throws StoreException {
        try (ArchiveWriter writer = writer()) {
            StoreWriter store = writer.roll(Feed.noon(day));
            TableDefinition tick = TableDefinition.of(TestSchemas.tick(), "Tick");
            store.define(new TableDefinition(name, tick.schema(), tick.message(), "time"));
            store.appender(name).append(MemorySegment.ofArray(new byte[20]), 0, 20);
            writer.seal();
        }
    }

    @Test
    void shouldSayWhichDayHasAColumnOfAnotherType() throws Exception {
        typed(1, "int64");
        typed(2, "int32");
        typed(3, "Text");
        typed(4, "int64");
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation things = archive.relations().get("Thing");
            // Shorter and longer numbers are one.
            assertEquals(3, Feed.rows(things, things.column("_date").ne(date(3)), "value").size());
            QueryException other = assertThrows(QueryException.class, () -> Feed.rows(things, ALL, "value"));
            assertTrue(other.getMessage().contains("part=2026-01-03, type=TEXT"), other::getMessage);
            assertEquals(4, Feed.rows(things, ALL, "_date").size());
        }
    }

    @Test
    void shouldMakeDecimalsOfDifferentExponentsOne() throws Exception {
        typed(1, "Cents");
        typed(2, "Mills");
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            Relation things = archive.relations().get("Thing");
            assertEquals("[[0.010], [0.001]]", Feed.rows(things, ALL, "value").toString());
            assertEquals(1, Feed.rows(things, things.column("value").eq(Expr.decimal("0.01")), "value").size());
        }
    }

    private void typed(int day, String type) throws StoreException {
        try (ArchiveWriter writer = writer()) {
            StoreWriter store = writer.roll(Feed.noon(day));
            store.define(TableDefinition.of(TestSchemas.parse(TestTypes.schema(type)), "Thing"));
            store.appender("Thing").append(MemorySegment.ofArray(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}), 0, 8);
            writer.seal();
        }
    }

    /// That it takes less than a second is for a machine that does nothing else; that no store is opened is for all.
    @Test
    void shouldOpenManyDaysWithoutTheirStores() throws Exception {
        try (ArchiveWriter writer = writer()) {
            StoreWriter store = writer.roll(Feed.noon(31));
            TableDefinition tick = TableDefinition.of(TestSchemas.tick(), "Tick");
            for (int i = 0; i < 20; i++) {
                store.define(new TableDefinition("Tick" + i, tick.schema(), tick.message(), "time"));
            }
            store.appender("Tick7").append(MemorySegment.ofArray(new byte[20]), 0, 20);
            writer.seal();
        }
        Head head = ArchiveHeadFile.read(path());
        Day last = head.days().getFirst();
        for (int day = 1; day < 250; day++) {
            head = head.with(new Day(head.division().periodOf(Feed.noon(31) - day * 86_400_000_000_000L), false, "none", 1,
                    last.tables()));
        }
        ArchiveHeadFile.write(path(), head, new StoreDisk(), _ -> { });
        long start = System.nanoTime();
        try (ReadArchive archive = (ReadArchive) Archive.open(path())) {
            assertEquals(250, archive.days().size());
            assertEquals(20, archive.relations().all().size());
            assertEquals(250, archive.relations().get("Tick7").rowCount());
            System.out.println("ArchiveTest: 250 days opened in ms=" + (System.nanoTime() - start) / 1_000_000);
            assertEquals(1, Feed.rows(archive.relations().get("Tick7"), archive.relations().get("Tick7").column("_date")
                    .eq(date(31)), "price").size());
            assertEquals(1, archive.openedCount());
        }
    }

    @Test
    void shouldOpenTheStoreOfADay() throws Exception {
        write(1, 2);
        try (Archive archive = Archive.open(path()); Store store = archive.openDay("2026-01-02")) {
            assertEquals(5, store.table("Order").rowCount());
            assertRefused(Reason.UNKNOWN, () -> archive.openDay("2026-01-03"));
        }
    }
}
