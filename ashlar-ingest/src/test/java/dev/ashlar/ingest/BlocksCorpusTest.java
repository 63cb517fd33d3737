// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.testkit.Corpus;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A capture made by others, split into blocks; the figures are those of an independent dissector.
class BlocksCorpusTest {
    private static final String CAPTURE = "captures/cme-mdp3-v1.6/globex-20161112.pcapng";
    private static final String BOOK = "MDIncrementalRefreshBook32";
    private static final String SUMMARY = "MDIncrementalRefreshTradeSummary42";
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static Schema schema() {
        return SchemaParser.parse(Corpus.path("schemas/cme/Cme.Futures.Mdp3.Sbe.v1.6.xml")).schema();
    }

    private static IngestReport drain(MessageHandler handler) throws IOException {
        Path capture = Corpus.path(CAPTURE);
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS);
        try (MessageSource source = MessageSource.open(capture, options)) {
            return source.drain(handler);
        }
    }

    @Test
    void shouldFindTheRowsOfEachTable() throws IOException {
        Schema schema = schema();
        List<BlockKind> kinds = BlockTree.of(schema).kinds();
        MessageSplitter splitter = new MessageSplitter(schema);
        Map<String, Long> rows = new TreeMap<>();
        long[] sizeAndPrice = new long[2];
        IngestReport report = drain((_, memory, offset, length) -> assertEquals(Status.OK, splitter.split(memory,
                offset, length, (kind, _, _, source, at, _) -> {
                    rows.merge(kinds.get(kind).table(), 1L, Long::sum);
                    if (kinds.get(kind).table().equals(SUMMARY + "_NoMDEntries")) {
                        sizeAndPrice[0] += source.get(INT, at + 8);
                        sizeAndPrice[1] += source.get(LONG, at);
                    }
                }), () -> splitter.result().toString()));

        assertEquals(10_273, report.messages());
        assertEquals(9_569, rows.get(BOOK));
        assertEquals(14_574, rows.get(BOOK + "_NoMDEntries"));
        assertEquals(194, rows.get(SUMMARY));
        assertEquals(355, rows.get(SUMMARY + "_NoMDEntries"));
        assertEquals(307, rows.get("MDIncrementalRefreshSessionStatistics35"));
        assertEquals(194, rows.get("MDIncrementalRefreshVolume37"));
        assertEquals(9, rows.get("AdminHeartbeat12"));
        assertEquals(231 + 186 + 668, sizeAndPrice[0]);
        assertEquals(288_307_500_000L + 224_600_000_000L + 396_710_000_000L, sizeAndPrice[1]);
    }

    /// The same blocks of the same parents, by a reader that shares nothing but the check.
    @Test
    void shouldFindTheEntriesThatTheDecoderFinds() throws IOException {
        Schema schema = schema();
        List<BlockKind> kinds = BlockTree.of(schema).kinds();
        MessageSplitter splitter = new MessageSplitter(schema);
        OtfDecoder decoder = new OtfDecoder(schema);
        List<String> split = new ArrayList<>();
        List<String> decoded = new ArrayList<>();
        BlockListener blocks = new BlockListener() {
            @Override
            public void begin(MessageHeader header, long length) {
                split.add("length=" + length + ", template=" + header.templateId());
            }

            @Override
            public void block(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length) {
                split.add(kinds.get(kind).block().name() + " " + entry);
            }
        };
        MessageListener events = new MessageListener() {
            @Override
            public void beginMessage(Message message, MessageHeader header) {
                decoded.add(message.name() + " 0");
            }

            @Override
            public void beginEntry(Group group, long index) {
                decoded.add(group.name() + " " + index);
            }
        };
        drain((_, memory, offset, length) -> {
            splitter.split(memory, offset, length, blocks);
            int at = decoded.size();
            long decodedLength = decoder.decode(memory, offset, length, events);
            decoded.add(at, "length=" + decodedLength + ", template="
                    + schema.message(decoded.get(at).split(" ")[0]).id());
        });
        assertEquals(decoded, split);
    }
}
