// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Loads into stores that are there already, or nearly.
class LoadAgainIT extends SampleFeedFiles {
    private static final int MESSAGES = 2_000;

    LoadAgainIT() {
        super(MESSAGES);
    }

    private static long messages(Path store) throws IOException {
        try (Store open = Store.open(store)) {
            return open.journal("messages").messageCount();
        }
    }

    private static void refused(int exitCode, String part, Command command) {
        assertEquals("", command.failed(exitCode, part).out());
    }

    @Test
    void shouldRefuseTheSameCaptureUnderAnyName() throws Exception {
        load(folder, capture).done();
        Path renamed = Files.copy(capture, temp.resolve("renamed.pcap"));
        refused(3, "--duplicates=keep", load(folder, "--append", renamed));
        refused(3, "messages=" + MESSAGES, load(folder, "--append", capture));
        assertEquals(MESSAGES, messages(folder));
        String skipped = load(folder, "--append", "--duplicates=skip", renamed).done();
        assertTrue(skipped.contains("known     2,000 messages already in the journal"), skipped);
        assertEquals(MESSAGES, messages(folder));
        load(folder, "--append", "--duplicates=keep", renamed).done();
        assertEquals(2 * MESSAGES, messages(folder));
    }

    @Test
    void shouldSayHowToLoadTheRestOfACaptureThatOverlaps() throws Exception {
        load(folder, "--limit", 700, capture).done();
        refused(3, "700 of 2000 messages are already in the journal, the first ones; load the rest with --append "
                + "--skip 700", load(folder, "--append", capture));
        load(folder, "--append", "--skip", 700, capture).done();
        assertEquals(MESSAGES, messages(folder));
        Path later = temp.resolve("later.store");
        load(later, "--skip", 1_500, capture).done();
        refused(3, "500 of 2000 messages are already in the journal; load the rest with --append --duplicates=skip",
                load(later, "--append", capture));
        load(later, "--append", "--duplicates=skip", capture).done();
        assertEquals(MESSAGES, messages(later));
    }

    /// As by the number of all messages in a journal that had some before a load was killed.
    @Test
    void shouldRefuseToSkipWhatIsNotThere() throws Exception {
        for (Object[] by : new Object[][] {{}, {"--by", "day"}}) {
            Path store = temp.resolve("skipped" + by.length);
            load(store, by, "--limit", 700, capture).done();
            refused(3, "message 800 of the input, the last one to skip, is not in the journal; to load what the "
                    + "journal lacks, use --append --duplicates=skip", load(store, "--append", "--skip", 800, capture));
            refused(3, "message 800 of", load(store, "--append", "--duplicates=skip", "--skip", 800, capture));
            String rest = load(store, "--append", "--duplicates=skip", capture).done();
            assertTrue(rest.startsWith("loaded    1,300 messages"), rest);
        }
        load(folder, "--limit", 700, capture).done();
        load(folder, "--append", "--duplicates=keep", "--skip", 800, capture).done();
        assertEquals(MESSAGES - 100, messages(folder));
    }

    /// Where nothing can be read twice, loading stops at the first message that is there.
    @Test
    void shouldStopAtADuplicateOnStandardInput() throws Exception {
        load(folder, "--skip", 1_500, capture).done();
        Command stopped = Command.runWithInput(capture, "load", "-s", schema, "-f", "cme-mdp3", "-d", folder, "--append",
                "-");
        refused(3, "stopped after 1500 messages; the store is sound; to load the rest, use --append --skip 1500 "
                + "--duplicates=skip", stopped);
        assertEquals(MESSAGES, messages(folder));
    }

    @Test
    void shouldKnowRawFilesByTheirContent() throws Exception {
        Path raw = temp.resolve("day.raw");
        int id = SampleFeed.schema().id();
        byte[] heartbeat = {12, 0, 1, 0, (byte) id, (byte) (id >> 8), 2, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] all = new byte[40 * heartbeat.length];
        for (int i = 0; i < 40; i++) {
            System.arraycopy(heartbeat, 0, all, i * heartbeat.length, heartbeat.length);
            all[i * heartbeat.length + 8] = (byte) i;
        }
        Files.write(raw, all);
        Command.run("load", "-s", schema, "-d", folder, raw).done();
        refused(3, "--duplicates=keep", Command.run("load", "-s", schema, "-d", folder, "--append", raw));
        Path other = Files.write(temp.resolve("other.raw"), Arrays.copyOfRange(all, 30 * 20, 40 * 20));
        refused(3, "--duplicates=keep", Command.run("load", "-s", schema, "-d", folder, "--append", other));
        all[8] = 99;
        Files.write(other, all);
        Command.run("load", "-s", schema, "-d", folder, "--append", other).done();
        assertEquals(80, messages(folder));
    }

