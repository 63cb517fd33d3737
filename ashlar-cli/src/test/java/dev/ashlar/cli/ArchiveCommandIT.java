// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.HostCommand;
import dev.ashlar.testkit.ReadOnlyFolder;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands over an archive of three days, each with ten trades a second after noon.
class ArchiveCommandIT {
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// In an extent: after its header and the entries of 64 chunks.
    private static final int FIRST_ROW = 4096 + 64 * 128;

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeArchive() throws IOException {
        folder = temp.resolve("feed");
        Schema schema = ShopStore.schema();
        TableDefinition trades = TableDefinition.of(schema, "Trade").withTimeField("transactTime");
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC).withStore(
                StoreOptions.defaults().withChunkBytes(4096)), DayOpener.nothing())) {
            for (int day = 5; day <= 7; day++) {
                long noon = Instant.parse("2026-01-0" + day + "T12:00:00Z").getEpochSecond() * 1_000_000_000L;
                StoreWriter store = archive.roll(noon);
                store.define(trades);
                MemorySegment block = MemorySegment.ofArray(new byte[trades.message().blockLength()]);
                for (int i = 0; i < 10; i++) {
                    block.set(LONG, 0, noon + i);
                    block.set(LONG, 8, 100L * day + i);
                    store.appender("Trade").append(block, 0, (int) block.byteSize());
                }
            }
            archive.seal();
        }
    }

    @Test
    void shouldQueryAndExport() throws Exception {
        assertEquals("_date,n,x\n2026-01-06,10,609\n2026-01-07,10,709\n", Command.run("query", folder,
                "select _date, count(*) as n, max(tradeId) as x from Trade where _date > date '2026-01-05' group by _date "
                        + "order by 1", "--format", "csv").done());
        Path store = folder.resolve("2026-01-05");
        assertEquals("n\n-\n5\n", Command.run("query", folder, "--store", "first=" + store,
                "select count(*) as n from first.Trade f join Trade t on t.tradeId = f.tradeId where f.tradeId < 505").done());
        Path csv = temp.resolve("trades.csv");
        Command.run("export", folder, "select _date, tradeId from Trade where tradeId in (500, 709)", "-o", csv).done();
        assertEquals("_date,tradeId\n2026-01-05,500\n2026-01-07,709\n", Files.readString(csv));
        Path parquet = temp.resolve("trades.parquet");
        assertTrue(Command.run("export", folder, "Trade", "-o", parquet).done().startsWith("30 rows"));
    }

    @Test
    void shouldAnswerInASession() throws Exception {
        Path input = Files.writeString(temp.resolve("input"), ".tables\nselect _date, count(*) as n from Trade where _date > date "
                + "'2026-01-05' group by _date order by 1;\n");
        String out = Command.runWithInput(input, "sql", folder, "--format", "csv").done();
        assertTrue(out.contains("Trade"), out);
        assertTrue(out.endsWith("_date,n\n2026-01-06,10\n2026-01-07,10\n"), out);
    }

    /// As media that are read-only show it.
    @Test
    void shouldReadWithoutWriteAccess() throws Exception {
        try (ReadOnlyFolder readOnly = ReadOnlyFolder.of(folder)) {
            Path mount = readOnly.path();
            assertEquals("n\n30\n", Command.run("query", mount, "select count(*) as n from Trade", "--format", "csv").done());
            assertEquals(30, Command.run("dump", mount, "Trade").done().lines().count());
            assertTrue(Command.run("info", mount).done().contains("2026-01-06"));
            assertEquals(4, Command.run("archive", "drop", mount, "2026-01-05").exitCode());
        }
    }

    /// Sealed days, whose files are read-only, as a shell copies them.
    @Test
    void shouldTakeASealedDayOfAnotherArchive() throws Exception {
        Path other = temp.resolve("other");
        ArchiveWriter.open(other, ArchiveOptions.daily(ZoneOffset.UTC), DayOpener.nothing()).close();
        Path day = folder.resolve("2026-01-06");
        assertTrue(HostCommand.run("cp", "-r", day.toString(), other.toString()), "cp");
        assertEquals("added: 2026-01-06, rows=10\n", Command.run("archive", "add", other, "2026-01-06").done());
        assertEquals("n,x\n10,609\n", Command.run("query", other, "select count(*) as n, max(tradeId) as x from Trade",
                "--format", "csv").done());
        assertEquals("sound (days=1)\n", Command.run("verify", other).done());
        assertFalse(Files.getPosixFilePermissions(other.resolve("2026-01-06/store.head")).contains(
                PosixFilePermission.OWNER_WRITE));
    }

    @Test
    void shouldDropNothingNextToAWriter() throws Exception {
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing())) {
            archive.roll(Instant.parse("2026-01-08T12:00:00Z").getEpochSecond() * 1_000_000_000L);
            for (Object[] change : new Object[][] {{"retain", folder, "--days", "1"}, {"archive", "drop", folder, "2026-01-05"},
                {"archive", "drop", "--force", folder, "2026-01-08"}, {"archive", "seal", folder}}) {
                Command.run(change).failed(4, "another process writes to the archive");
            }
            assertEquals("sound (days=4)\n", Command.run("archive", "check", folder).done());
            archive.drop("2026-01-05");
        }
        assertEquals("n\n20\n", Command.run("query", folder, "select count(*) as n from Trade", "--format", "csv").done());
    }

    /// An open day that is lost must not stop all that comes after it.
    @Test
    void shouldGiveUpAnOpenDayThatIsLost() throws Exception {
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing())) {
            archive.roll(Instant.parse("2026-01-08T12:00:00Z").getEpochSecond() * 1_000_000_000L);
        }
        Files.move(folder.resolve("2026-01-08"), temp.resolve("lost"));
        String advice = "ashlar archive drop --force " + folder.toRealPath() + " 2026-01-08";
        Command.run("archive", "seal", folder).failed(4, advice);
        assertEquals(4, Command.run("archive", "drop", folder, "2026-01-08").exitCode());
        assertEquals("dropped: 2026-01-08\n", Command.run("archive", "drop", "--force", folder, "2026-01-08").done());
        assertEquals("sound (days=3)\n", Command.run("verify", folder).done());
        Files.delete(folder.resolve("archive.head"));
        Command lost = Command.run("query", folder, "select count(*) from Trade");
        assertTrue(lost.exitCode() == 4 && lost.err().contains("archive.head is lost"), lost.err());
    }

    @Test
    void shouldShowALineForEachDay() throws Exception {
        String info = Command.run("info", folder).done();
        assertTrue(info.startsWith("archive     " + folder + ", day:Z, days 3, "), info);
        assertTrue(info.contains("\n2026-01-06  sealed       1    10  "), info);
        assertTrue(info.contains("2026-01-06T12:00:00Z  2026-01-06T12:00:00.000000009Z\n"), info);
        assertEquals(info, Command.run("archive", "list", folder).done());
        assertTrue(Command.run("info", folder, "--format", "json").done().contains("\"day\":\"2026-01-07\""), info);
        assertTrue(Command.run("info", folder.resolve("2026-01-06")).done().contains("Trade"));
    }

    @Test
    void shouldVerifyAllDays() throws Exception {
        assertEquals("sound (days=3)\n", Command.run("verify", folder).done());
        assertEquals("sound (days=3)\n", Command.run("archive", "check", folder).done());
        Path extent = folder.resolve("2026-01-06/extents/0000.ext");
        assertTrue(extent.toFile().setWritable(true));
        byte[] bytes = Files.readAllBytes(extent);
        bytes[FIRST_ROW] ^= 1;
        Files.write(extent, bytes);
        Command damaged = Command.run("verify", folder);
        assertEquals(1, damaged.exitCode(), damaged.out());
        assertTrue(damaged.out().startsWith("2026-01-06: "), damaged.out());
        assertTrue(damaged.out().contains("damaged: findings="), damaged.out());
    }

    @Test
    void shouldDropAddAndRetainDays() throws Exception {
        Path backup = temp.resolve("backup");
        TestFiles.copy(folder.resolve("2026-01-06"), backup);
        assertEquals("dropped: 2026-01-06\n", Command.run("archive", "drop", folder, "2026-01-06").done());
        assertEquals(" n\n--\n20\n", Command.run("query", folder, "select count(*) as n from Trade").done());
        Command.run("archive", "add", folder, "2026-01-06").failed(4, "copy the day into the archive first");
        TestFiles.copy(backup, folder.resolve("2026-01-06"));
        assertEquals("added: 2026-01-06, rows=10\n", Command.run("archive", "add", folder, "2026-01-06").done());
        assertEquals(" n\n--\n30\n", Command.run("query", folder, "select count(*) as n from Trade").done());
        assertTrue(Command.run("retain", folder, "--days", "2", "--dry-run").done().contains("would drop 1 days"));
        assertTrue(Files.exists(folder.resolve("2026-01-05")));
        assertTrue(Command.run("retain", folder, "--days", "2").done().contains("\ndropped 1 days"));
        assertFalse(Files.exists(folder.resolve("2026-01-05")));
        assertTrue(Command.run("retain", folder, "--bytes", "1T").done().startsWith("dropped 0 days"));
        assertTrue(Command.run("retain", folder, "--bytes", "1K").done().contains("\ndropped 1 days"));
        assertEquals("sealed: none is open\n", Command.run("archive", "seal", folder).done());
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        for (Object[] usage : new Object[][] {{"retain", folder}, {"retain", folder, "--days", "0"},
            {"retain", folder, "--days", "1", "--bytes", "1G"}, {"retain", folder, "--bytes", "many"}, {"archive"},
            {"archive", "drop", folder}}) {
            assertEquals(2, Command.run(usage).exitCode(), () -> Arrays.toString(usage));
        }
        Path none = temp.resolve("none");
        for (Object[] unusable : new Object[][] {{"retain", none, "--days", "1"}, {"archive", "list", none},
            {"archive", "seal", none}, {"archive", "drop", folder, "2026-01-09"}, {"archive", "drop", folder, "yesterday"}}) {
            Command.run(unusable).failed(4);
        }
        assertFalse(Files.exists(none));
        assertTrue(Command.run("dump", folder.resolve("2026-01-05"), "Trade").done().contains("500"));
    }

    @Test
    void shouldDumpAllDays() throws Exception {
        List<String> lines = Command.run("dump", folder, "Trade").done().lines().toList();
        assertEquals(30, lines.size());
        assertTrue(lines.getFirst().startsWith("{\"_day\":\"2026-01-05\",\"_row\":0,"), lines.getFirst());
        assertTrue(lines.getLast().startsWith("{\"_day\":\"2026-01-07\",\"_row\":9,"), lines.getLast());
        assertEquals(11, Command.run("dump", folder, "Trade", "--from-time", "2026-01-06T12:00:00.000000009Z").done().lines()
                .count());
        assertEquals(2, Command.run("dump", folder, "Trade", "--limit", 2).done().lines().count());
        assertEquals(2, Command.run("dump", folder, "Trade", "--from", 3).exitCode());
        Command.run("dump", folder, "Trades").failed(4);
        TestFiles.makeWritable(folder.resolve("2026-01-06"));
        Files.move(folder.resolve("2026-01-06"), temp.resolve("elsewhere"));
        Command damaged = Command.run("dump", folder, "Trade");
        assertEquals(4, damaged.exitCode());
        assertEquals(20, damaged.out().lines().count());
        assertTrue(damaged.err().startsWith("ashlar: 2026-01-06: "), damaged.err());
    }

    @Test
    void shouldDeclareAnIndexOnce() throws Exception {
        assertEquals("declared: Trade by tradeId (hash), days=3\n", Command.run("index", folder, "Trade", "--by",
                "tradeId").done());
        assertTrue(Command.run("index", folder, "--list").done().endsWith("\nTrade  tradeId  hash\n"));
        assertTrue(Command.run("index", folder.resolve("2026-01-06"), "--list").done().contains("tradeId"));
        assertEquals("n\n-\n1\n", Command.run("query", folder, "select count(*) as n from Trade where tradeId = 604").done()
                .replace(" ", ""));
        assertEquals("sound (days=3)\n", Command.run("verify", folder).done());
        assertEquals(3, Command.run("index", folder, "Trade", "--by", "tradeIds").exitCode());
        assertEquals(4, Command.run("index", folder, "Trades", "--by", "tradeId").exitCode());
        assertEquals("dropped: Trade by tradeId (hash)\n", Command.run("index", folder, "Trade", "--by", "tradeId",
                "--drop").done());
        assertEquals(3, Command.run("index", folder, "Trade", "--by", "tradeId", "--drop").exitCode());
    }

    @Test
    void shouldReorderEachDay() throws Exception {
        Path sorted = temp.resolve("sorted");
        assertEquals(2, Command.run("reorder", folder, "Trade", "--by", "tradeId", "--as", "Sorted").exitCode());
        assertEquals("30 rows of 3 days by tradeId (" + sorted + ")\n", Command.run("reorder", folder, "Trade", "--by",
                "tradeId", "-o", sorted).done());
        assertEquals("sound (days=3)\n", Command.run("verify", sorted).done());
        assertEquals(" n\n--\n30\n", Command.run("query", sorted, "select count(*) as n from Trade").done());
        assertEquals(4, Command.run("reorder", folder, "Trade", "--by", "tradeId", "-o", sorted).exitCode());
        assertEquals(4, Command.run("reorder", folder, "Trades", "--by", "tradeId", "-o", temp.resolve("no")).exitCode());
    }

    @Test
    void shouldLeaveNothingWhenADayCannotBeReordered() throws Exception {
        Path extent = folder.resolve("2026-01-07/extents/0000.ext");
        assertTrue(extent.toFile().setWritable(true) && folder.resolve("2026-01-07/extents").toFile().setWritable(true));
        Files.delete(extent);
        Command command = Command.run("reorder", folder, "Trade", "--by", "tradeId", "-o", temp.resolve("sorted"));
        assertEquals(4, command.exitCode(), command.err());
        assertTrue(command.err().contains("2026-01-07"), command.err());
        assertEquals(List.of(), TestFiles.names(temp).stream().filter(name -> name.startsWith("sorted")).toList());
    }
}
