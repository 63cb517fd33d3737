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
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import dev.ashlar.testkit.KnownCapture;
import dev.ashlar.testkit.KnownFeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Python decodes captures as `ashlar decode` does: every message, and the rows of every group.
class PythonDecodeTest {
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
        Found found = print(schema, capture, framing, lines);
        PythonPrograms.built();
        PythonPrograms.Output output = PythonPrograms.run(Map.of(), PythonPrograms.PYTHON.resolve(
                "tests/check_decode.py"), sbeir, capture, framing, lines);
        assertEquals(0, output.exitCode(), output.text());
        System.out.println(name + ": " + output.text());
        assertTrue(output.text().startsWith(found.hasTcp ? "CaptureError: TCP" : "messages=" + found.messages + ","),
                output.text());
    }

    private static Found print(Schema schema, Path capture, String framing, Path lines) throws IOException {
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
            assertTrue(tcp[0] || source.report().isComplete(), () -> source.report().toString());
        }
        Files.write(lines, out.toByteArray());
        return new Found(messages[0], tcp[0]);
    }
}
