// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.Blocks.Found;
import dev.ashlar.sbe.otf.DecodedBlocks.Decoded;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MessageSplitterPropertyTest {
    private static final int SCHEMAS = 60;
    private static final int CHANGES = 60;
    private static final int MARGIN = 3;

    @Test
    void shouldTellTheBlocksThatTheDecoderFinds() {
        SplittableRandom random = Seed.random("shouldTellTheBlocksThatTheDecoderFinds");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema older = RandomSchema.any(random);
            Schema newer = NewerSchema.of(older, random);
            for (int j = 0; j < 5; j++) {
                byte[] old = encode(older, random);
                byte[] young = encode(newer, random);
                compare(older, older, old);
                compare(older, newer, old);
                compare(newer, older, young);
                compare(newer, newer, young);
            }
        }
    }

    private static byte[] encode(Schema schema, SplittableRandom random) {
        return OtfPropertyTest.encode(schema, OtfPropertyTest.message(schema, random, true), Checks.LENIENT);
    }

    /// In native memory that may only be read, at an odd offset and with other bytes around the message.
    private static void compare(Schema writer, Schema reader, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(bytes.length + 2 * MARGIN);
            memory.fill((byte) 0xee);
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, MARGIN, bytes.length);
            Blocks blocks = new Blocks(reader);
            assertEquals(Status.OK, blocks.split(memory.asReadOnly(), MARGIN, bytes.length));
            compare(reader, blocks, memory, MARGIN, bytes.length);

            Map<String, Integer> lengths = BlockTree.of(writer).kinds().stream()
                    .collect(Collectors.toMap(BlockKind::path, BlockKind::blockLength));
            for (Found found : blocks.found) {
                assertEquals(lengths.get(found.kind().path()).longValue(), found.length(), found::toString);
            }
        }
    }

    private static void compare(Schema schema, Blocks blocks, MemorySegment memory, long offset, long length) {
        DecodedBlocks expected = new DecodedBlocks();
        long decodedLength = new OtfDecoder(schema).decode(memory, offset, length, expected);
        assertEquals(decodedLength, blocks.splitter.result().decodedLength());
        assertEquals(expected.decoded.size(), blocks.found.size(), () -> SchemaXml.of(schema));
        for (int i = 0; i < blocks.found.size(); i++) {
            Decoded decoded = expected.decoded.get(i);
            Found found = blocks.found.get(i);
            assertEquals(decoded.path, found.kind().path());
            assertEquals(decoded.entry, found.entry(), found::toString);
            assertEquals(decoded.parentEntry, found.parentEntry(), found::toString);
            for (long at : decoded.offsets) {
                assertEquals(at, found.offset(), found::toString);
            }
        }
    }

    @Test
    void shouldReturnWhatTheValidatorFindsWhenBytesAreChanged() {
        SplittableRandom random = Seed.random("shouldReturnWhatTheValidatorFindsWhenBytesAreChanged");
        int refused = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            Blocks blocks = new Blocks(schema);
            byte[] bytes = encode(schema, random);
            byte[] other = encode(schema, random);
            for (int j = 0; j < CHANGES; j++) {
                byte[] changed = OtfFaultTest.changed(bytes, other, schema.header().encodedLength(), random);
                refused += survives(schema, blocks, changed) ? 0 : 1;
            }
            for (int j = 0; j < CHANGES; j++) {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                refused += survives(schema, blocks, noise) ? 0 : 1;
            }
        }
        assertTrue(refused > 0);
    }

    /// Whether the message was split; either way nothing is thrown and nothing beyond its bytes is reported.
    private static boolean survives(Schema schema, Blocks blocks, byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        Status status = blocks.split(memory, 0, bytes.length);
        assertEquals(new MessageValidator(schema).validate(memory, 0, bytes.length), blocks.splitter.result());
        if (status == Status.OK) {
            compare(schema, blocks, memory, 0, bytes.length);
        } else {
            assertTrue(blocks.found.isEmpty() && blocks.begun.isEmpty());
        }
        assertTrue(blocks.found.size() <= bytes.length + MessageValidator.MAX_EMPTY_ENTRIES);
        for (Found found : blocks.found) {
            assertTrue(found.length() >= 0 && found.offset() + found.length() <= bytes.length, found::toString);
        }
        return status == Status.OK;
    }
}
