// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeTest {
    private static final SourceOptions OPTIONS = SourceOptions.of(Framing.parse("length=u16be"));

    @TempDir
    Path folder;

    /// A capture with a packet at each of these seconds; its text says input and index.
    private static byte[] capture(int input, int... seconds) {
        CaptureBytes capture = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1);
        for (int i = 0; i < seconds.length; i++) {
            capture.record(seconds[i], 0, Packets.udpFrame(1, Packets.frames(input + "." + i)));
        }
        return capture.array();
    }

    private Collected merged(byte[]... captures) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (byte[] capture : captures) {
            paths.add(Files.write(folder.resolve("input" + paths.size()), capture));
        }
        try (MessageSource source = MessageSource.merge(paths, OPTIONS)) {
            return Collected.of(source);
        }
    }

    @Test
    void shouldTakeTheEarliestAndOfEqualsTheFirst() throws IOException {
        Collected found = merged(capture(0, 1, 4, 4, 9), capture(1), capture(2, 1, 2, 4, 5, 10));

        assertEquals(List.of("0.0", "2.0", "2.1", "0.1", "0.2", "2.2", "2.3", "0.3", "2.4"), found.texts());
        assertEquals(9, found.report.packets());
        assertEquals(0, found.report.disordered());
        assertEquals(1, found.entries.get(2).packetIndex());
        assertEquals(2, found.entries.get(2).input());
    }

    @Test
    void shouldKeepTheOrderOfAnInputAndCountWhatGoesBack() throws IOException {
        Collected found = merged(capture(0, 5, 3, 1, 8), capture(1, 2, 4, 6, 7));

        assertEquals(List.of("1.0", "1.1", "0.0", "0.1", "0.2", "1.2", "1.3", "0.3"), found.texts());
        assertEquals(2, found.report.disordered());
        assertTrue(found.report.isComplete());
        assertTrue(found.report.toString().contains("packets earlier than those before them: count=2"));
    }

    @Test
    void shouldKeepPacketsWithoutTimeBehindTheOneBefore() throws IOException {
        byte[] frame = Packets.udpFrame(1, Packets.frames("untimed"));
        CaptureBytes pcapng = new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
        pcapng.section().link(1, 0).enhanced(0, 3_000_000, Packets.udpFrame(1, Packets.frames("three")))
                .simple(frame.length, frame);
        Collected found = merged(capture(0, 1, 4), pcapng.array());

        assertEquals(List.of("0.0", "three", "untimed", "0.1"), found.texts());
        assertEquals(0, found.report.disordered());
    }

    @Test
    void shouldReadTheOthersToTheirEndWhenOneIsDamaged() throws IOException {
        byte[] damaged = capture(0, 1, 2, 3);
        Arrays.fill(damaged, damaged.length - 60, damaged.length, (byte) 0xFF);
        byte[] cut = capture(2, 1, 7);
        Collected found = merged(damaged, capture(1, 4, 5, 6), Arrays.copyOf(cut, cut.length - 1));

        assertTrue(found.failure.getMessage().contains("input0"), found.failure::getMessage);
        assertTrue(found.texts().containsAll(List.of("0.0", "1.0", "1.1", "1.2", "2.0")), found.texts()::toString);
        assertEquals(cut.length - 1, found.report.truncatedAt());
        assertFalse(found.report.isComplete());
    }

    @Test
    void shouldRefuseNoneTooManyAndWhatIsNoCapture() throws IOException {
        Path raw = Files.writeString(folder.resolve("raw"), "no capture");
        assertThrows(IllegalArgumentException.class, () -> MessageSource.merge(List.of(), OPTIONS));
        assertThrows(IllegalArgumentException.class,
                () -> MessageSource.merge(Collections.nCopies(CaptureReader.MAX_INPUTS + 1, raw), OPTIONS));
        assertThrows(CaptureFormatException.class, () -> MessageSource.merge(List.of(raw), OPTIONS));
    }

    /// The two directions of a connection, and the parts of a stream, captured apart.
    @Test
    void shouldPutStreamsTogether() throws IOException {
        byte[] frames = Packets.frames("split over", "two captures");
        CaptureBytes first = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1)
                .record(1, 0, Packets.tcpFrame(5, 6, 0, Packets.SYN, new byte[0]))
                .record(2, 0, Packets.tcpFrame(5, 6, 1, Packets.ACK, Arrays.copyOf(frames, 7)));
        CaptureBytes second = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1)
                .record(3, 0, Packets.tcpFrame(5, 6, 8, Packets.ACK, Arrays.copyOfRange(frames, 7, frames.length)));
        assertEquals(List.of("split over", "two captures"), merged(second.array(), first.array()).texts());
    }

    @Test
    void shouldArbitrateLinesOfDifferentCaptures() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 1000; n++) {
            for (int line = 0; line < 2; line++) {
                if (n % 10 != line) {
                    lines.then(line, n, n);
                }
            }
        }
        List<Path> paths = List.of(Files.write(folder.resolve("line0"), lines.capture(0)),
                Files.write(folder.resolve("line1"), lines.capture(1)));
        try (MessageSource source =
                MessageSource.merge(paths, TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS))) {
            Collected found = Collected.of(source);
            assertEquals(1000, found.texts().stream().distinct().count());
            assertEquals(1000, found.entries.size());
            assertTrue(found.report.isComplete(), found.report::toString);
        }
    }

    @Test
    void shouldMergeAsAModelDoes() throws IOException {
        SplittableRandom random = Seed.random("MergeTest.model");
        for (int round = 0; round < 200; round++) {
            List<CaptureReader> readers = new ArrayList<>();
            List<int[]> times = new ArrayList<>();
            for (int input = 0; input < random.nextInt(1, 6); input++) {
                int[] seconds = random.ints(random.nextInt(40), 0, 50).toArray();
                if (random.nextInt(3) > 0) {
                    Arrays.sort(seconds);
                }
                times.add(seconds);
                readers.add(CaptureReader.open(new ByteArrayInputStream(capture(input, seconds)), "input" + input));
            }
            List<String> found = new ArrayList<>();
            long disordered;
            try (CaptureReader merged = CaptureReader.merge(readers)) {
                while (merged.next()) {
                    found.add(merged.input() + "." + merged.index() + "@" + merged.timeNs() / 1_000_000_000L);
                }
                disordered = merged.disordered();
            }
            assertEquals(model(times), found);
            long latest = -1;
            long back = 0;
            for (String packet : found) {
                long time = Long.parseLong(packet.substring(packet.indexOf('@') + 1));
                back += time < latest ? 1 : 0;
                latest = Math.max(latest, time);
            }
            assertEquals(back, disordered);
        }
    }

    /// Sorts all packets by the latest time up to them in their input; the sort is stable.
    private static List<String> model(List<int[]> times) {
        record Packet(int due, String text) { }
        Stream.Builder<Packet> all = Stream.builder();
        for (int input = 0; input < times.size(); input++) {
            int due = 0;
            for (int i = 0; i < times.get(input).length; i++) {
                due = Math.max(due, times.get(input)[i]);
                all.add(new Packet(due, input + "." + i + "@" + times.get(input)[i]));
            }
        }
        return all.build().sorted((a, b) -> Integer.compare(a.due, b.due)).map(Packet::text).toList();
    }
}
