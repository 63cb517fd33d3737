// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.KnownSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.ir.Ir;

class SbeIrGoldenTest {
    /// Schemas that the reference accepts, as it serialises them.
    private record Golden(Path file, byte[] bytes) { }

    private static List<Golden> accepted() {
        List<Golden> accepted = new ArrayList<>();
        for (Path file : KnownSchemas.right()) {
            accepted.add(new Golden(file, ReferenceIr.toBytes(ReferenceIr.parse(file))));
        }
        for (Path file : Corpus.schemas()) {
            try {
                accepted.add(new Golden(file, ReferenceIr.toBytes(ReferenceIr.parse(file))));
            } catch (RuntimeException _) {
                // Refused on purpose, or for what is no fault: neither has anything to compare with.
            }
        }
        assertTrue(accepted.size() >= (Corpus.schemas().isEmpty() ? 7 : 48), "too few schemas: " + accepted.size());
        return accepted;
    }

    @Test
    void shouldGiveTheSameBytesWhenWritingWhatTheReferenceWrote() {
        for (Golden golden : accepted()) {
            if (golden.file().endsWith("error-handler-invalid-name.xml")
                    || golden.file().endsWith("basic-schema-constant-header-field.xml")) {
                assertThrows(SchemaException.class, () -> SbeIrReader.fromBytes(golden.bytes(), "refused"));
                continue;
            }
            Schema schema = SbeIrReader.fromBytes(golden.bytes(), golden.file().toString());
            assertArrayEquals(golden.bytes(), SbeIrWriter.toBytes(schema), golden.file().toString());
        }
    }

    @Test
    void shouldWriteWhatTheReferenceWritesWhenBothReadTheSchema() {
        for (Golden golden : accepted()) {
            ParseResult parsed = SchemaParser.parse(golden.file(), ParseOptions.DEFAULT.withXInclude(true));
            if (parsed.parsed().isPresent()) {
                byte[] bytes = SbeIrWriter.toBytes(parsed.schema());
                // The reference takes the null value 0 of a char for the digit, we take it for NUL.
                assertEquals(Tokens.comparable(golden.bytes()).toString().replace("null=[48]", "null=[0]"),
                        Tokens.comparable(bytes).toString(), golden.file().toString());
                Ir again = ReferenceIr.fromBytes(bytes);
                assertArrayEquals(bytes, ReferenceIr.toBytes(again), golden.file().toString());
            }
        }
    }

    @Test
    void shouldReadWhatTheReferenceWroteWhenItIsAFile(@TempDir Path folder) throws IOException {
        Golden golden = accepted().getFirst();
        Path file = folder.resolve("golden.sbeir");
        Files.write(file, golden.bytes());
        Schema schema = SbeIrReader.read(file);
        SbeIrWriter.write(schema, file);
        assertArrayEquals(golden.bytes(), Files.readAllBytes(file));
    }
}
