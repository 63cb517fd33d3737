// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Captures made by others; the figures are those of an independent dissector.
class CorpusTest {
    private static final long FIRST_NS = 1_478_961_025_968_272_358L;
    private static final long LAST_NS = 1_478_961_329_537_015_773L;
    private static final Path GLOBEX = Path.of("captures/cme-mdp3-v1.6/globex-20161112.pcapng");

    @Test
    void shouldSplitTenThousandPackets() throws IOException {
        Collected all = collect(GLOBEX.toString(), "cme-mdp3");

        assertEquals(10_000, all.report.packets());
        assertEquals(20_546, all.report.messages());
        assertEquals(Map.of(32, 19_138L, 35, 614L, 42, 388L, 37, 388L, 12, 18L), templates(all, 2));
        assertTrue(all.report.isComplete(), all.report::toString);
        assertEquals(2_381_604, all.report.bytes());
    }

    @Test
    void shouldEndEachMessageWhereItsFrameSays() throws IOException {
        for (Collected.Entry entry : collect(GLOBEX.toString(), "cme-mdp3").entries) {
            ByteBuffer message = ByteBuffer.wrap(entry.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            int end = 8 + message.getShort(0);
            if (message.getShort(2) != 12) {
                end += 3 + message.getShort(end) * message.get(end + 2);
            }
            if (message.getShort(2) == 42) {
                end += 8 + message.getShort(end) * message.get(end + 7);
            }
            assertEquals(entry.bytes().length, end);
            assertEquals(1, message.getShort(4));
        }
    }

    @Test
    void shouldTellLinesApart() throws IOException {
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3"));
        Path path = Corpus.path(GLOBEX.toString());
        Collected a = Collected.of(path, options.withFilter(PacketFilter.destinationPorts(14340)));
        Collected b = Collected.of(path, options.withFilter(PacketFilter.destinationPorts(15340)));

        assertEquals(10_273, a.report.messages());
        assertEquals(5_000, a.report.count(SkipReason.FILTERED));
        assertEquals(bySequence(a), bySequence(b));
    }

    /// Lines A and B carry the same 5,000 packets, byte by byte; so what comes out is line A, though most of it came
    /// first on line B.
    @Test
    void shouldArbitrateToEachPacketOnce() throws IOException {
        Path path = Corpus.path(GLOBEX.toString());
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3"));
        Collected once = Collected.of(path, options.withArbitration(Arbitration.PAIRS));
        Collected a = Collected.of(path, options.withFilter(PacketFilter.destinationPorts(14340)));

        assertEquals(a.entries.stream().map(e -> HexFormat.of().formatHex(e.bytes())).toList(),
                once.entries.stream().map(e -> HexFormat.of().formatHex(e.bytes())).toList());
        assertEquals(Map.of(32, 9_569L, 35, 307L, 42, 194L, 37, 194L, 12, 9L), templates(once, 2));
        ChannelReport channel = new ChannelReport(
                List.of(new ChannelReport.LineCount("224.0.32.64:15340", 5_000, 4_250),
                        new ChannelReport.LineCount("224.0.31.64:14340", 5_000, 750)),
                5_000, 5_000, 0, 0, 0, 0, 0, List.of());
        assertEquals(List.of(channel), once.report.channels());
        assertTrue(once.report.isComplete(), once.report::toString);
        assertEquals(once.texts(), Collected.of(path, options.withArbitration(
                Arbitration.of(List.of("224.0.31.64:14340+224.0.32.64:15340")))).texts());
    }

    /// The sums that an independent dissector found on line A alone.
    @Test
    void shouldSumTradesOfArbitratedLines() throws IOException {
        Map<Integer, long[]> bySide = new TreeMap<>();
        int bookEntries = 0;
        for (Collected.Entry entry : Collected.of(Corpus.path(GLOBEX.toString()),
                SourceOptions.of(Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS)).entries) {
            ByteBuffer message = ByteBuffer.wrap(entry.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            int group = 8 + message.getShort(0);
            if (message.getShort(2) == 32) {
                bookEntries += message.get(group + 2);
            } else if (message.getShort(2) == 42) {
                for (int i = 0; i < message.get(group + 2); i++) {
                    int at = group + 3 + i * message.getShort(group);
                    long[] sums = bySide.computeIfAbsent((int) message.get(at + 24), _ -> new long[3]);
                    sums[0]++;
                    sums[1] += message.getInt(at + 8);
                    sums[2] += message.getLong(at);
                }
            }
        }
        assertEquals(14_574, bookEntries);
        assertEquals(Set.of(0, 1, 2), bySide.keySet());
        assertArrayEquals(new long[] {153, 231, 288_307_500_000L}, bySide.get(0));
        assertArrayEquals(new long[] {69, 186, 224_600_000_000L}, bySide.get(1));
        assertArrayEquals(new long[] {133, 668, 396_710_000_000L}, bySide.get(2));
    }

    /// Each line loses a fifth of its packets, some both; the capture is written anew and read again.
    @Test
    void shouldFindWhatOnlyOneLineHas() throws IOException {
        SplittableRandom random = Seed.random("CorpusTest.loss");
        Set<Long> left = new TreeSet<>();
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3")).withFilter(context -> {
            boolean kept = random.nextInt(5) > 0;
            if (kept) {
                left.add(context.packetSequence());
            }
            return kept;
        }).withArbitration(Arbitration.PAIRS);
        Collected found = Collected.of(Corpus.path(GLOBEX.toString()), options);

        assertEquals(List.copyOf(left), found.entries.stream().map(Collected.Entry::packetSequence).distinct()
                .toList());
        ChannelReport channel = found.report.channels().getFirst();
        assertEquals(left.size(), channel.packets());
        assertEquals(last(left) - first(left) + 1 - left.size(), channel.missing());
        assertEquals(0, channel.late() + channel.strays() + channel.restarts());
    }

