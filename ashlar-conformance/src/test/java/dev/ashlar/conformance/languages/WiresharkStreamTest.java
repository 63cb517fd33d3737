// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.WiresharkGenerator;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages without frames over TCP: wherever segments end, tshark with a generated dissector shows each message as
/// `ashlar decode` prints it, and marks what is none and what is never whole.
class WiresharkStreamTest {
    private static final String ORDER = """
            {"template":"Order","quantity":70,"price":1.25,"legs":[{"ratio":1,"fills":[{"quantity":3},{"quantity":4}],
            "note":"first"},{"ratio":2,"fills":[],"note":""}],"comment":"a long one"}""";
    private static final String PING = """
            {"template":"Ping","sequence":12345678901}""";
    private static final String TYPES = """
            <composite name="varText"><type name="length" primitiveType="uint32"/>
              <type name="varData" length="0" primitiveType="uint8" characterEncoding="UTF-8"/></composite>
            <composite name="Price"><type name="mantissa" primitiveType="int64"/>
              <type name="exponent" primitiveType="int8" presence="constant">-2</type></composite>
            """;
    private static final String MESSAGES = """
            <sbe:message name="Order" id="1">
              <field name="quantity" id="1" type="uint32"/>
              <field name="price" id="2" type="Price"/>
              <group name="legs" id="3">
                <field name="ratio" id="4" type="int16"/>
                <group name="fills" id="5"><field name="quantity" id="6" type="uint32"/></group>
                <data name="note" id="7" type="varText"/>
              </group>
              <data name="comment" id="8" type="varText"/>
            </sbe:message>
            <sbe:message name="Ping" id="2"><field name="sequence" id="9" type="uint64"/></sbe:message>
            """;
    /// Offsets in an order.
    private static final int TEMPLATE = 2;
    private static final int LEGS = 20;
    private static final int NOTE = 38;
    private static final int COMMENT = 57;
    private static final int LENGTH = 71;
    private static final int MISSING = 100;

    @TempDir
    Path folder;

    private ByteOrder byteOrder;
    private Schema schema;
    private byte[] order;
    private byte[] ping;
    private final List<byte[]> frames = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private int streams;
    private int port = 7_777;

    @BeforeEach
    void requireTshark() throws InterruptedException {
        Skips.require("Wireshark", List.of(Dissection.TSHARK));
    }

