// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OtfPropertyTest {
    private static final int SCHEMAS = 60;
    private static final int MESSAGES = 5;
    private static final int MARGIN = 3;

    @Test
    void shouldParseWhatWasGeneratedWhenWrittenAsXml() {
        SplittableRandom random = Seed.random("shouldParseWhatWasGeneratedWhenWrittenAsXml");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            assertEquals(schema, parsed(schema), () -> SchemaXml.of(schema));
            Schema newer = NewerSchema.of(schema, random);
            assertEquals(newer, parsed(newer), () -> SchemaXml.of(newer));
        }
    }

    private static Schema parsed(Schema schema) {
        return SchemaParser.parse(new ByteArrayInputStream(SchemaXml.bytes(schema)), "random.xml",
                ParseOptions.DEFAULT).schema();
    }

    @Test
    void shouldFindEveryValueWhenDecodingWhatWasEncoded() {
        SplittableRandom random = Seed.random("shouldFindEveryValueWhenDecodingWhatWasEncoded");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            for (int j = 0; j < MESSAGES; j++) {
                boolean unruly = random.nextBoolean();
                RandomMessage message = message(schema, random, unruly);
                byte[] bytes = encode(schema, message, unruly ? Checks.LENIENT : Checks.STRICT);
                assertEquals(message.facts(), facts(schema, bytes), () -> SchemaXml.of(schema) + message.values());
            }
        }
    }

    @Test
    void shouldGiveTheSameBytesWhenReadBackFromJson() {
        SplittableRandom random = Seed.random("shouldGiveTheSameBytesWhenReadBackFromJson");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            JsonWriter writer = new JsonWriter(schema);
            JsonReader reader = new JsonReader(schema);
            for (int j = 0; j < MESSAGES; j++) {
                boolean unruly = random.nextBoolean();
                RandomMessage message = message(schema, random, unruly);
                byte[] bytes = encode(schema, message, unruly ? Checks.LENIENT : Checks.STRICT);
                String json = writer.toJson(MemorySegment.ofArray(bytes), 0, bytes.length);
                MemorySegment again = MemorySegment.ofArray(new byte[bytes.length]);
                assertEquals(bytes.length, reader.read(json, again, 0), json);
                assertArrayEquals(bytes, again.toArray(ValueLayout.JAVA_BYTE), () -> json + SchemaXml.of(schema));
            }
        }
    }

    @Test
    void shouldFindWhatTheReferenceFindsWhenDecodingTheSameBytes() {
        SplittableRandom random = Seed.random("shouldFindWhatTheReferenceFindsWhenDecodingTheSameBytes");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.forReference(random);
            var ir = ReferenceIr.parse(SchemaXml.bytes(schema));
            for (int j = 0; j < MESSAGES; j++) {
                RandomMessage message = message(schema, random, random.nextBoolean());
                byte[] bytes = encode(schema, message, Checks.LENIENT);
                List<String> expected = new java.util.ArrayList<>(message.facts());
                expected.add("end=" + bytes.length);
                assertEquals(expected, ReferenceFacts.of(ir, bytes), () -> SchemaXml.of(schema));
            }
        }
    }

    @Test
    void shouldFindWhatBothVersionsHaveWhenWriterAndReaderDiffer() {
        SplittableRandom random = Seed.random("shouldFindWhatBothVersionsHaveWhenWriterAndReaderDiffer");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema older = RandomSchema.forReference(random);
            Schema newer = NewerSchema.of(older, random);
            var olderIr = ReferenceIr.parse(SchemaXml.bytes(older));
            var newerIr = ReferenceIr.parse(SchemaXml.bytes(newer));
            for (int j = 0; j < MESSAGES; j++) {
                RandomMessage old = message(older, random, true);
                byte[] oldBytes = encode(older, old, Checks.LENIENT);
                assertEquals(old.facts(), facts(newer, oldBytes), () -> "old read as new\n" + SchemaXml.of(newer));
                assertEquals(facts(newer, oldBytes), withoutEnd(ReferenceFacts.of(newerIr, oldBytes)));

                RandomMessage young = message(newer, random, true);
                byte[] newBytes = encode(newer, young, Checks.LENIENT);
                List<String> known = young.facts().stream().filter(f -> !f.matches(".*/(n\\d|new).*")).toList();
                assertEquals(known, facts(older, newBytes), () -> "new read as old\n" + SchemaXml.of(newer));
                assertEquals(known, withoutEnd(ReferenceFacts.of(olderIr, newBytes)));
            }
        }
    }

    private static List<String> withoutEnd(List<String> facts) {
        return facts.subList(0, facts.size() - 1);
    }

    static RandomMessage message(Schema schema, SplittableRandom random, boolean unruly) {
        Message message = schema.messages().get(random.nextInt(schema.messages().size()));
        return unruly ? RandomMessage.unruly(message, random) : RandomMessage.of(message, random);
    }

    static byte[] encode(Schema schema, RandomMessage message, Checks checks) {
        byte[] bytes = new byte[1 << 16];
        Arrays.fill(bytes, (byte) 0x5a);
        long length = new OtfEncoder(schema, checks).encode(message.message().name(), message.values(),
                MemorySegment.ofArray(bytes), 0);
        return Arrays.copyOf(bytes, (int) length);
    }

    /// What the decoder finds in native memory that it may only read, at an odd offset and with other bytes around it.
    static List<String> facts(Schema schema, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(bytes.length + 2 * MARGIN);
            memory.fill((byte) 0xee);
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, MARGIN, bytes.length);
            WireFacts facts = new WireFacts();
            ValidationResult result = new MessageValidator(schema).validate(memory.asReadOnly(), MARGIN, bytes.length);
            assertTrue(result.isOk(), result::toString);
            assertEquals(result.decodedLength(), new OtfDecoder(schema).decode(memory.asReadOnly(), MARGIN,
                    bytes.length, facts));
            assertTrue(facts.ended());
            return facts.facts;
        }
    }
}
