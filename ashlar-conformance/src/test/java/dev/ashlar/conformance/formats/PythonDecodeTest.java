// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.Transport;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.LengthFieldLayout;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import dev.ashlar.testkit.KnownCapture;
import dev.ashlar.testkit.KnownFeed;
import dev.ashlar.testkit.ProgramRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Python decodes captures as `ashlar decode` does: every message, and the rows of every group.
class PythonDecodeTest {
    /// In files without packets.
    private static final int FILE_MESSAGES = 1_500;

    @TempDir
    Path temp;

    /// What Java found in a capture.
    private record Found(long messages, boolean hasTcp) { }

    static Stream<Arguments> captures() {
        return Stream.concat(
                KnownFeed.all().stream().map(f -> Arguments.of(f.name(), f.capture(), f.schema(), "cme-mdp3")),
                KnownCapture.all().stream().map(c -> Arguments.of(c.name(), c.file(), c.schema(), c.framing())));
    }

    @BeforeEach
    void requirePython() throws Exception {
        PythonPrograms.require();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("captures")
    void shouldFindWhatTheCommandPrints(String name, Path capture, Path schemaFile, String framing) throws Exception {
        Schema schema = SchemaParser.parse(schemaFile, ParseOptions.DEFAULT.withXInclude(true)).schema();
        Path sbeir = temp.resolve("schema.sbeir");
        SbeIrWriter.write(schema, sbeir);
        Path lines = temp.resolve("lines.json");
        Found found = print(schema, capture, framing, lines, true);
        ProgramRun output = check(sbeir, capture, framing, lines);
        System.out.println(name + ": " + output.text());
        assertTrue(output.text().startsWith(found.hasTcp ? "CaptureError: TCP" : "messages=" + found.messages + ","),
                output.text());
    }

    private static ProgramRun check(Path sbeir, Path capture, String framing, Path lines) throws Exception {
        PythonPrograms.built();
        ProgramRun output = PythonPrograms.run(Map.of(), PythonPrograms.PYTHON.resolve(
                "tests/check_decode.py"), sbeir, capture, framing, lines);
        assertEquals(0, output.exitCode(), output.text());
        return output;
    }

    /// The first messages of a capture in files without packets, whole and cut inside the last one.
    @ParameterizedTest
    @ValueSource(strings = {"cme-mdp3", "cme-ilink3", "b3", "memoir", "sofh", "raw",
            "length=u32be,counts=rest,align=16"})
    void shouldFindWhatTheCommandPrintsOfFiles(String text) throws Exception {
        KnownFeed feed = KnownFeed.own();
        Schema schema = SchemaParser.parse(feed.schema(), ParseOptions.DEFAULT.withXInclude(true)).schema();
        Path sbeir = temp.resolve("schema.sbeir");
        SbeIrWriter.write(schema, sbeir);
        Framing framing = Framing.parse(text, MessageLength.of(schema));
        byte[] bytes = stream(feed.capture(), Framing.parse("cme-mdp3"), framing);
        Path file = temp.resolve("messages.bin");
        Path lines = temp.resolve("lines.json");
        for (int cut = 0; cut <= 30; cut += 30) {
            Files.write(file, Arrays.copyOf(bytes, bytes.length - cut));
            long expected = print(schema, file, text, lines, cut == 0).messages;
            assertTrue(expected > 100, () -> "messages=" + expected);
            ProgramRun output = check(sbeir, file, text, lines);
            assertTrue(output.text().startsWith(cut == 0 ? "messages=" + expected + ","
                    : "CaptureError: incomplete message at the end: "), output.text());
        }
    }

    /// @param framing of the stream; for `cme-mdp3`, with packet headers between messages
    private static byte[] stream(Path capture, Framing from, Framing framing) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int offset = framing.datagram().messageOffset();
        int[] messages = {0};
        try (MessageSource source = MessageSource.open(capture, SourceOptions.of(from))) {
            source.drain((context, memory, at, length) -> {
                if (messages[0]++ >= FILE_MESSAGES) {
                    return;
                }
                if (framing.name().equals("cme-mdp3") && context.messageIndex() % 100 == 0) {
                    out.writeBytes(new byte[] {(byte) 0xfe, (byte) 0xca});
                    out.writeBytes(new byte[12]);
                }
                int padded = Math.toIntExact(offset + length + framing.datagram().align() - 1
                        & -framing.datagram().align());
                byte[] frame = new byte[padded];
                MemorySegment.copy(memory, at, MemorySegment.ofArray(frame), offset, length);
                if (framing.datagram() instanceof LengthFieldLayout layout) {
                    layout.writeHeader(MemorySegment.ofArray(frame), 0, length);
                }
                out.writeBytes(frame);
            });
        }
        return out.toByteArray();
    }

    private static Found print(Schema schema, Path capture, String framing, Path lines, boolean complete)
            throws IOException {
        JsonWriter json = new JsonWriter(schema);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long[] messages = {0};
        boolean[] tcp = {false};
        try (MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse(framing, MessageLength.of(schema))))) {
            source.drain((context, memory, offset, length) -> {
                try {
                    json.write(memory, offset, length,
                            context.timeNs() == MessageContext.NO_TIME ? JsonWriter.NO_TIME : context.timeNs(), out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                messages[0]++;
                tcp[0] |= context.transport() == Transport.TCP;
            });
            assertTrue(tcp[0] || source.report().isComplete() == complete, () -> source.report().toString());
        }
        Files.write(lines, out.toByteArray());
        return new Found(messages[0], tcp[0]);
    }
}
