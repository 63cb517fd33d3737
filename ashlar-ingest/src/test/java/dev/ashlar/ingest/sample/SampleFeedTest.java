// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed.Options;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFeedTest {
    private static final int MESSAGES = 200_000;
    /// The packets of an event, and those that line B is behind.
    private static final int MOST_BYTES_MORE = 20 * 1_458;
    private static final SourceOptions ALL = SourceOptions.of(Framing.parse(SampleFeed.FRAMING));

    @TempDir
    Path folder;

    private SampleTotals read(Path file, SourceOptions options, SampleTotals written) throws IOException {
        ReadTotals totals = new ReadTotals(SampleFeed.schema());
        try (MessageSource source = MessageSource.open(file, options)) {
            IngestReport report = source.drain(totals);
            assertTrue(report.isComplete(), report::toString);
            assertEquals(written.captureBytes(), report.bytes());
        }
        assertEquals(List.of(), totals.invalid);
        return totals.totals(written);
    }

    @Test
    void shouldHoldWhatTheTotalsSay() throws IOException {
        Path file = folder.resolve("feed.pcap");
        SampleTotals written = SampleFeed.write(file, Options.messages(MESSAGES));

        assertEquals(MESSAGES, written.messages());
        assertEquals(written.captureBytes(), Files.size(file));
        assertEquals(written, read(file, ALL, written));
        written.messagesByTemplate().forEach((template, count) -> assertTrue(count > 0, template));
        written.entriesByGroup().forEach((group, count) -> assertTrue(count > 0, group));
        written.trades().forEach((side, sum) -> assertTrue(sum.count() > 0, side::toString));
        assertTrue(written.quotes().values().stream().allMatch(s -> s.count() < written.messagesByTemplate().get("Quote")));
    }

    @Test
    void shouldHoldWhatTheTotalsSayWhateverTheOptions() throws IOException {
        SplittableRandom random = Seed.random("SampleFeedTest");
        Path file = folder.resolve("any.pcap");
        SourceOptions both = ALL.withArbitration(Arbitration.of(List.of("233.252.0.1:14310+233.252.1.1:15310")));
        for (int i = 0; i < 60; i++) {
            int size = 1 + random.nextInt(1 << random.nextInt(1, 14));
            boolean byMessages = random.nextBoolean();
            Options options = (byMessages ? Options.messages(size) : Options.bytes(10L * size))
                    .withSeed(random.nextLong()).withInstruments(1 + random.nextInt(100));
            if (random.nextBoolean()) {
                options = options.withSecondLine(random.nextInt(300_000));
            }
            SampleTotals written = SampleFeed.write(file, options);
            assertEquals(written, read(file, options.secondLine() ? both : ALL, written), options::toString);
            assertTrue(byMessages ? written.messages() == size : written.captureBytes() >= 10L * size
                    && written.captureBytes() < 10L * size + MOST_BYTES_MORE, options::toString);
        }
    }

    @Test
    void shouldWriteTheSameBytesForTheSameSeed() throws IOException {
        Path one = folder.resolve("1.pcap");
        Path two = folder.resolve("2.pcap");
        Options options = Options.messages(20_000).withSecondLine(10_000);
        SampleTotals totals = SampleFeed.write(one, options);
        assertEquals(totals, SampleFeed.write(two, options));
        assertEquals(-1, Files.mismatch(one, two));

        assertNotEquals(totals, SampleFeed.write(two, options.withSeed(1)));
        assertTrue(Files.mismatch(one, two) >= 0);
    }

    /// What is documented with the feed's figures, here or elsewhere, holds as long as this does.
    @Test
    void shouldWriteTheSameBytesAsEver() throws IOException {
        Path file = folder.resolve("golden.pcap");
        SampleFeed.write(file, Options.messages(10_000).withSecondLine(1_000));
        CRC32C crc = new CRC32C();
        crc.update(Files.readAllBytes(file));
        assertEquals("7ba48b35", HexFormat.of().toHexDigits((int) crc.getValue()));
    }

    @Test
    void shouldBeWholeAgainFromTwoLines() throws IOException {
        Path file = folder.resolve("lines.pcap");
        Options options = Options.messages(MESSAGES);
        SampleTotals single = SampleFeed.write(folder.resolve("single.pcap"), options);
        SampleTotals written = SampleFeed.write(file, options.withSecondLine(20_000));

        assertEquals(single.trades(), written.trades());
        assertEquals(single.messageBytes(), written.messageBytes());
        assertEquals(written, read(file, ALL.withArbitration(Arbitration.PAIRS), written));
        try (MessageSource source = MessageSource.open(file, ALL.withArbitration(Arbitration.PAIRS))) {
            ChannelReport channel = source.drain((context, memory, offset, length) -> { }).channels().getFirst();
            assertEquals(written.packets(), channel.packets());
            assertEquals(written.packetsByLine(),
                    channel.lines().stream().map(ChannelReport.LineCount::packets).toList());
            assertEquals(SampleFeed.lines().stream().map(line -> line.port()).toList(), channel.lines().stream()
                    .map(line -> Integer.parseInt(line.destination().replaceAll(".*:", ""))).toList());
            long lost = 2 * written.packets() - written.packetsByLine().stream().mapToLong(Long::longValue).sum();
            assertTrue(lost > written.packets() / 100 && lost < written.packets() / 25, () -> "lost=" + lost);
            assertTrue(channel.lines().getLast().first() > 100, channel::toString);
        }
    }

    @Test
    void shouldNeverGoBackInTime() throws IOException {
        Path file = folder.resolve("times.pcap");
        SampleFeed.write(file, Options.messages(MESSAGES).withSecondLine(5_000));
        try (CaptureReader reader = CaptureReader.open(file)) {
            long before = 0;
            while (reader.next()) {
                assertTrue(reader.timeNs() >= before);
                before = reader.timeNs();
            }
        }
    }

    @Test
    void shouldKeepMessagesInTheBoundsOfThePacket() throws IOException {
        Path file = folder.resolve("sizes.pcap");
        SampleFeed.write(file, Options.messages(MESSAGES));
        int[] longest = {0};
        try (MessageSource source = MessageSource.open(file, ALL)) {
            source.drain((context, memory, offset, length) -> longest[0] = Math.max(longest[0], (int) length));
        }
        assertTrue(longest[0] > FeedLines.LONGEST_MESSAGE / 3 && longest[0] < FeedLines.LONGEST_MESSAGE,
                () -> "longest=" + longest[0]);
    }

    @Test
    void shouldTellInstrumentsApart() {
        Dice dice = new Dice(1);
        assertEquals(Options.MAX_INSTRUMENTS, IntStream.range(0, Options.MAX_INSTRUMENTS)
                .mapToObj(i -> new String(new Instrument(i, dice).symbol, StandardCharsets.US_ASCII))
                .distinct().count());
    }

    @Test
    void shouldRefuseOptionsOutOfBounds() {
        assertThrows(IllegalArgumentException.class, () -> Options.messages(0));
        assertThrows(IllegalArgumentException.class, () -> Options.bytes(0));
        assertThrows(IllegalArgumentException.class, () -> Options.messages(1).withInstruments(0));
        assertThrows(IllegalArgumentException.class,
                () -> Options.messages(1).withInstruments(Options.MAX_INSTRUMENTS + 1));
        assertThrows(IllegalArgumentException.class, () -> Options.messages(1).withSecondLine(1_000_001));
        assertThrows(IllegalArgumentException.class, () -> new Options(1, 1, 1, 1, false, 1, 0));
    }

    @Test
    void shouldLeaveNothingWhereItCannotWrite() {
        Path nowhere = folder.resolve("no/such/folder/feed.pcap");
        assertThrows(IOException.class, () -> SampleFeed.write(nowhere, Options.messages(1)));
        assertFalse(Files.exists(nowhere));
    }
}
