// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Corpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Captures made by others; the figures are those of an independent dissector.
class CorpusTest {
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
    void shouldTellLinesApart() throws IOException {
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3"));
        Path path = Corpus.path(GLOBEX.toString());

        Collected a = Collected.of(path, options.withFilter(PacketFilter.destinationPorts(14340)));
        Collected b = Collected.of(path, options.withFilter(PacketFilter.destinationPorts(15340)));
        Collected both = Collected.of(path, options);
        System.out.println(a.report + "\n" + b.report);

        assertEquals(both.entries.size(), a.entries.size() + b.entries.size());
    }

    @ParameterizedTest
    @CsvSource({
        "cme-mdp3-v1.5/MdIncrementalRefreshBook.pcap, cme-mdp3",
        "cme-mdp3-v1.5/MdIncrementalRefreshSessionStatistics.pcap, cme-mdp3",
        "cme-mdp3-v1.5/MdIncrementalRefreshTradeSummary.pcap, cme-mdp3",
        "cme-mdp3-v1.5/MdIncrementalRefreshVolume.pcap, cme-mdp3",
        "cme-mdp3-v1.5/MdInstrumentDefinitionSpread.pcap, cme-mdp3",
        "cme-mdp3-v1.8/MdIncrementalRefreshTradeSummary.pcap, cme-mdp3",
        "cme-mdp3-v1.8/MdIncrementalRefreshVolume.pcap, cme-mdp3",
        "cme-ilink3-v8.5/ExecutionReportStatus.pcap, cme-ilink3",
        "cme-ilink3-v8.5/QuoteCancel.pcap, cme-ilink3",
        "cme-ilink3-v8.5/QuoteCancelAck.pcap, cme-ilink3",
        "cme-ilink3-v8.5/Sequence.pcap, cme-ilink3",
        "b3-entrypoint-v8.0/NegotiateRejectMessage.pcap, b3",
        "b3-entrypoint-v8.0/TerminateMessage.pcap, b3",
        "coinbase-md-v1.2/OrderDeleteMessage.pcap, coinbase-md",
        "coinbase-md-v1.2/OrderPutMessage.pcap, coinbase-md",
        "coinbase-md-v1.2/OrderSnapshotMessage.pcap, coinbase-md",
        "coinbase-md-v1.2/StartOfOutrightInstrumentSnapshotMessage.pcap, coinbase-md",
        "coinbase-md-v1.2/StartOfSpreadInstrumentSnapshotMessage.pcap, coinbase-md",
    })
    void shouldSplit(String file, String framing) throws IOException {
        Collected all = collect("captures/" + file, framing);

        System.out.println(all.report + " " + templates(all, framing.equals("coinbase-md") ? 4 : 2));
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
