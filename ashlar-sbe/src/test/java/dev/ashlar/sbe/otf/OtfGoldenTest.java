// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.KnownFeed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.co.real_logic.sbe.ir.Ir;

class OtfGoldenTest {
    private static final int ENHANCED_PACKET = 6;
    /// Ethernet, IPv4 and UDP headers without options, then the exchange's packet header.
    private static final int NETWORK_HEADERS = 14 + 20 + 8;
    private static final int PACKET_HEADER = 12;
    private static final int SIZE_LENGTH = 2;

    @Test
    void shouldFindWhatTheReferenceFindsWhenTheReferenceEncodedTheMessage() throws IOException {
        Path file = Corpus.path("schemas/reference/samples-example-schema.xml");
        Schema schema = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).schema();
        byte[] bytes = Files.readAllBytes(Corpus.path("reference/car_example_baseline_data.sbe"));
        List<String> expected = ReferenceFacts.of(ReferenceIr.parse(file), bytes);
        List<String> found = new ArrayList<>(OtfPropertyTest.facts(schema, bytes));
        found.add("end=" + bytes.length);
        assertEquals(expected, found);
        new Roundtrip(schema).check(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldFindWhatTheReferenceFindsInAFeedAndGiveTheSameBytesThroughJson(KnownFeed feed) throws IOException {
        Schema schema = SchemaParser.parse(feed.schema()).schema();
        byte[] capture = Files.readAllBytes(feed.capture());
        ByteBuffer in = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment memory = MemorySegment.ofArray(capture);
        Map<String, Long> counts = new TreeMap<>();
        MessageValidator validator = new MessageValidator(schema);
        Roundtrip roundtrip = new Roundtrip(schema);
        Ir ir = ReferenceIr.parse(feed.schema());
        for (int block = 0; block < capture.length; block += in.getInt(block + 4)) {
            if (in.getInt(block) == ENHANCED_PACKET) {
                int packet = block + 28;
                int end = packet + in.getInt(block + 20);
                for (int at = packet + NETWORK_HEADERS + PACKET_HEADER; at < end;) {
                    int size = in.getShort(at) & 0xffff;
                    ValidationResult result = validator.validate(memory, at + SIZE_LENGTH, size - SIZE_LENGTH);
                    assertTrue(result.isOk(), result::toString);
                    assertEquals(size - SIZE_LENGTH, result.decodedLength());
                    byte[] message = Arrays.copyOfRange(capture, at + SIZE_LENGTH, at + size);
                    List<String> found = new ArrayList<>(OtfPropertyTest.facts(schema, message));
                    found.add("end=" + message.length);
                    assertEquals(ReferenceFacts.of(ir, message), found);
                    counts.merge(result.path(), 1L, Long::sum);
                    roundtrip.check(memory, at + SIZE_LENGTH, size - SIZE_LENGTH);
                    at += size;
                }
            }
        }
        Map<String, Long> ofBothLines = new TreeMap<>();
        feed.templates().forEach(t -> ofBothLines.put(feed.in(t.name()), 2 * t.messages()));
        assertEquals(ofBothLines, counts);
    }

    private static final class Roundtrip {
        private final JsonWriter writer;
        private final JsonReader reader;

        Roundtrip(Schema schema) {
            writer = new JsonWriter(schema);
            reader = new JsonReader(schema);
        }

        void check(MemorySegment memory, long offset, long length) {
            String json = writer.toJson(memory, offset, length);
            MemorySegment again = MemorySegment.ofArray(new byte[(int) length]);
            assertEquals(length, reader.read(json, again, 0));
            MemorySegment message = memory.asSlice(offset, length);
            long mismatch = message.mismatch(again);
            assertEquals(-1, mismatch, () -> json + "\n" + message.get(ValueLayout.JAVA_BYTE, mismatch));
        }
    }
}
