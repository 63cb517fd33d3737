// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
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
import dev.ashlar.testkit.KnownFeed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Captures of two lines, split into blocks. The expected figures come from the generator of the capture or from an
/// independent dissector.
@ParameterizedClass
@MethodSource("dev.ashlar.testkit.KnownFeed#all")
class KnownFeedBlocksTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Parameter
    private KnownFeed feed;

    private Schema schema() {
        return SchemaParser.parse(feed.schema()).schema();
    }

    private IngestReport drain(MessageHandler handler) throws IOException {
        SourceOptions options = SourceOptions.of(Framing.parse("cme-mdp3")).withArbitration(Arbitration.PAIRS);
        try (MessageSource source = MessageSource.open(feed.capture(), options)) {
            return source.drain(handler);
        }
    }

    @Test
    void shouldFindTheRowsOfEachTable() throws IOException {
        Schema schema = schema();
        List<BlockKind> kinds = BlockTree.of(schema).kinds();
        MessageSplitter splitter = new MessageSplitter(schema);
        Map<String, Long> rows = new TreeMap<>();
        String parts = feed.in("Deal_parts");
        long[] sizeAndPrice = new long[2];
        IngestReport report = drain((_, memory, offset, length) -> assertEquals(Status.OK, splitter.split(memory,
                offset, length, (kind, _, _, source, at, _) -> {
                    rows.merge(kinds.get(kind).table(), 1L, Long::sum);
                    if (kinds.get(kind).table().equals(parts)) {
                        sizeAndPrice[0] += source.get(INT, at + feed.deals().volumeOffset());
                        sizeAndPrice[1] += source.get(LONG, at + feed.deals().priceOffset());
                    }
                }), () -> splitter.result().toString()));

        assertEquals(feed.messages(), report.messages());
        feed.rowsByTable().forEach((table, count) -> assertEquals(count, rows.get(table), table));
        assertEquals(feed.deals().sides().stream().mapToLong(KnownFeed.Side::volume).sum(), sizeAndPrice[0]);
        assertEquals(feed.deals().sides().stream().mapToLong(KnownFeed.Side::mantissa).sum(), sizeAndPrice[1]);
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
