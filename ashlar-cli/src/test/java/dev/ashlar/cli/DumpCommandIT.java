// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Journals and last-value tables, printed.
class DumpCommandIT {
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long BEGIN_NS = 1_700_000_000_000_000_000L;
    private static final int MESSAGES = 200;

    @TempDir
    Path temp;
    private Path folder;
    private Path extent;
    private final List<Long> positions = new ArrayList<>();
    private final List<Long> offsets = new ArrayList<>();

    @BeforeEach
    void makeStore() throws IOException {
        folder = temp.resolve("day.store");
        extent = folder.resolve("extents/0000.ext");
        Schema schema = ShopStore.schema();
        JsonReader json = new JsonReader(schema);
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            writer.define(new JournalDefinition("messages", schema));
            JournalWriter recorder = writer.journalWriter("messages");
            MemorySegment memory = MemorySegment.ofArray(new byte[1000]);
            for (int n = 0; n < MESSAGES; n++) {
                int length = (int) json.read(text(n), memory, 0);
                if (n == 5) {
                    // A template that nobody knows, in a longer frame.
                    memory.set(ValueLayout.JAVA_BYTE, 2, (byte) 99);
                    length += 3;
                }
                recorder.record(memory, 0, length, BEGIN_NS + n, n / 2);
            }
            try (JournalCursor cursor = writer.journal("messages").cursor()) {
                while (cursor.next()) {
                    positions.add(cursor.position());
                    offsets.add(cursor.offset());
                }
            }
            writer.define(LastValuesDefinition.of(schema, "Trade", "symbol").withName("last"));
            LastValuesWriter lastValues = writer.lastValuesWriter("last");
            for (String symbol : new String[] {"ASHLAR", "QUARRY", "ASHLAR"}) {
                ValueClaim claim = lastValues.update(symbol);
                long at = claim.offset();
                claim.memory().set(LONG, at + 8, 41);
                claim.commit();
            }
        }
    }

    /// A message as JSON, without what a store knows of it.
    private static String text(int n) {
        return n % 2 == 0
                ? "{\"template\":\"News\",\"id\":3,\"schema\":4711,\"version\":1,\"transactTime\":" + n
                        + ",\"instruments\":[{\"symbol\":\"ASHLAR\"}],\"headline\":\"message " + n + "\"}"
                : "{\"template\":\"Quote\",\"id\":2,\"schema\":4711,\"version\":1,\"transactTime\":" + n
                        + ",\"symbol\":\"QUARRY\",\"bids\":[{\"price\":1.2500,\"quantity\":" + n + "}],\"asks\":[]}";
    }

    private String line(int n) {
        String known = "{\"_position\":" + positions.get(n) + ",\"_time\":\"2023-11-14T22:13:20.000000%03dZ\"".formatted(n)
                + ",\"_sequence\":" + n / 2;
        return n == 5 ? known + ",\"_length\":45,\"_reason\":"
                : known + ",\"_row\":" + (n % 2 == 0 ? n / 2 : n < 5 ? n / 2 : n / 2 - 1) + "," + text(n).substring(1);
    }

    @Test
    void shouldDumpMessages() throws Exception {
        Command dump = Command.run("dump", folder, "messages");
        assertEquals("", dump.err());
        List<String> lines = dump.done().lines().toList();
        assertEquals(MESSAGES, lines.size());
        for (int n = 0; n < MESSAGES; n++) {
            assertTrue(n == 5 ? lines.get(n).startsWith(line(n)) && lines.get(n).contains("templateId")
                    : lines.get(n).equals(line(n)), lines.get(n) + " is not " + line(n));
        }
        assertEquals(lines.subList(30, 32), lines(0, "--from-position", positions.get(30) - 1, "--limit", 2));
        assertEquals(lines.subList(190, 200), lines(0, "--from-time", BEGIN_NS + 190));
        assertEquals(lines.subList(100, 101), lines(0, "--from-time", "2023-11-14T22:13:20.000000100Z", "--limit", 1));
        assertEquals(List.of(), lines(0, "--from-position", 1L << 40));
        assertEquals("""
                _position: 0
                _time: "2023-11-14T22:13:20.000000000Z"
                _sequence: 0
                _row: 0
                template: "News"
                """, Command.run("dump", folder, "messages", "--limit", 1, "--format", "text").out().lines().limit(5)
                .collect(Collectors.joining("\n", "", "\n")));
    }

    @Test
    void shouldGoOnBehindDamagedMessages() throws Exception {
        List<String> whole = lines(0);
        TestFiles.flip(extent, offsets.get(17));
        TestFiles.flip(extent, offsets.get(60) - 32);
        Command dump = Command.run("dump", folder, "messages");
        assertEquals(4, dump.exitCode());
        List<String> expected = new ArrayList<>(whole);
        expected.remove(60);
        expected.remove(17);
        assertEquals(expected, dump.out().lines().toList());
        assertEquals(2, dump.err().lines().count(), dump.err());
        assertTrue(dump.err().contains("first=" + positions.get(17) + ", end=" + positions.get(18)), dump.err());
        assertEquals(expected.subList(17, 18), lines(4, "--from-position", positions.get(17), "--limit", 1));
        Command verify = Command.run("verify", folder);
        assertEquals(1, verify.exitCode());
        assertTrue(verify.out().contains("messages positions " + positions.get(17) + " to "), verify.out());
        assertTrue(verify.out().contains("198 messages"), verify.out());
    }

    @Test
    void shouldDumpBoards() throws Exception {
        List<String> lines = Command.run("dump", folder, "last").done().lines().toList();
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).startsWith("{\"_record\":0,\"_version\":2,") && lines.get(0).contains("\"tradeId\":41,"
                + "\"symbol\":\"ASHLAR\""), lines.get(0));
        assertTrue(lines.get(1).startsWith("{\"_record\":1,\"_version\":1,") && lines.get(1).contains("\"QUARRY\""),
                lines.get(1));
    }

    @Test
    void shouldSayWhereAKeyIsDamaged() throws Exception {
        byte[] bytes = java.nio.file.Files.readAllBytes(extent);
        String content = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        // Of the record, before its value.
        int at = content.indexOf("QUARRY\0\0", (int) (offsets.getLast() & -4096) + 4096);
        while (content.indexOf("QUARRY\0\0", at) >= 0 && at < bytes.length) {
            TestFiles.flip(extent, at);
            Command dump = Command.run("dump", folder, "last");
            TestFiles.flip(extent, at);
            if (dump.exitCode() == 4) {
                assertEquals(1, dump.failed(4, "first=1, end=2").out().lines().count(), dump.out());
                return;
            }
            at = content.indexOf("QUARRY\0\0", at + 1);
        }
        throw new AssertionError("no byte mattered");
    }

    @Test
    void shouldRefuseOptionsOfOthers() throws Exception {
        Object[][] wrong = {{"messages", "--from", 1}, {"last", "--from-time", 1}, {"News", "--from-position", 1},
            {"News_instruments", "--from-time", 1}};
        for (Object[] more : wrong) {
            Command.run("dump", folder, more).failed(2);
        }
        assertTrue(Command.run("dump", folder, "News", "--from-time", BEGIN_NS + 3, "--limit", 1).out()
                .startsWith("{\"_row\":2,"));
    }

    private List<String> lines(int exitCode, Object... more) throws Exception {
        Command dump = Command.run("dump", folder, "messages", more);
        assertEquals(exitCode, dump.exitCode(), dump.err());
        return dump.out().lines().toList();
    }
}
