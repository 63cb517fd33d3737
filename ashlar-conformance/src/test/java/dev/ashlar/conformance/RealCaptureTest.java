// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
import dev.ashlar.testkit.KnownCapture;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.Seed;
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
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.co.real_logic.sbe.ir.Ir;

/// Messages of exchanges and of the testkit: generated code, on-the-fly decoding and the reference find the same in
/// each. With `-Plong` in each message; else in the first ones of each template and version, and one in some of the
/// others.
@Tag("slow")
class RealCaptureTest {
    private static final int FIRST = 20;
    private static final int ONE_IN = 30;
    private static final int REPEATED_ONE_IN = 6;
    /// Compiling the code of an exchange takes longer than most tests of it.
    private static final Map<Path, OurCode> CODE = new HashMap<>();

    static Stream<Captures> captures() {
        return Captures.all();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldFindTheSameInMessagesOfEachKind(Captures captures) {
        SplittableRandom random = Seed.random("RealCaptureTest");
        Map<Long, Integer> seen = new HashMap<>();
        compare(captures, header -> seen.merge(header.templateId() << 32 | header.version(), 1, Integer::sum) <= FIRST
                || random.nextInt(ONE_IN) == 0);
    }

    @ParameterizedTest
    @MethodSource("captures")
    @Tag("long")
    void shouldFindTheSameInEveryMessage(Captures captures) {
        compare(captures, _ -> true);
    }

    private static void compare(Captures captures, Predicate<MessageHeader> compared) {
        OurCode code = code(captures.schema());
        Schema schema = code.schema;
        Ir ir = ReferenceIr.parse(captures.schema());
        int messages = 0;
        for (Frame frame : captures.frames()) {
            byte[] bytes = frame.bytes();
            messages++;
            if (!compared.test(header(schema, bytes))) {
                continue;
            }
            List<String> facts = facts(code, bytes);
            assertFalse(facts.isEmpty());
            assertEquals(facts, Messages.facts(schema, MemorySegment.ofArray(bytes), 0, bytes.length));
            assertEquals(facts, ReferenceFacts.of(ir, bytes));
            int end = Integer.parseInt(facts.getLast().substring("end=".length()));
            assertEquals(bytes.length, Math.ceilDiv(end, captures.align()) * captures.align());
        }
        assertEquals(captures.messages(), messages);
    }

    private static OurCode code(Path schema) {
        return CODE.computeIfAbsent(schema, file -> OurCode.of(parse(file)));
    }

    private static Schema parse(Path file) {
        return SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)).schema();
    }

    private static List<String> facts(OurCode code, byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        return code.reader(messageOf(code.schema, bytes)).read(memory, 0);
    }

    private static Message messageOf(Schema schema, byte[] bytes) {
        return schema.message((int) header(schema, bytes).templateId());
    }

    private static MessageHeader header(Schema schema, byte[] bytes) {
        return new MessageHeader(schema).wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldMatchTheKnownCounts(KnownFeed feed) {
        OurCode code = code(feed.schema());
        Map<String, Long> messages = new TreeMap<>();
        Map<String, Sums> sums = new TreeMap<>();
        for (Frame frame : Captures.of(feed).frames()) {
            String name = messageOf(code.schema, frame.bytes()).name();
            messages.merge(name, 1L, Long::sum);
            if (frame.destinationPort() == feed.lines().getFirst().port() && name.equals(feed.in("Deal"))) {
                entries(feed, facts(code, frame.bytes())).forEach(entry ->
                        sums.computeIfAbsent(entry.get(feed.in("side")), _ -> new Sums()).add(feed, entry));
            }
        }
        Map<String, Long> ofBothLines = new TreeMap<>();
        feed.templates().forEach(t -> ofBothLines.put(feed.in(t.name()), 2 * t.messages()));
        assertEquals(ofBothLines, messages);
        Map<String, String> shown = new HashMap<>();
        sums.forEach((side, sum) -> shown.put(side, sum.count + " " + sum.volume + " " + sum.price.toPlainString()));
        assertEquals(feed.sumsBySide(), shown);
    }

    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldFindTheSameInWhatRecordsRepeat(KnownFeed feed) {
        SplittableRandom random = Seed.random("shouldFindTheSameInWhatRecordsRepeat");
        OurCode code = OurCode.of(parse(feed.schema()), JavaOptions.DEFAULT.withRecords(true));
        for (Frame frame : Captures.of(feed).frames()) {
            // The other line has the same messages.
            if (frame.destinationPort() != feed.lines().getFirst().port() || random.nextInt(REPEATED_ONE_IN) > 0) {
                continue;
            }
            byte[] repeated = code.records(messageOf(code.schema, frame.bytes())).repeated(frame.bytes());
            assertEquals(facts(code, frame.bytes()), facts(code, repeated));
        }
    }

    /// The entries of deals, each with the last part of its facts' names.
    private static List<Map<String, String>> entries(KnownFeed feed, List<String> facts) {
        Map<String, Map<String, String>> entries = new LinkedHashMap<>();
        for (String fact : facts) {
            int begin = fact.indexOf("/" + feed.in("parts") + "[");
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
        private long volume;
        private BigDecimal price = BigDecimal.ZERO;

        void add(KnownFeed feed, Map<String, String> entry) {
            count++;
            volume += Integer.parseUnsignedInt(entry.get(feed.in("volume")), 16);
            price = price.add(BigDecimal.valueOf(
                    Long.parseUnsignedLong(entry.get(feed.in("price") + "/mantissa"), 16), feed.deals().scale()));
        }
    }

    /// A message of its schema's own version, with zeros as padding.
    record Golden(String name, Path schema, byte[] bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Messages that the testkit wrote field by field, and those of the reference where there is a corpus.
    static Stream<Golden> goldens() throws IOException {
        List<Golden> goldens = new ArrayList<>();
        for (KnownCapture capture : KnownCapture.own()) {
            Schema schema = parse(capture.schema());
            for (Frame frame : Captures.of(capture).frames()) {
                // Encoders do not fill in the length of the frame, which this header begins with.
                boolean framed = capture.framing().equals("coinbase-md");
                if (!framed && header(schema, frame.bytes()).version() == schema.version()) {
                    goldens.add(new Golden(capture.name() + " " + goldens.size(), capture.schema(), frame.bytes()));
                }
            }
        }
        for (String which : List.of("baseline", "extension")) {
            Optional<Path> file = Corpus.find("reference/car_example_" + which + "_data.sbe");
            if (file.isPresent()) {
                goldens.add(new Golden("car " + which, Corpus.path("schemas/reference/samples-example-schema.xml"),
                        Files.readAllBytes(file.get())));
            }
        }
        return goldens.stream();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void shouldWriteTheSameBytesAgain(Golden golden) {
        byte[] bytes = golden.bytes();
        OurCode code = code(golden.schema());
        List<String> facts = facts(code, bytes);
        assertEquals("end=" + bytes.length, facts.getLast());
        assertEquals(facts, ReferenceFacts.of(ReferenceIr.parse(golden.schema()), bytes));
        assertEquals(facts, Messages.facts(code.schema, MemorySegment.ofArray(bytes), 0, bytes.length));
        assertArrayEquals(bytes, code.writer(messageOf(code.schema, bytes)).write(facts.subList(0, facts.size() - 1)));
    }
}
