// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A small capture whose messages are known from a source other than Ashlar.
///
/// @param name            `folder/file`
/// @param schema          schema of all messages
/// @param framing         name of the framing
/// @param align           the length of each message in its frame is rounded up to a multiple of this
/// @param templateId      offset and length of the template id in a message; little endian
/// @param messages        number of messages by template id
/// @param incompleteBytes bytes of a truncated last message; 0 if all messages are whole
public record KnownCapture(String name, Path file, Path schema, String framing, int align, TemplateId templateId,
        Map<Integer, Long> messages, long incompleteBytes) {
    /// Offset and length of the template id; the length is 1 or 2.
    public record TemplateId(int offset, int bytes) {
        static final TemplateId FIRST_OF_HEADER = new TemplateId(2, 2);
        static final TemplateId BEHIND_FRAME_LENGTH = new TemplateId(4, 2);
    }

    /// The project's own captures, one or two for each framing.
    public static List<KnownCapture> own() {
        return OwnCaptures.ALL;
    }

    /// The project's own captures, and those of the corpus that exist.
    public static List<KnownCapture> all() {
        List<KnownCapture> all = new ArrayList<>(own());
        String futures = "schemas/cme/Cme.Futures.Mdp3.Sbe.v1.";
        add(all, "cme-mdp3-v1.5/MdIncrementalRefreshBook.pcap", "cme-mdp3", futures + "5.xml", "32=1");
        add(all, "cme-mdp3-v1.5/MdIncrementalRefreshSessionStatistics.pcap", "cme-mdp3", futures + "5.xml",
                "32=4 35=1 37=1");
        add(all, "cme-mdp3-v1.5/MdIncrementalRefreshTradeSummary.pcap", "cme-mdp3", futures + "5.xml", "42=1");
        add(all, "cme-mdp3-v1.5/MdIncrementalRefreshVolume.pcap", "cme-mdp3", futures + "5.xml", "32=1 37=1");
        add(all, "cme-mdp3-v1.5/MdInstrumentDefinitionSpread.pcap", "cme-mdp3", futures + "5.xml", "27=2 29=3");
        add(all, "cme-mdp3-v1.8/MdIncrementalRefreshTradeSummary.pcap", "cme-mdp3", futures + "8.xml", "32=1 37=1 42=1");
        add(all, "cme-mdp3-v1.8/MdIncrementalRefreshVolume.pcap", "cme-mdp3", futures + "8.xml",
                "30=6 32=122 35=40 37=112");
        String ilink = "schemas/cme/Cme.Futures.iLink3.Sbe.v8.5.xml";
        add(all, "cme-ilink3-v8.5/ExecutionReportStatus.pcap", "cme-ilink3", ilink, "532=1");
        add(all, "cme-ilink3-v8.5/QuoteCancel.pcap", "cme-ilink3", ilink, "528=1");
        add(all, "cme-ilink3-v8.5/QuoteCancelAck.pcap", "cme-ilink3", ilink, "563=3", 353);
        add(all, "cme-ilink3-v8.5/Sequence.pcap", "cme-ilink3", ilink, "506=1");
        String entryPoint = "schemas/b3/B3.Equities.BinaryEntryPoint.Sbe.v8.0.xml";
        add(all, "b3-entrypoint-v8.0/NegotiateRejectMessage.pcap", "b3", entryPoint, "3=1");
        add(all, "b3-entrypoint-v8.0/TerminateMessage.pcap", "b3", entryPoint, "7=1");
        String coinbase = "schemas/coinbase/Coinbase.Derivatives.MarketDataApi.Sbe.v1.2.xml";
        add(all, "coinbase-md-v1.2/OrderDeleteMessage.pcap", "coinbase-md", coinbase, "20=1 21=1");
        add(all, "coinbase-md-v1.2/OrderPutMessage.pcap", "coinbase-md", coinbase, "20=1");
        add(all, "coinbase-md-v1.2/OrderSnapshotMessage.pcap", "coinbase-md", coinbase, "110=1 120=4 122=1");
        add(all, "coinbase-md-v1.2/StartOfOutrightInstrumentSnapshotMessage.pcap", "coinbase-md", coinbase, "110=1 122=1");
        add(all, "coinbase-md-v1.2/StartOfSpreadInstrumentSnapshotMessage.pcap", "coinbase-md", coinbase, "111=1 122=1");
        return all;
    }

    private static void add(List<KnownCapture> all, String name, String framing, String schema, String messages) {
        add(all, name, framing, schema, messages, 0);
    }

    private static void add(List<KnownCapture> all, String name, String framing, String schema, String messages,
            long incompleteBytes) {
        boolean padded = framing.equals("coinbase-md");
        Corpus.find("captures/" + name).ifPresent(file -> all.add(new KnownCapture(name, file, Corpus.path(schema),
                framing, padded ? 8 : 1, padded ? TemplateId.BEHIND_FRAME_LENGTH : TemplateId.FIRST_OF_HEADER,
                counts(messages), incompleteBytes)));
    }

    private static Map<Integer, Long> counts(String text) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (String count : text.split(" ")) {
            String[] idAndCount = count.split("=");
            counts.put(Integer.valueOf(idAndCount[0]), Long.valueOf(idAndCount[1]));
        }
        return counts;
    }

    /// The template id of one of the messages.
    public int templateIdOf(byte[] message) {
        return templateId.bytes == 1 ? message[templateId.offset]
                : ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getShort(templateId.offset);
    }

    @Override
    public String toString() {
        return name;
    }
}
