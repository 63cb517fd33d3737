// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.SmallDisk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SbeIrFaultTest {
    private static final int ROUNDS = 1500;

    @Test
    void shouldRefuseWhenTheFileIsCutAnywhereInsideAToken() {
        byte[] bytes = SbeIrWriter.toBytes(RandomSchema.any(Seed.random("shouldRefuseWhenTheFileIsCutAnywhereInsideAToken")));
        int accepted = 0;
        for (int length = 0; length < bytes.length; length++) {
            accepted += accepts(Arrays.copyOf(bytes, length)) ? 1 : 0;
        }
        // A file may end after its header or any of its messages.
        assertTrue(accepted <= 4, "accepted=" + accepted);
    }

    @Test
    void shouldAcceptOrRefuseCleanlyWhenBytesAreChanged() {
        SplittableRandom random = Seed.random("shouldAcceptOrRefuseCleanlyWhenBytesAreChanged");
        byte[] bytes = {};
        for (int i = 0; i < ROUNDS; i++) {
            if (i % 100 == 0) {
                bytes = SbeIrWriter.toBytes(RandomSchema.any(random));
            }
            byte[] changed = bytes.clone();
            for (int j = 0, n = 1 + random.nextInt(4); j < n; j++) {
                int at = random.nextInt(changed.length);
                changed[at] = random.nextBoolean() ? (byte) random.nextInt()
                        : (byte) (changed[at] ^ 1 << random.nextInt(8));
            }
            accepts(changed);
        }
    }

    @Test
    void shouldAcceptOrRefuseCleanlyWhenTokensAreLostDoubledOrMoved() {
        SplittableRandom random = Seed.random("shouldAcceptOrRefuseCleanlyWhenTokensAreLostDoubledOrMoved");
        for (int i = 0; i < ROUNDS; i++) {
            Schema schema = RandomSchema.any(random);
            List<Token> tokens = new ArrayList<>(TokenList.of(schema));
            for (int j = 0, n = 1 + random.nextInt(3); j < n; j++) {
                int from = random.nextInt(tokens.size());
                Token moved = random.nextBoolean() ? tokens.remove(from) : tokens.get(from);
                if (random.nextBoolean()) {
                    tokens.add(random.nextInt(tokens.size() + 1), moved);
                }
            }
            accepts(unbalanced(schema, tokens));
        }
    }

    @Test
    void shouldRefuseWhenBytesAreRandom() {
        SplittableRandom random = Seed.random("shouldRefuseWhenBytesAreRandom");
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            assertThrows(SchemaException.class, () -> SbeIrReader.fromBytes(bytes, "random"));
        }
    }

    @Test
    void shouldRefuseWhenNestedDeeperThanASchemaCanBe() {
        Schema schema = RandomSchema.any(new SplittableRandom(1));
        List<Token> tokens = IntStream.range(0, 100_000)
                .mapToObj(_ -> Token.of(Signal.BEGIN_COMPOSITE, "deep", Token.NO_ID, 0, 0, 0, 0)).toList();
        assertEquals("SBE906", refusal(unbalanced(schema, tokens)).code());
    }

    @Test
    void shouldRefuseWhenTheFormIsOfAnotherVersion() {
        byte[] bytes = SbeIrWriter.toBytes(RandomSchema.any(new SplittableRandom(2)));
        bytes[4] = 1;
        assertEquals("SBE903", refusal(bytes).code());
    }

    @Test
    void shouldRefuseWhenEncodingsHaveBothByteOrders() {
        Schema schema = RandomSchema.any(new SplittableRandom(3));
        List<Token> tokens = new ArrayList<>(TokenList.of(schema));
        Token first = tokens.get(1);
        tokens.set(1, first.withType(first.primitive(), !first.bigEndian(), Presence.REQUIRED));
        assertEquals("SBE915", refusal(unbalanced(schema, tokens)).code());
    }

    @Test
    void shouldRefuseWhenTheFileIsAbsent(@TempDir Path folder) {
        SchemaException e = assertThrows(SchemaException.class, () -> SbeIrReader.read(folder.resolve("absent.sbeir")));
        assertEquals("SBE900", e.diagnostics().getFirst().code());
    }

    /// Tokens as bytes though their begins and ends may not match.
    private static byte[] unbalanced(Schema schema, List<Token> tokens) {
        return TokenOutput.write(schema, tokens, new int[tokens.size()]);
    }

    private static Diagnostic refusal(byte[] bytes) {
        SchemaException e = assertThrows(SchemaException.class, () -> SbeIrReader.fromBytes(bytes, "fault.sbeir"));
        assertEquals(1, e.diagnostics().size());
        assertTrue(e.diagnostics().getFirst().code().startsWith("SBE9"));
        assertEquals(1, e.getMessage().lines().count());
        return e.diagnostics().getFirst();
    }

    /// Whether the bytes are read as a schema, which then must be one that everything here can work with.
    @Test
    void shouldLeaveTheOldFileAndNoOtherWhenTheDiskIsFull(@TempDir Path folder) throws Exception {
        Schema schema = RandomSchema.any(Seed.random("shouldLeaveTheOldFileAndNoOtherWhenTheDiskIsFull"));
        int pages = SbeIrWriter.toBytes(schema).length / 4096 + 1;
        try (SmallDisk disk = SmallDisk.mount(folder, 3 * pages + 2)) {
            Path file = Files.writeString(folder.resolve("a.sbeir"), "old");
            for (int left = 0; left < pages; left++) {
                disk.leave(left);
                assertThrows(IOException.class, () -> SbeIrWriter.write(schema, file), "pages left: " + left);
                assertEquals(Map.of("a.sbeir", "old"), disk.files());
            }
            disk.leave(pages);
            SbeIrWriter.write(schema, file);
            assertEquals(List.of("a.sbeir"), List.copyOf(disk.files().keySet()));
            assertEquals(schema.messages().size(), SbeIrReader.read(file).messages().size());
        }
    }

    private static boolean accepts(byte[] bytes) {
        Schema schema;
        try {
            schema = SbeIrReader.fromBytes(bytes, "fault.sbeir");
        } catch (SchemaException e) {
            assertEquals(1, e.diagnostics().size());
            return false;
        }
        OtfEncoder encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
        JsonWriter writer = new JsonWriter(schema);
        JsonReader reader = new JsonReader(encoder);
        MemorySegment memory = MemorySegment.ofArray(new byte[4096]);
        for (Message message : schema.messages()) {
            try {
                long length = encoder.encode(message.name(), Map.of(), memory, 0);
                assertEquals(length, reader.read(writer.toJson(memory, 0, length), memory, 0));
            } catch (IndexOutOfBoundsException e) {
                assertTrue(e.getMessage().startsWith("message longer than memory"), e.getMessage());
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().matches("(count|length) out of range: .*=0, min=.*"), e.getMessage());
            }
        }
        SbeIrReader.fromBytes(SbeIrWriter.toBytes(schema), "again.sbeir");
        return true;
    }
}
