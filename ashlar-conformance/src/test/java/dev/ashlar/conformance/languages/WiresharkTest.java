// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.WiresharkGenerator;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.KnownCapture;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// tshark with a generated dissector shows every field of every message as `ashlar decode` prints it, and finds the
/// same fault in changed bytes.
class WiresharkTest {
    private static final int PACKETS = 300;
    private static final String FRAMES = "length=u16le,counts=message";
    private static final Path REFERENCE = Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen");

    @TempDir
    Path folder;

    @BeforeEach
    void requireTshark() throws InterruptedException {
        Skips.require("Wireshark", List.of(Dissection.TSHARK));
    }

    /// A capture with what is needed to read it.
    record Known(String name, Path file, Path schema, String framing) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Known> all() {
        return Stream.concat(
                KnownFeed.all().stream().map(f -> new Known(f.name(), f.capture(), f.schema(), "cme-mdp3")),
                KnownCapture.all().stream().map(c -> new Known(c.name(), c.file(), c.schema(), c.framing())));
    }

    /// One of each schema and framing.
    static Stream<Known> captures() {
        Set<String> seen = new HashSet<>();
        return all().filter(known -> seen.add(known.schema + known.framing));
    }

    static Stream<Known> others() {
        Set<Known> first = captures().collect(Collectors.toSet());
        return all().filter(known -> !first.contains(known));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldShowEveryFieldAsDecoded(Known capture) throws IOException, InterruptedException {
        compare(capture, "-c", Integer.toString(PACKETS));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("others")
    void shouldShowEveryFieldOfOtherCaptures(Known capture) throws IOException, InterruptedException {
        compare(capture);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownFeed#all")
    void shouldShowEveryFieldOfWholeFeeds(KnownFeed feed) throws IOException, InterruptedException {
        compare(new Known(feed.name(), feed.capture(), feed.schema(), "cme-mdp3"));
    }

    private void compare(Known capture, String... options) throws IOException, InterruptedException {
        Schema schema = SchemaParser.parse(capture.schema, ParseOptions.DEFAULT.withXInclude(true)).schema();
        JsonWriter writer = new JsonWriter(schema);
        List<String> decoded = new ArrayList<>();
        try (MessageSource source = MessageSource.open(capture.file,
                SourceOptions.of(Framing.parse(capture.framing, MessageLength.of(schema))))) {
            source.drain((_, memory, offset, length) -> decoded.add(writer.toJson(memory, offset, length)));
        }
        List<Dissection> shown = Dissection.of(folder, dissector(schema, capture.framing), capture.file, options);
        boolean whole = options.length == 0;
        assertTrue(whole ? decoded.size() == shown.size() : !shown.isEmpty() && shown.size() <= decoded.size(),
                () -> capture + ": decoded=" + decoded.size() + ", shown=" + shown.size());
        for (int i = 0; i < shown.size(); i++) {
            DissectionComparison.same(decoded.get(i), shown.get(i));
        }
        System.out.println("Wireshark: capture=" + capture + ", messages=" + shown.size());
    }

    @Test
    void shouldAgreeOnTheReferenceSchemas() throws IOException, InterruptedException {
        SplittableRandom random = Seed.random("shouldAgreeOnTheReferenceSchemas");
        String golden = Files.readString(REFERENCE.resolve("golden.xml"));
        for (String xml : List.of(Files.readString(REFERENCE.resolve("traps.xml")), golden.replace("ORDER", "bigEndian"))) {
            Schema schema = SchemaParser.parseText(xml, "reference.xml").schema();
            compare(schema, schema, schema, random);
        }
    }

    @Tag("slow")
    @Test
    void shouldAgreeOnRandomSchemas() throws IOException, InterruptedException {
        randomSchemas(3, Seed.random("shouldAgreeOnRandomSchemas"));
    }

    @Tag("long")
    @Test
    void shouldAgreeOnRandomSchemasAtLength() throws IOException, InterruptedException {
        randomSchemas(40, Seed.random("shouldAgreeOnRandomSchemasAtLength"));
    }

    private void randomSchemas(int schemas, SplittableRandom random) throws IOException, InterruptedException {
        for (int i = 0; i < schemas; i++) {
            Schema older = RandomSchema.beyondReference(random);
            Schema schema = NewerSchema.of(older, random);
            compare(schema, older, NewerSchema.of(schema, random), random);
        }
    }

    /// A dissector of a schema that was misread in one place shows something else.
    @Tag("slow")
    @Test
    void shouldFindMistakes() throws IOException, InterruptedException {
        Schema schema = Defect.schema();
        List<Defect> missed = new ArrayList<>();
        compare(schema, schema, Defect.older(), schema, Seed.random("shouldFindMistakes"));
        for (Defect defect : Defect.ofDecoders()) {
            try {
                compare(defect.misread(), schema, Defect.older(), schema, Seed.random("shouldFindMistakes"));
                missed.add(defect);
            } catch (AssertionError | NoSuchElementException _) {
                // Found.
            }
        }
        assertEquals(List.of(), missed);
        System.out.println("Wireshark: mistakes found=" + Defect.ofDecoders().size());
    }

    @Test
    void shouldAgreeOnEdges() throws IOException, InterruptedException {
        Schema schema = LanguagePage.parse(Resources.text("edges.xml"));
        compare(schema, schema, Cases.edges(schema, Seed.random("shouldAgreeOnEdges")));
    }

    private void compare(Schema schema, Schema older, Schema newer, SplittableRandom random) throws IOException,
            InterruptedException {
        compare(schema, schema, older, newer, random);
    }

    /// Each message is followed by changed copies.
    private void compare(Schema read, Schema schema, Schema older, Schema newer, SplittableRandom random)
            throws IOException, InterruptedException {
        compare(read, schema, Cases.messages(List.of(schema, older, newer), random, 40, 12));
    }

    /// Messages over UDP, one a datagram.
    ///
    /// @param read by the dissector
    private void compare(Schema read, Schema schema, List<Cases.Case> cases) throws IOException, InterruptedException {
        List<byte[]> messages = cases.stream().map(Cases.Case::bytes).filter(bytes -> bytes.length < 60_000).toList();
        byte[][] frames = messages.stream().map(bytes -> Packets.udpFrame(7_777, Packets.join(ByteBuffer.allocate(2)
                .order(ByteOrder.LITTLE_ENDIAN).putShort((short) bytes.length).array(), bytes))).toArray(byte[][]::new);
        Path capture = Files.write(folder.resolve("messages.pcap"), CaptureBytes.of(frames));
        // Changed bytes may name another schema, which the dissector leaves to others unless told.
        Iterator<Dissection> shown = Dissection.of(folder, dissector(read, FRAMES), capture, "-d", "udp.port==7777,ashlar")
                .iterator();
        MessageValidator validator = new MessageValidator(schema);
        JsonWriter writer = new JsonWriter(schema);
        int accepted = 0;
        for (byte[] bytes : messages) {
            Dissection item = shown.next();
            try {
                MemorySegment memory = MemorySegment.ofArray(bytes);
                ValidationResult result = validator.validate(memory, 0, bytes.length);
                if (result.isOk()) {
                    DissectionComparison.same(writer.toJson(memory, 0, bytes.length), item);
                    accepted++;
                } else {
                    assertEquals(fault(result), faultOf(item));
                }
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\nbytes=" + HexFormat.of().formatHex(bytes) + "\n" + item
                        + SchemaXml.of(schema), e);
            }
        }
        assertTrue(!shown.hasNext(), "more messages than were sent");
        System.out.println("Wireshark: messages=" + messages.size() + ", accepted=" + accepted);
    }

    private static String fault(ValidationResult result) {
        String status = switch (result.status()) {
            case OK -> "ok";
            case HEADER_TOO_LONG -> "header longer than bytes";
            case OTHER_SCHEMA -> "message of another schema";
            case UNKNOWN_TEMPLATE -> "unknown template";
            case VERSION_OUT_OF_RANGE -> "version out of range";
            case BLOCK_TOO_LONG -> "block longer than bytes";
            case GROUP_TOO_LONG -> "group longer than bytes";
            case DATA_TOO_LONG -> "data longer than bytes";
            case TOO_MANY_EMPTY_ENTRIES -> "too many entries without bytes";
            case COUNT_OUT_OF_RANGE -> "count or length out of range";
        };
        return "Malformed: " + status + ": position=" + result.position() + " (" + Cases.element(result) + ")";
    }

    private static String faultOf(Dissection item) {
        return item.filter().equals("ashlar.malformed") ? item.label()
                : item.children().stream().filter(c -> c.filter().equals("ashlar.malformed")).findFirst()
                        .map(Dissection::label).orElse("accepted");
    }

    private Path dissector(Schema schema, String framing) throws IOException {
        List<GeneratedFile> files = WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT,
                Framing.parse(framing, MessageLength.of(schema)));
        OutputDirectory.write(folder, files);
        return folder.resolve(files.getFirst().path());
    }
}
