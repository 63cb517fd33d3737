// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.frames;
import static dev.ashlar.testkit.Packets.tcpFrame;
import static dev.ashlar.testkit.Packets.udpFrame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A source that is read ahead hands out what the same source does otherwise, and fails where it fails.
class ReadAheadTest {
    private static final SourceOptions OPTIONS = SourceOptions.of(Framing.parse("length=u16be"));

    @TempDir
    Path folder;

    private static byte[] capture(SplittableRandom random, int packets) {
        byte[][] all = new byte[packets][];
        int at = 0;
        for (int i = 0; i < packets; i++) {
            String text = "m" + i + "-".repeat(random.nextInt(random.nextInt(10) == 0 ? 1200 : 40));
            switch (random.nextInt(8)) {
                case 0 -> all[i] = Packets.ethernet(0x0806, new byte[28]);
                case 1, 2 -> {
                    byte[] part = frames(text);
                    // Some segments are missing: what is behind them waits.
                    all[i] = tcpFrame(5, 6, at, 16, part);
                    at += part.length + (random.nextInt(20) == 0 ? 7 : 0);
                }
                case 3 -> all[i] = udpFrame(1, frames(text, "and", "more"));
                default -> all[i] = udpFrame(1, frames(text));
            }
        }
        return CaptureBytes.of(all);
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("input"), bytes);
    }

    private static void assertSameResult(Collected expected, Collected found, String which) {
        assertEquals(expected.entries.size(), found.entries.size(), which);
        for (int i = 0; i < expected.entries.size(); i++) {
            Collected.Entry one = expected.entries.get(i);
            Collected.Entry other = found.entries.get(i);
            assertArrayEquals(one.bytes(), other.bytes(), which);
            assertEquals(without(one), without(other), which);
        }
        assertEquals(expected.report, found.report, which);
        assertEquals(expected.failure == null ? null : expected.failure.getMessage(),
                found.failure == null ? null : found.failure.getMessage(), which);
    }

    private static Collected.Entry without(Collected.Entry entry) {
        return new Collected.Entry(null, entry.timeNs(), entry.packetIndex(), entry.filePosition(),
                entry.messageIndex(), entry.stream(), entry.source(), entry.destination(), entry.packetSequence(),
                entry.sendingTimeNs(), entry.input());
    }

    private void assertSameResult(byte[] input, SourceOptions options, String which) throws IOException {
        Path file = file(input);
        assertSameResult(Collected.of(file, options), Collected.of(file, options.withReadAhead(true)), which);
    }

    @Test
    void shouldHandOutTheSame() throws IOException {
        SplittableRandom random = Seed.random("ReadAheadTest.same");
        for (int packets : new int[] {0, 1, 255, 256, 257, 1023, 1024, 5000}) {
            byte[] capture = capture(random, packets);
            assertSameResult(capture, OPTIONS, packets + " packets");
            assertSameResult(CaptureBytes.gzip(capture), OPTIONS, packets + " packets, gzip");
        }
    }

    @Test
    void shouldFailAtTheSamePlace() throws IOException {
        SplittableRandom random = Seed.random("ReadAheadTest.damage");
        byte[] capture = capture(random, 3000);
        byte[] gzip = CaptureBytes.gzip(capture);
        for (int round = 0; round < 60; round++) {
            byte[] good = round % 2 == 0 ? capture : gzip;
            int at = 30 + random.nextInt(good.length - 30);
            assertSameResult(Arrays.copyOf(good, at), OPTIONS, "cut at " + at);
            byte[] damaged = good.clone();
            Arrays.fill(damaged, at, Math.min(damaged.length, at + 40), (byte) 0xFF);
            assertSameResult(damaged, OPTIONS, "damaged at " + at);
        }
        byte[] wrongSum = gzip.clone();
        wrongSum[wrongSum.length - 5] ^= 1;
        assertSameResult(wrongSum, OPTIONS, "wrong checksum at the end");
    }

    /// More messages in a poll than a batch takes, and longer ones than it has bytes for.
    @Test
    void shouldDivideAPoll() throws IOException {
        byte[] one = frames("a", "b", "c");
        byte[] many = new byte[one.length * 100_000];
        for (int at = 0; at < many.length; at += one.length) {
            System.arraycopy(one, 0, many, at, one.length);
        }
        assertSameResult(many, OPTIONS, "short");
        SourceOptions wide = SourceOptions.of(Framing.parse("length=u32be"));
        byte[] longer = new byte[3 * 900_000];
        for (int at = 0; at < longer.length; at += 900_000) {
            System.arraycopy(new byte[] {0, 13, (byte) 0xBB, (byte) 0xA0, 7}, 0, longer, at, 5);
        }
        assertSameResult(longer, wide, "long");
        assertEquals(3, Collected.of(file(longer), wide.withReadAhead(true)).entries.size());
        Arrays.fill(many, 300_000, 300_002, (byte) 0);
        assertSameResult(many, OPTIONS, "damaged within a buffer");
    }

    @Test
    void shouldArbitrateAndMergeTheSame() throws IOException {
        TwoLines lines = new TwoLines();
        for (int i = 0; i < 4000; i++) {
            for (int line = 0; line < 2; line++) {
                if ((i + line) % 50 != 0) {
                    lines.arrive(1_000L * i + 20_300L * line, line, i, 5 + i, "text " + i);
                }
            }
        }
        SourceOptions options = TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS);
        assertSameResult(lines.capture(), options, "arbitrated");

        List<Path> files = List.of(Files.write(folder.resolve("line0"), lines.capture(0)),
                Files.write(folder.resolve("line1"), CaptureBytes.gzip(lines.capture(1))));
        try (MessageSource plain = MessageSource.merge(files, options);
                MessageSource ahead = MessageSource.merge(files, options.withReadAhead(true))) {
            assertSameResult(Collected.of(plain), Collected.of(ahead), "merged");
        }
    }

    /// What was handed out is reported, not what was read.
    @Test
    void shouldReportWhatWasHandedOut() throws IOException {
        Path file = file(capture(Seed.random("ReadAheadTest.report"), 3000));
        Collected left = new Collected();
        Collected right = new Collected();
        try (MessageSource plain = MessageSource.open(file, OPTIONS);
                MessageSource ahead = MessageSource.open(file, OPTIONS.withReadAhead(true))) {
            boolean more = true;
            while (more) {
                more = plain.poll(left);
                assertEquals(more, ahead.poll(right));
                IngestReport expected = plain.report();
                IngestReport found = ahead.report();
                assertEquals(List.of(expected.packets(), expected.bytes(), expected.messages(),
                        expected.messageBytes()), List.of(found.packets(), found.bytes(), found.messages(),
                        found.messageBytes()));
                assertEquals(left.entries.size(), right.entries.size());
            }
            assertFalse(ahead.poll(right));
            assertEquals(plain.report(), ahead.report());
        }
    }

    @Test
    void shouldEndItsThreadsWhereverItIsClosed() throws IOException {
        SplittableRandom random = Seed.random("ReadAheadTest.close");
        byte[] capture = capture(random, 5000);
        for (byte[] input : List.of(capture, CaptureBytes.gzip(capture))) {
            Path file = file(input);
            for (int polls : new int[] {0, 1, 300, 2000, 5001}) {
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                    MessageSource source = MessageSource.open(file, OPTIONS.withReadAhead(true));
                    Collected collected = new Collected();
                    for (int i = 0; i < polls; i++) {
                        source.poll(collected);
                    }
                    source.close();
                    assertFalse(source.poll(collected));
                    source.close();
                });
                assertEquals(List.of(), threads());
            }
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).map(Thread::getName)
                .filter(name -> name.equals("ashlar-read-ahead") || name.equals("ashlar-decompress")).toList();
    }

    @Test
    void shouldPassOnWhatAHandlerThrows() throws IOException {
        Path file = file(capture(Seed.random("ReadAheadTest.handler"), 2000));
        IllegalStateException thrown = new IllegalStateException("mine");
        try (MessageSource source = MessageSource.open(file, OPTIONS.withReadAhead(true))) {
            int[] seen = {0};
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> source.drain((_, _, _, _) -> {
                if (++seen[0] == 700) {
                    throw thrown;
                }
            })));
            assertEquals(700, source.report().messages());
        }
        assertEquals(List.of(), threads());
    }

    /// An interrupt ends no wait, and is not lost.
    @Test
    void shouldKeepAnInterrupt() throws IOException {
        byte[] capture = capture(Seed.random("ReadAheadTest.interrupt"), 3000);
        Path file = file(CaptureBytes.gzip(capture));
        try (MessageSource source = MessageSource.open(file, OPTIONS.withReadAhead(true))) {
            Thread.currentThread().interrupt();
            Collected found = Collected.of(source);
            assertTrue(Thread.interrupted());
            assertSameResult(Collected.of(file, OPTIONS), found, "interrupted");
        }
    }

    @Test
    void shouldReadStreamsWithoutAThread() throws IOException {
        byte[] capture = capture(Seed.random("ReadAheadTest.stream"), 100);
        SourceOptions ahead = OPTIONS.withReadAhead(true);
        assertSameResult(Collected.of(capture, OPTIONS), Collected.of(capture, ahead), "stream");
        assertEquals(List.of(), threads());
    }

    @Test
    void shouldReadAheadWithoutGarbage() throws IOException {
        Path file = IngestAllocationTest.datagrams(folder.resolve("udp.pcap"));
        long[] sum = {0};
        MessageHandler handler = (context, _, _, length) -> sum[0] += length + context.timeNs();
        try (MessageSource source = MessageSource.open(file, OPTIONS.withReadAhead(true))) {
            long own = Allocation.leastBytes(10_000, () -> assertTrue(source.poll(handler)));
            assertEquals(0, own);
            long thread = Thread.getAllStackTraces().keySet().stream()
                    .filter(one -> one.getName().equals("ashlar-read-ahead")).findFirst().orElseThrow().threadId();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 8 && least != 0; round++) {
                long before = Allocation.ofThread(thread);
                for (int i = 0; i < 10_000; i++) {
                    assertTrue(source.poll(handler));
                }
                least = Math.min(least, Allocation.ofThread(thread) - before);
            }
            assertEquals(0, least);
        }
    }
}
