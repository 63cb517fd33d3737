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
        return Command.run("load", "-s", schema, "-f", "length=u16be", "-d", folder, more);
    }

    private String count() throws Exception {
        return Command.run("query", folder, "select _date, count(*) as n from Heartbeat group by _date order by 1",
                "--format", "csv").done();
    }

    @Test
    void shouldSplitSeveralCapturesByDay() throws Exception {
        String loaded = load("--by", "day:Europe/London", morning, evening).done();
        assertTrue(loaded.contains("archive   " + folder), loaded);
        assertTrue(loaded.contains("\n2026-07-01        60"), loaded);
        assertTrue(loaded.contains("\n2026-07-02        70"), loaded);
        assertEquals("_date,n\n2026-07-01,60\n2026-07-02,70\n", count());
        Command.run("verify", folder).done();
        load("--by", "day:Europe/London", morning).failed(4, "add to it with --append");
        load("--append", morning).failed(3, "all messages of the input are already in the journal: messages=10");
        load("--by", "day", "--append", morning).failed(4, "archive is divided differently");
        Path later = capture("later.pcap", "2026-07-02T06:00:05Z", 10);
        String added = load("--append", "--format", "json", later).done();
        assertTrue(added.contains("\"days\":[{\"day\":\"2026-07-02\",\"added\":true,\"messages\":10,"), added);
        assertEquals("_date,n\n2026-07-01,60\n2026-07-02,80\n", count());
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        load("--by", "week", morning).failed(2, "neither day nor hour");
        load("--by", "day:Europe/Atlantis", morning).failed(2, "no such time zone");
        load("--by", "day", "--append", morning).failed(4, "leave --append out to make an archive");
        Path raw = Files.write(temp.resolve("raw"), heartbeat(ByteBuffer.allocate(22).putShort((short) 22).order(
                ByteOrder.LITTLE_ENDIAN)).array());
        load("--by", "day", raw).failed(3, "message without a receive time belongs to no day");
        folder = temp.resolve("store");
        load(morning).done();
        load("--by", "day", evening).failed(4, "folder is a store, not an archive");
        assertFalse(Files.exists(folder.resolve("archive.head")));
    }
}