    @Test
    void shouldSayPlainlyThatNothingIsLeft() throws Exception {
        load(folder, capture).done();
        Command nothing = load(folder, "--append", "--skip", MESSAGES, capture);
        nothing.done();
        assertEquals("", nothing.err());
        assertTrue(nothing.out().startsWith("loaded    0 messages") && nothing.out().contains("left out  2,000 messages"),
                nothing.out());
        refused(3, "messages=2000, --skip=2001", load(folder, "--append", "--skip", MESSAGES + 1, capture));
        load(folder, "--append", "--limit", 0, capture).done();
        assertEquals(MESSAGES, messages(folder));
    }

    /// What a load leaves that was killed after each of its steps.
    @Test
    void shouldGoOnWhereALoadWasKilledWhileItMadeTheStore() throws Exception {
        List<List<String>> steps = List.of(List.of(), List.of("store.lock"), List.of("store.lock", "schemas/"),
                List.of("store.lock", "schemas/", "store.catalog"),
                List.of("store.lock", "schemas/", "store.catalog", "store.live.tmp"),
                List.of("store.lock", "schemas/", "store.catalog", "store.live"),
                List.of("store.lock", "schemas/", "store.catalog", "store.live", "store.head.tmp"));
        for (int step = 0; step < steps.size(); step++) {
            for (boolean append : new boolean[] {true, false}) {
                Path store = Files.createDirectory(temp.resolve("step" + step + append));
                for (String name : steps.get(step)) {
                    if (name.endsWith("/")) {
                        Files.createDirectory(store.resolve(name));
                    } else {
                        Files.writeString(store.resolve(name), "half");
                    }
                }
                if (step > 0) {
                    refused(4, "store was not finished", Command.run("info", store));
                }
                load(store, append ? List.of("--append") : List.of(), capture).done();
                assertEquals(MESSAGES, messages(store));
                assertEquals(0, Command.run("verify", store).exitCode());
            }
        }
        for (boolean defined : new boolean[] {false, true}) {
            for (boolean append : new boolean[] {true, false}) {
                Path store = temp.resolve("made" + defined + append);
                try (StoreWriter writer = StoreWriter.open(store, StoreOptions.defaults())) {
                    if (defined) {
                        writer.define(new JournalDefinition("messages", SampleFeed.schema()));
                    }
                }
                load(store, append ? List.of("--append") : List.of(), capture).done();
                assertEquals(MESSAGES, messages(store));
            }
        }
        refused(4, "leave --append out", load(temp.resolve("absent"), "--append", capture));
    }

    @Test
    void shouldGiveAdviceThatWorksWhereANameIsTaken() throws Exception {
        refused(2, "give the journal another", load(folder, "--journal=Trade", capture));
        assertFalse(Files.exists(folder));
        load(folder, "--journal=other", capture).done();
        refused(4, "a table of journal other has this name; add to that journal", load(folder, "--append", capture));
        refused(3, "messages=1990", load(folder, "--append", "--journal=other", "--skip", 10, capture));
        load(folder, "--append", "--journal=other", "--skip", MESSAGES, capture).done();
    }

    @Test
    void shouldSayTheBoundsOfChunksAndKeepThoseThatAreThere() throws Exception {
        String help = Command.run("load", "--help").out().replaceAll("\\s+", " ");
        assertTrue(help.contains("a power of two from 256 to 1048576"), help);
        load(folder, "--chunk-size", 512, "--limit", 10, capture).done();
        load(folder, "--chunk-size", 512, "--append", "--skip", 10, "--limit", 10, capture).done();
        refused(2, "chunks of 512 KiB", load(folder, "--chunk-size", 1024, "--append", "--skip", 20, capture));
        assertEquals(20, messages(folder));
    }

    @Test
    void shouldSayTheBoundsOfAllNumbers() throws Exception {
        Map<String, List<String>> bounds = Map.of("reorder", List.of("1 to 1048576"), "query", List.of("1 to 1024",
                "at most 86400", "1 to 1073741824"), "demo", List.of("1 to 1000000", "up to 2000000000"), "serve",
                List.of("1 to 3600000", "1 to 1048576", "1 to 1000000"));
        for (Map.Entry<String, List<String>> command : bounds.entrySet()) {
            String help = Command.run(command.getKey(), "--help").out().replaceAll("\\s+", " ");
            command.getValue().forEach(bound -> assertTrue(help.contains(bound), () -> bound + " in " + help));
        }
        refused(2, "give the journal another", Command.run("serve", "-s", schema, "--journal=Trade", folder));
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldReadStandardInputOnce() throws Exception {
        refused(2, "given twice", load(folder, "-", "-"));
    }
}
