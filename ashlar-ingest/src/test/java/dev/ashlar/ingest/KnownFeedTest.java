// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Captures of two lines. The expected figures come from the generator of the capture or from an independent dissector.
@ParameterizedClass
@MethodSource("dev.ashlar.testkit.KnownFeed#all")
class KnownFeedTest {
    private static final SourceOptions OPTIONS = SourceOptions.of(Framing.parse("cme-mdp3"));

    @Parameter
    private KnownFeed feed;

    @Test
    void shouldSplitEveryPacket() throws IOException {
        Collected all = collect(OPTIONS);

        assertEquals(2 * feed.packets(), all.report.packets());
        assertEquals(2 * feed.messages(), all.report.messages());
        Map<Integer, Long> ofBothLines = new TreeMap<>(feed.messagesById());
        ofBothLines.replaceAll((_, count) -> 2 * count);
        assertEquals(ofBothLines, templates(all));
        assertTrue(all.report.isComplete(), all.report::toString);
        assertEquals(Files.size(feed.capture()), all.report.bytes());
    }

    @Test
    void shouldEndEachMessageWhereItsFrameSays() throws IOException {
        for (Collected.Entry entry : collect(OPTIONS).entries) {
            ByteBuffer message = ByteBuffer.wrap(entry.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            int end = 8 + message.getShort(0);
            int groups = feed.template(message.getShort(2)).groups();
            if (groups > 0) {
                end += 3 + message.getShort(end) * message.get(end + 2);
            }
            if (groups > 1) {
                end += 8 + message.getShort(end) * message.get(end + 7);
            }
            assertEquals(entry.bytes().length, end);
            assertEquals(feed.schemaId(), message.getShort(4));
        }
    }

    private Collected line(int index) throws IOException {
        return collect(OPTIONS.withFilter(PacketFilter.destinationPorts(feed.lines().get(index).port())));
    }

    @Test
    void shouldTellLinesApart() throws IOException {
        Collected a = line(0);
        Collected b = line(1);

        assertEquals(feed.messages(), a.report.messages());
        assertEquals(feed.packets(), a.report.count(SkipReason.FILTERED));
        assertEquals(bySequence(a), bySequence(b));
    }

    /// Both lines carry the same packets, byte by byte; so what comes out is either line, though some of it came first
    /// on the other one.
    @Test
    void shouldArbitrateToEachPacketOnce() throws IOException {
        Collected once = collect(OPTIONS.withArbitration(Arbitration.PAIRS));

        assertEquals(line(0).entries.stream().map(e -> HexFormat.of().formatHex(e.bytes())).toList(),
                once.entries.stream().map(e -> HexFormat.of().formatHex(e.bytes())).toList());
        assertEquals(feed.messagesById(), templates(once));
        List<ChannelReport.LineCount> lines = feed.lines().stream()
                .map(line -> new ChannelReport.LineCount(line.destination(), feed.packets(), line.first())).toList();
        assertEquals(List.of(new ChannelReport(lines, feed.packets(), feed.packets(), 0, 0, 0, 0, 0, List.of())),
                once.report.channels());
        assertTrue(once.report.isComplete(), once.report::toString);
        String both = feed.lines().get(0).destination() + "+" + feed.lines().get(1).destination();
        assertEquals(once.texts(), collect(OPTIONS.withArbitration(Arbitration.of(List.of(both)))).texts());
    }

    /// The known sums are those of one line.
    @Test
    void shouldSumDealsOfArbitratedLines() throws IOException {
        Map<String, long[]> bySide = new TreeMap<>();
        KnownFeed.Deals deals = feed.deals();
        long steps = 0;
        for (Collected.Entry entry : collect(OPTIONS.withArbitration(Arbitration.PAIRS)).entries) {
            ByteBuffer message = ByteBuffer.wrap(entry.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            int group = 8 + message.getShort(0);
            if (message.getShort(2) == feed.id("DepthChange")) {
                steps += message.get(group + 2);
            } else if (message.getShort(2) == feed.id("Deal")) {
                for (int i = 0; i < message.get(group + 2); i++) {
                    int at = group + 3 + i * message.getShort(group);
                    long[] sums = bySide.computeIfAbsent(Byte.toString(message.get(at + deals.sideOffset())),
                            _ -> new long[3]);
                    sums[0]++;
                    sums[1] += message.getInt(at + deals.volumeOffset());
                    sums[2] += message.getLong(at + deals.priceOffset());
                }
            }
        }
        assertEquals(feed.template(feed.id("DepthChange")).entries().get("steps"), steps);
        Map<String, String> found = new TreeMap<>();
        bySide.forEach((side, sums) -> found.put(side, sums[0] + " " + sums[1] + " "
                + BigDecimal.valueOf(sums[2], deals.scale()).toPlainString()));
        assertEquals(feed.sumsBySide(), found);
    }

    /// Each line loses a fifth of its packets, some both; what is left is found once.
    @Test
    void shouldFindWhatOnlyOneLineHas() throws IOException {
        SplittableRandom random = Seed.random("KnownFeedTest.loss");
        TreeSet<Long> left = new TreeSet<>();
        SourceOptions options = OPTIONS.withFilter(context -> {
            boolean kept = random.nextInt(5) > 0;
            if (kept) {
                left.add(context.packetSequence());
            }
            return kept;
        }).withArbitration(Arbitration.PAIRS);
        Collected found = collect(options);

        assertEquals(List.copyOf(left), found.entries.stream().map(Collected.Entry::packetSequence).distinct()
                .toList());
        ChannelReport channel = found.report.channels().getFirst();
        assertEquals(left.size(), channel.packets());
        assertEquals(left.last() - left.first() + 1 - left.size(), channel.missing());
        assertEquals(0, channel.late() + channel.strays() + channel.restarts());
    }

    /// Sending time and messages of each packet.
    private static Map<Long, String> bySequence(Collected all) {
        return all.entries.stream().collect(Collectors.groupingBy(Collected.Entry::packetSequence, TreeMap::new,
                Collectors.mapping(e -> e.sendingTimeNs() + HexFormat.of().formatHex(e.bytes()),
                        Collectors.joining(","))));
    }

    @Test
    void shouldReadNanoseconds() throws IOException {
        Collected all = collect(OPTIONS);

        assertEquals(feed.firstTimeNs(), all.entries.getFirst().timeNs());
        assertEquals(feed.lastTimeNs(), all.entries.getLast().timeNs());
    }

    private Collected collect(SourceOptions options) throws IOException {
        return Collected.of(feed.capture(), options);
    }

    /// How many messages of each template there are.
    private static Map<Integer, Long> templates(Collected all) {
        return all.entries.stream().collect(Collectors.groupingBy(
                e -> (int) ByteBuffer.wrap(e.bytes()).order(ByteOrder.LITTLE_ENDIAN).getShort(2),
                TreeMap::new, Collectors.counting()));
    }
}
