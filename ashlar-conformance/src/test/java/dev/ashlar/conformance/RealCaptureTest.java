// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.conformance.Captures.Frame;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.ReferenceFacts;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import dev.ashlar.testkit.Corpus;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import uk.co.real_logic.sbe.ir.Ir;

/// Messages that exchanges sent: generated code, on-the-fly decoding and the reference find the same in each.
class RealCaptureTest {
    private static final int LINE_A = 14340;
    /// Compiling the code of an exchange takes longer than most tests of it.
    private static final Map<Path, OurCode> CODE = new HashMap<>();

    static Stream<Captures> captures() {
        return Captures.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldFindTheSameInEveryMessage(Captures captures) {
        OurCode code = code(captures);
        Schema schema = code.schema;
        Ir ir = ReferenceIr.parse(captures.schemaFile());
        int messages = 0;
        for (Path file : captures.files()) {
            List<Frame> frames = captures.frames(file);
            assertFalse(frames.isEmpty(), file::toString);
            for (Frame frame : frames) {
                byte[] bytes = frame.bytes();
                List<String> facts = facts(code, bytes);
                assertFalse(facts.isEmpty());
                assertEquals(facts, Messages.facts(schema, MemorySegment.ofArray(bytes), 0, bytes.length),
                        file::toString);
                assertEquals(facts, ReferenceFacts.of(ir, bytes), file::toString);
                int end = Integer.parseInt(facts.getLast().substring("end=".length()));
                assertEquals(bytes.length, Math.ceilDiv(end, captures.align()) * captures.align(), file::toString);
                messages++;
            }
        }
        assertTrue(messages > 0);
        System.out.println(captures + ": messages=" + messages);
    }

    private static OurCode code(Captures captures) {
        return CODE.computeIfAbsent(captures.schemaFile(), file -> OurCode.of(SchemaParser.parse(file).schema()));
    }

    private static List<String> facts(OurCode code, byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        return code.reader(messageOf(code.schema, bytes)).read(memory, 0);
    }

    private static Message messageOf(Schema schema, byte[] bytes) {
        MessageHeader header = new MessageHeader(schema).wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
        return schema.message((int) header.templateId());
    }

    @Test
    void shouldCountWhatTheDissectorCounts() {
        Path file = Corpus.path(Captures.GLOBEX);
        Captures captures = Captures.ALL.get(1);
        OurCode code = code(captures);
        Map<String, Integer> messages = new TreeMap<>();
        Map<String, Sums> sums = new TreeMap<>();
        for (Frame frame : captures.frames(file)) {
            List<String> facts = facts(code, frame.bytes());
            String name = messageOf(code.schema, frame.bytes()).name();
            messages.merge(name, 1, Integer::sum);
            if (frame.destinationPort() == LINE_A && name.equals("MDIncrementalRefreshTradeSummary42")) {
                entries(facts).forEach(entry ->
                        sums.computeIfAbsent(entry.get("AggressorSide"), _ -> new Sums()).add(entry));
            }
        }
        assertEquals(Map.of("MDIncrementalRefreshBook32", 19_138, "MDIncrementalRefreshSessionStatistics35", 614,
                "MDIncrementalRefreshTradeSummary42", 388, "MDIncrementalRefreshVolume37", 388,
                "AdminHeartbeat12", 18), messages);
        assertEquals(Map.of("0", "153 231 28830.75", "1", "69 186 22460.00", "2", "133 668 39671.00"), shown(sums));
    }

    @Test
    void shouldFindTheSameInWhatRecordsRepeat() {
        Path file = Corpus.path(Captures.GLOBEX);
        Captures captures = Captures.ALL.get(1);
        OurCode code = OurCode.of(SchemaParser.parse(captures.schemaFile()).schema(),
                JavaOptions.DEFAULT.withRecords(true));
        for (Frame frame : captures.frames(file)) {
            byte[] repeated = code.records(messageOf(code.schema, frame.bytes())).repeated(frame.bytes());
            assertEquals(facts(code, frame.bytes()), facts(code, repeated));
        }
    }

    private static Map<String, String> shown(Map<String, Sums> sums) {
        Map<String, String> shown = new HashMap<>();
        sums.forEach((side, sum) -> shown.put(side, sum.count + " " + sum.size + " "
                + sum.price.setScale(2).toPlainString()));
        return shown;
    }

    /// The entries of trades, each with the last part of its facts' names.
    private static List<Map<String, String>> entries(List<String> facts) {
        Map<String, Map<String, String>> entries = new LinkedHashMap<>();
        for (String fact : facts) {
            int begin = fact.indexOf("/NoMDEntries[");
            if (begin >= 0) {
                int end = fact.indexOf(']', begin);
                String name = fact.substring(end + 2, fact.indexOf('='));
                entries.computeIfAbsent(fact.substring(begin, end), _ -> new HashMap<>())
                        .put(name, fact.substring(fact.indexOf('=') + 1));
            }
        }
        return new ArrayList<>(entries.values());
    }

    private static final class Sums {
        private int count;
        private long size;
        private BigDecimal price = BigDecimal.ZERO;

        void add(Map<String, String> entry) {
            count++;
            size += Integer.parseUnsignedInt(entry.get("MDEntrySize"), 16);
            price = price.add(BigDecimal.valueOf(Long.parseUnsignedLong(entry.get("MDEntryPx/mantissa"), 16), 7));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"baseline", "extension"})
    void shouldRepeatTheReferencesCar(String which) throws IOException {
        byte[] bytes = Files.readAllBytes(Corpus.path("reference/car_example_" + which + "_data.sbe"));
        Path file = Corpus.path("schemas/reference/samples-example-schema.xml");
        OurCode code = OurCode.of(SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).schema());
        List<String> facts = facts(code, bytes);
        assertEquals("end=" + bytes.length, facts.getLast());
        assertEquals(facts, ReferenceFacts.of(ReferenceIr.parse(file), bytes));
        assertEquals(facts, Messages.facts(code.schema, MemorySegment.ofArray(bytes), 0, bytes.length));
        assertArrayEquals(bytes, code.writer(code.schema.message("Car")).write(facts.subList(0, facts.size() - 1)));
    }
}
