// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadCommandIT extends SampleFeedFiles {
    private static final int MESSAGES = 3_000;
    /// Loading them takes longer than what is waited for before an interruption.
    private static final int BYTES = 40_000_000;
    private static final int TIMEOUT_S = 600;
    private static final int ROUNDS = 3;
    private static final int MOST_ROUNDS = 20;
    private static final Pattern STOPPED = Pattern.compile("ashlar: interrupted after (\\d+) messages; the store is "
            + "sound; continue with the same inputs and --append --skip (\\d+) \\(.*\\)\n");

    LoadCommandIT() {
        super(SampleFeed.Options.messages(MESSAGES).withSecondLine(5_000));
    }

    /// What is stored; not the words by which living processes know of each other.
    private Map<String, Long> files() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        for (Path file : TestFiles.files(folder).stream().filter(f -> !f.endsWith("store.live")).toList()) {
            files.put(folder.relativize(file).toString(), checksum(file));
        }
        return files;
    }

    private static long checksum(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(Files.readAllBytes(file));
        return sum.getValue();
    }

    @Test
    void shouldLoadAndSayWhatWasLoaded() throws Exception {
        Command load = load(folder, "--arbitrate", capture);
        assertEquals("", load.err());
        String text = load.done().replace(folder.toString(), "STORE").replaceAll("in [0-9.]+ s", "in SECONDS s")
                .replaceAll(": [0-9.]+ [KMG]?i?B/s, [\\d,]+ messages/s", ": RATES")
                .replaceAll("STORE, [0-9.]+ MiB", "STORE, SIZE");
        assertEquals("""
                loaded    3,000 messages, 328.3 KiB, in SECONDS s
                read      1,278 packets, 754.4 KiB: RATES
                channel   233.252.0.1:14310 + 233.252.1.1:15310: 640 packets, 638 duplicates, nothing missing
                store     STORE, SIZE on the disk

                table                               template  messages  entries
                Heartbeat                                  1         1
                SecurityDefinition                         2        64
                SecurityDefinition_events                                   128
                SecurityDefinition_legs                                      22
                SecurityDefinition_legs_deliveries                           37
                SecurityStatus                             3        64
                BookUpdate                                 4     1,633
                BookUpdate_levels                                         5,742
                BookUpdate_orders                                         2,848
                Quote                                      5       572
                Trade                                      6       666
                Trade_fills                                               1,986
                """, text);
        Command.run("verify", folder).done();
        assertTrue(Command.run("dump", folder, "Trade", "--limit", 1).out()
                .startsWith("{\"_row\":0,\"_position\":"));
    }

    @Test
    void shouldPrintJson() throws Exception {
        String load = load(folder, "--arbitrate", "--format", "json", capture).done();
        assertTrue(load.startsWith("{\"store\":\"" + folder + "\",\"journal\":\"messages\",\"messages\":" + MESSAGES
                + ",\"messageBytes\":" + written.messageBytes() + ",\"skipped\":0,\"duplicates\":0,\"tooLong\":0,\"packets\":"),
                load);
        assertTrue(load.contains("\"complete\":true,\"days\":[],\"templates\":[{\"name\":\"Heartbeat\",\"id\":1,"), load);
        assertTrue(load.contains("{\"table\":\"BookUpdate_levels\",\"rows\":"
                + written.entriesByGroup().get("BookUpdate_levels") + "}"), load);
        assertTrue(load.endsWith("\"strays\":0,\"restarts\":0}]}\n"), load);
    }

    @Test
    void shouldAppendOnlyWhenAsked() throws Exception {
        assertEquals(0, load(folder, "--arbitrate", capture).exitCode());
        Map<String, Long> before = files();
        load(folder, "--arbitrate", capture).failed(4, "there is a store already", "--append");
        assertEquals(before, files());
        load(folder, "--arbitrate", "--append", "--duplicates=keep", capture).done();
        try (Store store = Store.open(folder)) {
            assertEquals(2 * MESSAGES, store.journal("messages").messageCount());
            assertEquals(2 * written.messagesByTemplate().get("Trade"), store.table("Trade").rowCount());
        }
        assertEquals(0, Command.run("verify", folder).exitCode());
    }

    @Test
    void shouldMergeInputsOrTakeThemInTurn() throws Exception {
        assertEquals(0, load(folder, "--limit", 10, "--skip", 5, capture, capture).exitCode());
        try (Store store = Store.open(folder)) {
            assertEquals(10, store.journal("messages").messageCount());
        }
        folder = temp.resolve("turn.store");
        assertEquals(3, load(folder, capture, capture).exitCode(), "the second one is known by then");
        folder = temp.resolve("kept.store");
        assertEquals(0, load(folder, "--duplicates=keep", capture, capture).exitCode());
        Path turn = folder;
        folder = temp.resolve("merged.store");
        assertEquals(0, load(folder, "--merge", capture, capture).exitCode());
        for (Path store : List.of(turn, folder)) {
            try (Store open = Store.open(store); var cursor = open.journal("messages").cursor()) {
                boolean ordered = true;
                for (long last = 0; cursor.next(); last = cursor.timeNs()) {
                    ordered &= cursor.timeNs() >= last;
                }
                assertEquals(store == folder, ordered);
            }
        }
    }

    @Test
    void shouldChangeNothingWhereItCannotLoad() throws Exception {
        Path noise = Files.writeString(temp.resolve("noise"), "this is no capture at all");
        for (Object[] arguments : List.of(new Object[] {temp.resolve("absent")}, new Object[] {noise},
                new Object[] {"--port", 1, capture})) {
            refused(3, load(folder, arguments));
            assertFalse(Files.exists(folder));
        }
        refused(3, Command.run("load", "-s", ShopStore.SCHEMA, "-f", "cme-mdp3", "-d", folder, capture));
        refused(2, load(folder, "--chunk-size", 3, capture));
        refused(2, load(folder, "--limit", -1, capture));
        refused(2, load(folder, "--journal", "", capture));
        refused(2, load(folder));
        refused(4, load(folder, "--append", capture));
        assertFalse(Files.exists(folder));

        Files.createDirectories(folder);
        Files.writeString(folder.resolve("letter.txt"), "not yours");
        Map<String, Long> before = files();
        refused(4, load(folder, capture));
        refused(4, load(folder, "--append", capture));
        assertEquals(before, files());
        Files.delete(folder.resolve("letter.txt"));
        assertEquals(0, load(folder, "--arbitrate", capture).exitCode());

        before = files();
        // Of another protocol, of another schema, with a name that is taken.
        refused(3, load(folder, "--append", "--port", 1, capture));
        refused(4, Command.run("load", "-s", ShopStore.SCHEMA, "-f", "cme-mdp3", "-d", folder, "--append", capture));
        refused(2, load(folder, "--append", "--journal", "Trade", capture));
        refused(4, load(folder, "--append", "--journal", "other", capture));
        assertEquals(before, files());
        try (StoreWriter _ = StoreWriter.open(folder, StoreOptions.defaults())) {
            refused(4, load(folder, "--append", capture), "locked");
        }
        makeNewer(folder.resolve("store.head"));
        before = files();
        refused(4, load(folder, "--append", capture), "version=77");
        assertEquals(before, files());
    }

    /// Gives every checkpoint another version of the format; its checksum covers all but itself.
    private static void makeNewer(Path head) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(head)).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes.capacity(); at += 1 << 16) {
            if (bytes.getInt(at) != 0) {
                bytes.putInt(at + 8, 77);
                CRC32C sum = new CRC32C();
                sum.update(bytes.slice(at, 12));
                sum.update(bytes.slice(at + 16, bytes.getInt(at + 16) - 16));
                bytes.putInt(at + 12, (int) sum.getValue());
            }
        }
        Files.write(head, bytes.array());
    }

    private static void refused(int exitCode, Command command, String... parts) {
        assertEquals("", command.failed(exitCode, parts).out());
    }

    @Test
    void shouldGrowWithTheSchemaAndNotShrink() throws Exception {
        Path newer = Files.writeString(temp.resolve("newer.xml"), SampleFeed.schemaText()
                .replace("version=\"2\"", "version=\"3\"")
                .replace("<field name=\"lastPacket\"", "<field name=\"note\" id=\"9000\" type=\"uint32\" "
                        + "presence=\"optional\" sinceVersion=\"3\" offset=\"12\"/>\n<field name=\"lastPacket\"")
                .replaceAll("(?s)(<field name=\"note\"[^>]*/>)\n(<field name=\"lastPacket\"[^>]*/>)", "$2\n$1"));
        assertEquals(0, load(folder, "--arbitrate", capture).exitCode());
        Command.run("load", "-s", newer, "-f", "cme-mdp3", "-d", folder, "--arbitrate", "--append",
                "--duplicates=keep", capture).done();
        Map<String, Long> before = files();
        refused(4, load(folder, "--append", "--arbitrate", capture), "newer schema");
        assertEquals(before, files());
        assertEquals(0, Command.run("verify", folder).exitCode());
    }

    @Test
    void shouldReportGapsAndGoOn() throws Exception {
        byte[] bytes = Files.readAllBytes(capture);
        Path cut = Files.write(temp.resolve("cut.pcap"), Arrays.copyOf(bytes, bytes.length / 2));
        Command load = load(folder, "--arbitrate", cut).failed(3, "truncated");
        assertTrue(load.out().startsWith("loaded "), load.out());
        assertEquals(0, Command.run("verify", folder).exitCode());
    }

    /// Whatever ends a load, what is missing before is not hidden.
    @Test
    void shouldReportGapsBeforeItsLimit() throws Exception {
        SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES));
        Path lossy = withoutSecondPacket(capture, temp.resolve("lossy.pcap"));
        Command load = load(folder, "--lines", "233.252.0.1:14310", "--limit", 500, "--format", "json", lossy)
                .failed(3, "gaps=1, missing=1");
        assertTrue(load.out().contains("\"messages\":500,") && load.out().contains("\"complete\":false"), load.out());
    }

    /// A real process, interrupted at random moments: the store is sound, and going on as advised makes it whole.
    @Tag("slow")
    @Test
    void shouldBeSoundWhenInterruptedAtAnyMoment() throws Exception {
        SplittableRandom random = Seed.random("LoadCommandIT");
        Path big = temp.resolve("big.pcap");
        SampleTotals all = SampleFeed.write(big, SampleFeed.Options.bytes(BYTES).withSecondLine(1_000));
        String signal = signal();
        int interrupted = 0;
        // More of them where each load was faster than its signal.
        for (int round = 0; round < ROUNDS || interrupted == 0 && round < MOST_ROUNDS; round++) {
            folder = temp.resolve("round" + round + ".store");
            Path err = temp.resolve("err" + round);
            Process process = Command.start(temp.resolve("out" + round), err, "load", "-s", schema, "-f", "cme-mdp3",
                    "--arbitrate", "-d", folder, big);
            if (round > 0) {
                awaitMessages(process);
            }
            TimeUnit.MILLISECONDS.sleep(round < ROUNDS ? random.nextInt(round == 0 ? 1_000 : 600) : 0);
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
            assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS));
            String said = Files.readString(err);
            Matcher stopped = STOPPED.matcher(said);
            if (!stopped.matches()) {
                assertTrue(said.isEmpty() || said.startsWith("ashlar: interrupted before anything was stored"), said);
                continue;
            }
            interrupted++;
            assertEquals(signal.equals("INT") ? 130 : 143, process.exitValue());
            assertEquals(0, Command.run("verify", folder).exitCode());
            try (Store store = Store.open(folder)) {
                assertTrue(store.info().clean());
                assertEquals(Long.parseLong(stopped.group(1)), store.journal("messages").messageCount());
            }
            load(folder, "--arbitrate", "--append", "--skip", stopped.group(2), big).done();
            try (Store store = Store.open(folder)) {
                assertEquals(all.messages(), store.journal("messages").messageCount());
                for (Map.Entry<String, Long> group : all.entriesByGroup().entrySet()) {
                    assertEquals(group.getValue(), store.table(group.getKey()).rowCount(), group::getKey);
                }
            }
        }
        assertTrue(interrupted > 0, "no round was interrupted at work");
    }

    /// The signal of Ctrl-C; where it is ignored, as in the background of a shell, the one of `kill`.
    private static String signal() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("SigIgn:") && (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0) {
                    return "TERM";
                }
            }
        }
        return "INT";
    }

    /// Waits until something is stored, however long a load takes to start.
    private void awaitMessages(Process process) throws InterruptedException {
        while (process.isAlive() && !hasMessages()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private boolean hasMessages() {
        try (Store store = Store.open(folder)) {
            return !store.journals().isEmpty() && store.journals().getFirst().messageCount() > 0;
        } catch (IOException e) {
            // It is being made.
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldLoadAKnownFeedToTheCountsOfOneLine(KnownFeed feed) throws Exception {
        String load = Command.run("load", "-s", feed.schema(), "-f", "cme-mdp3", "--arbitrate", "-d", folder,
                feed.capture()).done();
        String table = load.replaceAll(" +", " ");
        String packets = grouped(feed.packets());
        for (String text : List.of("loaded " + grouped(feed.messages()) + " messages",
                packets + " packets, " + packets + " duplicates, nothing missing")) {
            assertTrue(table.contains(text), load);
        }
        for (KnownFeed.Template template : feed.templates()) {
            String name = feed.in(template.name());
            assertTrue(table.contains(name + " " + template.id() + " " + grouped(template.messages()) + "\n"), load);
            template.entries().forEach((group, count) -> assertTrue(table.contains(
                    feed.in(template.name() + "_" + group) + " " + grouped(count) + "\n"), load));
        }
        try (Store store = Store.open(folder)) {
            assertEquals(feed.messages(), store.journal("messages").messageCount());
        }
        assertEquals(0, Command.run("verify", folder).exitCode());
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
