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
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// A compressed file, which a thread of its own decompresses, has the messages of what was compressed, and fails where
/// a stream of the same bytes fails.
@Isolated("finds threads by their names")
class CompressedFileTest {
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

    private Collected stream(byte[] input) throws IOException {
        String name = folder.resolve("input").toString();
        try (MessageSource source = MessageSource.open(new ByteArrayInputStream(input), name, OPTIONS)) {
            return Collected.of(source);
        }
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

    private void assertReadAsStream(byte[] input, String which) throws IOException {
        assertSameResult(stream(input), Collected.of(file(input), OPTIONS), which);
    }

    @Test
    void shouldHandOutWhatWasCompressed() throws IOException {
        SplittableRandom random = Seed.random("CompressedFileTest.same");
        for (int packets : new int[] {0, 1, 255, 5000}) {
            byte[] capture = capture(random, packets);
            Collected plain = Collected.of(file(capture), OPTIONS);
            assertSameResult(plain, Collected.of(file(CaptureBytes.gzip(capture)), OPTIONS), packets + " packets");
        }
    }

    @Test
    void shouldFailWhereAStreamFails() throws IOException {
        SplittableRandom random = Seed.random("CompressedFileTest.damage");
        byte[] capture = capture(random, 3000);
        byte[] gzip = CaptureBytes.gzip(capture);
        for (int round = 0; round < 60; round++) {
            byte[] good = round % 2 == 0 ? capture : gzip;
            int at = 30 + random.nextInt(good.length - 30);
            assertReadAsStream(Arrays.copyOf(good, at), "cut at " + at);
            byte[] damaged = good.clone();
            Arrays.fill(damaged, at, Math.min(damaged.length, at + 40), (byte) 0xFF);
            assertReadAsStream(damaged, "damaged at " + at);
        }
        byte[] wrongSum = gzip.clone();
        wrongSum[wrongSum.length - 5] ^= 1;
        assertReadAsStream(wrongSum, "wrong checksum at the end");
    }

    @Test
    void shouldMergePlainAndCompressed() throws IOException {
        TwoLines lines = new TwoLines();
        for (int i = 0; i < 4000; i++) {
            for (int line = 0; line < 2; line++) {
                if ((i + line) % 50 != 0) {
                    lines.arrive(1_000L * i + 20_300L * line, line, i, 5 + i, "text " + i);
                }
            }
        }
        SourceOptions options = TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS);
        Path first = Files.write(folder.resolve("line0"), lines.capture(0));
        Path second = folder.resolve("line1");
        Collected expected = merged(List.of(first, Files.write(second, lines.capture(1))), options);
        assertEquals(4000, expected.entries.size());
        assertSameResult(expected, merged(List.of(first, Files.write(second, CaptureBytes.gzip(lines.capture(1)))),
                options), "merged");
    }

    private static Collected merged(List<Path> files, SourceOptions options) throws IOException {
        try (MessageSource source = MessageSource.merge(files, options)) {
            return Collected.of(source);
        }
    }

    @Test
    void shouldEndItsThreadWhereverItIsClosed() throws IOException {
        Path file = file(CaptureBytes.gzip(capture(Seed.random("CompressedFileTest.close"), 5000)));
        for (int polls : new int[] {0, 1, 300, 2000, 5001}) {
            assertTimeoutPreemptively(Duration.ofMinutes(5), () -> {
                MessageSource source = MessageSource.open(file, OPTIONS);
                Collected collected = new Collected();
                for (int i = 0; i < polls; i++) {
                    source.poll(collected);
                }
                source.close();
                source.close();
            });
            assertEquals(List.of(), threads());
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).map(Thread::getName)
                .filter("ashlar-decompress"::equals).toList();
    }

    @Test
    void shouldPassOnWhatAHandlerThrows() throws IOException {
        Path file = file(CaptureBytes.gzip(capture(Seed.random("CompressedFileTest.handler"), 2000)));
        IllegalStateException thrown = new IllegalStateException("mine");
        try (MessageSource source = MessageSource.open(file, OPTIONS)) {
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
        byte[] gzip = CaptureBytes.gzip(capture(Seed.random("CompressedFileTest.interrupt"), 3000));
        Collected expected = stream(gzip);
        try (MessageSource source = MessageSource.open(file(gzip), OPTIONS)) {
            Thread.currentThread().interrupt();
            Collected found = Collected.of(source);
            assertTrue(Thread.interrupted());
            assertSameResult(expected, found, "interrupted");
        }
        assertFalse(Thread.currentThread().isInterrupted());
    }
}