    private void use(String orderName) throws IOException {
        byteOrder = orderName.startsWith("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        schema = LanguagePage.parse(StandardTypes.schema("package='stream' id='91' version='1' byteOrder='" + orderName + "'",
                TYPES, MESSAGES));
        order = message(ORDER);
        ping = message(PING);
        assertEquals(LENGTH, order.length);
    }

    private byte[] message(String json) {
        byte[] bytes = new byte[1 << 20];
        return Arrays.copyOf(bytes, (int) new JsonReader(schema).read(json, MemorySegment.ofArray(bytes), 0));
    }

    /// A stream with its begin, and what is shown of it: names of templates, and marks.
    private void stream(List<byte[]> segments, boolean ends, String... shown) {
        int from = 20_000 + streams++;
        int sequence = 1000;
        frames.add(Packets.tcpFrame(from, port, sequence++, Packets.SYN, new byte[0]));
        for (byte[] segment : segments) {
            // One without bytes is missing.
            if (segment.length > 0) {
                frames.add(Packets.tcpFrame(from, port, sequence, Packets.ACK, segment));
            }
            sequence += segment.length == 0 ? MISSING : segment.length;
        }
        if (ends) {
            frames.add(Packets.tcpFrame(from, port, sequence, Packets.ACK | Packets.FIN, new byte[0]));
        }
        expected.addAll(List.of(shown));
    }

    private static List<byte[]> cut(byte[] bytes, int... ends) {
        List<byte[]> segments = new ArrayList<>();
        int at = 0;
        for (int end : ends) {
            segments.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        segments.add(Arrays.copyOfRange(bytes, at, bytes.length));
        return segments;
    }

    private byte[] changed(byte[] message, int at, int value, int width) {
        byte[] changed = message.clone();
        ByteBuffer buffer = ByteBuffer.wrap(changed).order(byteOrder);
        if (width == 2) {
            buffer.putShort(at, (short) value);
        } else {
            buffer.putInt(at, value);
        }
        return changed;
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldFindMessagesWhereverSegmentsEnd(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        byte[] both = Packets.join(order, ping);
        stream(List.of(order, ping, order), true, "Order", "Ping", "Order");
        stream(List.of(Packets.join(ping, order, ping), both), false, "Ping", "Order", "Ping", "Order", "Ping");
        for (int end = 1; end < LENGTH; end++) {
            stream(cut(both, end), end % 2 == 0, "Order", "Ping");
            stream(cut(Packets.join(ping, both), ping.length + end), true, "Ping", "Order", "Ping");
            stream(cut(both, end, Math.min(end + 9, both.length - 1)), true, "Order", "Ping");
        }
        stream(cut(both, IntStream.range(1, both.length).toArray()), true, "Order", "Ping");
        byte[] large = message(ORDER.replace("a long one", "x".repeat(70_000)).replace("first", "y".repeat(70_000)));
        int[] ends = IntStream.iterate(1400, at -> at < large.length, at -> at + 1400).toArray();
        stream(cut(Packets.join(large, ping), ends), true, "Order", "Ping");
        compare();
        compare("-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldMarkDamageAndGoOn(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        damage(changed(order, TEMPLATE, 77, 2), 2, "Malformed: unknown template: position=0 (templateId)");
        damage(changed(order, TEMPLATE + 2, 77, 2), 3, "Malformed: message of another schema: position=0 (schemaId)");
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 17 << 20}) {
            // As it is read, without a sign.
            String mark = "Malformed: " + (length < 0 ? "count or length out of range" : "data longer than bytes")
                    + ": position=";
            damage(changed(order, NOTE, length, 4), 12, mark + NOTE + " (note)");
            damage(changed(order, COMMENT, length, 4), COMMENT + 2, mark + COMMENT + " (comment)");
        }
        damage(changed(changed(order, LEGS, -1, 2), LEGS + 2, -1, 2), LEGS + 3, "Malformed: group longer than bytes: position=" + LEGS
                + " (legs)");
        compare();
    }

    /// Damage in a segment and across two, with messages before and after.
    ///
    /// @param cut before the damage is seen
    private void damage(byte[] damaged, int cut, String mark) {
        stream(List.of(ping, damaged, order), true, "Ping", mark, "Order");
        stream(cut(Packets.join(ping, damaged), ping.length + cut), true, "Ping", mark);
        stream(List.of(Packets.join(order, damaged, ping), ping), true, "Order", mark, "Ping");
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldMarkMessagesThatAreNeverWhole(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        byte[] begin = Arrays.copyOf(order, COMMENT + 1);
        String mark = "Unreassembled: data longer than bytes: position=" + COMMENT + " (comment)";
        String headerMark = "Unreassembled: header longer than bytes: position=0 (messageHeader)";
        stream(List.of(Packets.join(ping, begin)), true, "Ping", mark);
        stream(List.of(ping, begin), false, "Ping", mark);
        stream(List.of(Arrays.copyOf(ping, 5)), false, headerMark);
        stream(cut(begin, 10, LEGS + 1), false, mark);
        stream(List.of(begin, new byte[0], ping), false, mark, "Ping");
        compare("-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldMarkPartsWhereReassemblyIsTurnedOff(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        stream(cut(Packets.join(ping, order), ping.length + COMMENT + 4), false, "Ping",
                "Unreassembled: data longer than bytes: position=" + COMMENT + " (comment)",
                "Malformed: message of another schema: position=0 (schemaId)");
        assertEquals(expected, shown("-o", "tcp.desegment_tcp_streams:FALSE").stream().map(WiresharkStreamTest::summary).toList());
    }

    /// Without being told the port. The heuristic needs a header to know whose stream it is.
    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldRecogniseStreams(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        stream(cut(Packets.join(order, ping), 8), true, "Order", "Ping");
        stream(cut(Packets.join(ping, order, ping), ping.length + 2, ping.length + 30), true, "Ping", "Order", "Ping");
        stream(List.of(Arrays.copyOf(order, 7), Arrays.copyOfRange(order, 7, LENGTH), ping), true, "Ping");
        port = 9_999;
        stream(cut(Packets.join(order, changed(ping, TEMPLATE + 2, 77, 2)), LENGTH), true, "Order",
                "Malformed: message of another schema: position=0 (schemaId)");
        stream(List.of(changed(ping, TEMPLATE + 2, 77, 2), ping), true, "Ping");
        assertEquals(expected, Dissection.of(folder, dissector(raw()), capture()).stream()
                .map(WiresharkStreamTest::summary).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldSayThatAMessageContinues(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        stream(cut(Packets.join(ping, order), ping.length + 9), true);
        Path dissector = dissector(raw());
        List<String> lines = Tool.answers(folder, List.of("tshark", "-X", "lua_script:" + dissector, "-r", capture().toString(),
                "-Y", "ashlar.unfinished", "-T", "fields", "-e", "ashlar.unfinished"), new byte[0]);
        assertEquals(List.of("9"), lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleEndian", "bigEndian"})
    void shouldMarkFramesThatAreNeverWhole(String byteOrderName) throws IOException, InterruptedException {
        use(byteOrderName);
        byte[] framed = Packets.join(Packets.shorts(ping.length), ping, Packets.shorts(LENGTH), order);
        int begin = 2 + ping.length;
        stream(List.of(Arrays.copyOf(framed, begin + 30)), false, "Ping", "Unreassembled: frame longer than bytes: position="
                + begin);
        List<Dissection> items = Dissection.of(folder, dissector(Framing.parse("length=u16be,counts=message")), capture(), "-2");
        assertEquals(expected, items.stream().map(WiresharkStreamTest::summary).toList());
    }

    private Framing raw() {
        return Framing.raw(MessageLength.of(schema));
    }

    private Path dissector(Framing framing) throws IOException {
        OutputDirectory.write(folder, WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT, framing));
        return folder.resolve("ashlar.lua");
    }

    private Path capture() throws IOException {
        return Files.write(folder.resolve("segments.pcap"), CaptureBytes.of(frames.toArray(byte[][]::new)));
    }

    private List<Dissection> shown(String... options) throws IOException, InterruptedException {
        String[] all = Stream.concat(Stream.of("-d", "tcp.port==" + port + ",ashlar"), Stream.of(options)).toArray(String[]::new);
        return Dissection.of(folder, dissector(raw()), capture(), all);
    }

    /// What is shown, against what the capture has.
    private void compare(String... options) throws IOException, InterruptedException {
        List<Dissection> items = shown(options);
        assertEquals(String.join("\n", expected), items.stream().map(WiresharkStreamTest::summary)
                .collect(Collectors.joining("\n")));
        Iterator<Dissection> messages = items.stream().filter(item -> marks(item).isEmpty()).iterator();
        JsonWriter writer = new JsonWriter(schema);
        try (MessageSource source = MessageSource.open(capture(), SourceOptions.of(raw()))) {
            source.drain((_, memory, offset, length) -> DissectionComparison.same(writer.toJson(memory, offset, length),
                    messages.next()));
        }
        assertTrue(!messages.hasNext(), "shown only by Wireshark");
    }

    /// The mark of what has one, or else the template.
    private static String summary(Dissection item) {
        return Stream.concat(marks(item).stream(), Stream.of(item.label())).findFirst().orElseThrow();
    }

    private static List<String> marks(Dissection item) {
        return Dissection.MARKED.contains(item.filter()) ? List.of(item.label())
                : item.children().stream().filter(child -> Dissection.MARKED.contains(child.filter()))
                        .map(Dissection::label).toList();
    }
}
