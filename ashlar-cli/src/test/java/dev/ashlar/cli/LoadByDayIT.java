// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.ingest.sample.SampleFeed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ashlar load --by`: captures into the days of an archive.
class LoadByDayIT {
    @TempDir
    Path temp;
    private Path schema;
    private Path evening;
    private Path morning;
    private Path folder;

    @BeforeEach
    void writeCaptures() throws IOException {
        schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        // Midnight in London is at 23:00 UTC.
        evening = capture("evening.pcap", "2026-07-01T22:59:00Z", 120);
        morning = capture("morning.pcap", "2026-07-02T06:00:00Z", 10);
        folder = temp.resolve("feed");
    }

    private static ByteBuffer heartbeat(ByteBuffer frame) {
        return frame.putShort((short) 12).putShort((short) 1).putShort((short) SampleFeed.schema().id())
                .putShort((short) 2);
    }

    private Path capture(String name, String start, int seconds) throws IOException {
        Path path = temp.resolve(name);
        long startNs = Instant.parse(start).getEpochSecond() * 1_000_000_000L;
        try (PcapWriter writer = PcapWriter.create(path)) {
            for (int i = 0; i < seconds; i++) {
                ByteBuffer frame = ByteBuffer.allocate(22).putShort((short) 22).order(ByteOrder.LITTLE_ENDIAN);
                heartbeat(frame).putInt(i);
                writer.writeUdp(startNs + i * 1_000_000_000L, PcapWriter.address(10, 0, 0, 1), 1,
                        PcapWriter.address(10, 0, 0, 2), 2, MemorySegment.ofArray(frame.array()), 0, frame.capacity());
            }
        }
        return path;
    }

    private Command load(Object... more) throws Exception {
        return Command.run(Stream.concat(Stream.of("load", "-s", schema, "-f", "length=u16be", "-d", folder),
                Stream.of(more)).toArray());
    }

    private static void refused(int exitCode, String part, Command command) {
        assertEquals(exitCode, command.exitCode(), command.err());
        assertTrue(command.hasOneErrorLine() && command.err().contains(part), command.err());
    }

    private String count() throws Exception {
        Command query = Command.run("query", folder, "select _date, count(*) as n from Heartbeat group by _date order by 1",
                "--format", "csv");
        assertEquals(0, query.exitCode(), query.err());
        return query.out();
    }

    @Test
    void shouldSplitSeveralCapturesByDay() throws Exception {
        Command done = load("--by", "day:Europe/London", morning, evening);
        assertEquals(0, done.exitCode(), done.err());
        assertTrue(done.out().contains("archive   " + folder), done.out());
        assertTrue(done.out().contains("\n2026-07-01        60"), done.out());
        assertTrue(done.out().contains("\n2026-07-02        70"), done.out());
        assertEquals("_date,n\n2026-07-01,60\n2026-07-02,70\n", count());
        assertEquals(0, Command.run("verify", folder).exitCode());
        refused(4, "add to it with --append", load("--by", "day:Europe/London", morning));
        refused(3, "all messages of the input are already in the journal: messages=10", load("--append", morning));
        refused(4, "archive is divided differently", load("--by", "day", "--append", morning));
        Path later = capture("later.pcap", "2026-07-02T06:00:05Z", 10);
        Command added = load("--append", "--format", "json", later);
        assertEquals(0, added.exitCode(), added.err());
        assertTrue(added.out().contains("\"days\":[{\"day\":\"2026-07-02\",\"added\":true,\"messages\":10,"), added.out());
        assertEquals("_date,n\n2026-07-01,60\n2026-07-02,80\n", count());
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        refused(2, "neither day nor hour", load("--by", "week", morning));
        refused(2, "no such time zone", load("--by", "day:Europe/Atlantis", morning));
        refused(4, "leave --append out to make an archive", load("--by", "day", "--append", morning));
        Path raw = Files.write(temp.resolve("raw"), heartbeat(ByteBuffer.allocate(22).putShort((short) 22).order(
                ByteOrder.LITTLE_ENDIAN)).array());
        refused(3, "message without a receive time belongs to no day", load("--by", "day", raw));
        Command store = Command.run("load", "-s", schema, "-f", "length=u16be", "-d", temp.resolve("store"), morning);
        assertEquals(0, store.exitCode(), store.err());
        folder = temp.resolve("store");
        refused(4, "folder is a store, not an archive", load("--by", "day", evening));
        assertFalse(Files.exists(folder.resolve("archive.head")));
    }
}