    private static long first(Set<Long> numbers) {
        return numbers.stream().mapToLong(n -> n).min().orElseThrow();
    }

    private static long last(Set<Long> numbers) {
        return numbers.stream().mapToLong(n -> n).max().orElseThrow();
    }

    /// Sending time and messages of each packet.
    private static Map<Long, String> bySequence(Collected all) {
        return all.entries.stream().collect(Collectors.groupingBy(Collected.Entry::packetSequence, TreeMap::new,
                Collectors.mapping(e -> e.sendingTimeNs() + HexFormat.of().formatHex(e.bytes()),
                        Collectors.joining(","))));
    }

    @Test
    void shouldReadNanoseconds() throws IOException {
        Collected all = collect(GLOBEX.toString(), "cme-mdp3");

        assertEquals(FIRST_NS, all.entries.getFirst().timeNs());
        assertEquals(LAST_NS, all.entries.getLast().timeNs());
    }

    @ParameterizedTest
    @CsvSource({
        "cme-mdp3-v1.5/MdIncrementalRefreshBook.pcap, cme-mdp3, 32=1, 0",
        "cme-mdp3-v1.5/MdIncrementalRefreshSessionStatistics.pcap, cme-mdp3, 32=4 35=1 37=1, 0",
        "cme-mdp3-v1.5/MdIncrementalRefreshTradeSummary.pcap, cme-mdp3, 42=1, 0",
        "cme-mdp3-v1.5/MdIncrementalRefreshVolume.pcap, cme-mdp3, 32=1 37=1, 0",
        "cme-mdp3-v1.5/MdInstrumentDefinitionSpread.pcap, cme-mdp3, 27=2 29=3, 0",
        "cme-mdp3-v1.8/MdIncrementalRefreshTradeSummary.pcap, cme-mdp3, 32=1 37=1 42=1, 0",
        "cme-mdp3-v1.8/MdIncrementalRefreshVolume.pcap, cme-mdp3, 30=6 32=122 35=40 37=112, 0",
        "cme-ilink3-v8.5/ExecutionReportStatus.pcap, cme-ilink3, 532=1, 0",
        "cme-ilink3-v8.5/QuoteCancel.pcap, cme-ilink3, 528=1, 0",
        "cme-ilink3-v8.5/QuoteCancelAck.pcap, cme-ilink3, 563=3, 353",
        "cme-ilink3-v8.5/Sequence.pcap, cme-ilink3, 506=1, 0",
        "b3-entrypoint-v8.0/NegotiateRejectMessage.pcap, b3, 3=1, 0",
        "b3-entrypoint-v8.0/TerminateMessage.pcap, b3, 7=1, 0",
        "coinbase-md-v1.2/OrderDeleteMessage.pcap, coinbase-md, 20=1 21=1, 0",
        "coinbase-md-v1.2/OrderPutMessage.pcap, coinbase-md, 20=1, 0",
        "coinbase-md-v1.2/OrderSnapshotMessage.pcap, coinbase-md, 110=1 120=4 122=1, 0",
        "coinbase-md-v1.2/StartOfOutrightInstrumentSnapshotMessage.pcap, coinbase-md, 110=1 122=1, 0",
        "coinbase-md-v1.2/StartOfSpreadInstrumentSnapshotMessage.pcap, coinbase-md, 111=1 122=1, 0",
    })
    void shouldSplitToTheLastByte(String file, String framing, String templates, long incompleteBytes)
            throws IOException {
        Collected all = collect("captures/" + file, framing);

        assertEquals(templates, templates(all, framing.equals("coinbase-md") ? 4 : 2).entrySet().stream()
                .map(Object::toString).collect(Collectors.joining(" ")));
        assertEquals(incompleteBytes == 0, all.report.isComplete());
        assertEquals(incompleteBytes, all.report.bytes(SkipReason.INCOMPLETE_MESSAGE));
    }

    private static Collected collect(String file, String framing) throws IOException {
        return Collected.of(Corpus.path(file), SourceOptions.of(Framing.parse(framing)));
    }

    /// How many messages of each template there are.
    private static Map<Integer, Long> templates(Collected all, int templateIdOffset) {
        return all.entries.stream().collect(Collectors.groupingBy(
                e -> (int) ByteBuffer.wrap(e.bytes()).order(ByteOrder.LITTLE_ENDIAN).getShort(templateIdOffset),
                TreeMap::new, Collectors.counting()));
    }
}
