// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SbeIrPropertyTest {
    private static final int SCHEMAS = 50;

    @Test
    void shouldWriteTheBytesOfTheReferenceWhenBothHaveTheSameSchema() {
        SplittableRandom random = Seed.random("shouldWriteTheBytesOfTheReferenceWhenBothHaveTheSameSchema");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema older = RandomSchema.any(random);
            for (Schema schema : new Schema[] {older, NewerSchema.of(older, random)}) {
                byte[] expected = ReferenceIr.toBytes(ReferenceIr.parse(SchemaXml.bytes(schema)));
                byte[] actual = SbeIrWriter.toBytes(schema);
                if (Tokens.hasNullOfRequired(actual)) {
                    // Which the reference forgets.
                    assertEquals(Tokens.comparable(expected), Tokens.comparable(actual), () -> SchemaXml.of(schema));
                } else {
                    assertSameTokens(expected, actual, schema);
                    assertArrayEquals(expected, actual);
                }
            }
        }
    }

    @Test
    void shouldGiveTheSameBytesWhenReadAndWrittenAgain() {
        SplittableRandom random = Seed.random("shouldGiveTheSameBytesWhenReadAndWrittenAgain");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = NewerSchema.of(RandomSchema.any(random), random);
            byte[] bytes = SbeIrWriter.toBytes(schema);
            Schema read = SbeIrReader.fromBytes(bytes, "random.sbeir");
            assertArrayEquals(bytes, SbeIrWriter.toBytes(read));
            assertArrayEquals(bytes, ReferenceIr.toBytes(ReferenceIr.fromBytes(bytes)));
            assertEquals(schema.header(), read.header());
            assertEquals(schema.byteOrder(), read.byteOrder());
            assertEquals(schema.messages().size(), read.messages().size());
        }
    }

    @Test
    void trap44ShouldWriteTheSameBytesWhenTheSchemaIsTheSame() {
        long seed = Seed.of("trap44ShouldWriteTheSameBytesWhenTheSchemaIsTheSame");
        for (int i = 0; i < SCHEMAS; i++) {
            byte[] first = SbeIrWriter.toBytes(RandomSchema.any(new SplittableRandom(seed + i)));
            assertArrayEquals(first, SbeIrWriter.toBytes(RandomSchema.any(new SplittableRandom(seed + i))));
        }
    }

    @Test
    void shouldCutADescriptionWhenItsTokenWouldBeTooLong() {
        Schema schema = RandomSchema.any(new SplittableRandom(5));
        Message message = schema.messages().getFirst();
        Message wordy = new Message(message.id(), message.name(), message.blockLength(), message.fields(),
                message.groups(),
                message.data(), new Meta("é".repeat(5000), "", 0, 0));
        Schema changed = new Schema(schema.packageName(), schema.id(), schema.version(), "", "", schema.byteOrder(),
                schema.header(), List.of(wordy), schema.types());
        byte[] bytes = SbeIrWriter.toBytes(changed);
        String cut = SbeIrReader.fromBytes(bytes, "wordy").messages().getFirst().meta().description();
        assertTrue(cut.length() > 1900 && wordy.meta().description().startsWith(cut), "length=" + cut.length());
        assertArrayEquals(bytes, ReferenceIr.toBytes(ReferenceIr.fromBytes(bytes)));
        Message nameless = new Message(message.id(), "n".repeat(5000), message.blockLength(), message.fields(),
                message.groups(), message.data(), message.meta());
        Schema unwritable = new Schema(schema.packageName(), schema.id(), schema.version(), "", "", schema.byteOrder(),
                schema.header(), List.of(nameless), schema.types());
        assertThrows(IllegalArgumentException.class, () -> SbeIrWriter.toBytes(unwritable));
    }

    private static void assertSameTokens(byte[] expected, byte[] actual, Schema schema) {
        assertEquals(Tokens.shown(expected), Tokens.shown(actual), () -> SchemaXml.of(schema));
    }
}
