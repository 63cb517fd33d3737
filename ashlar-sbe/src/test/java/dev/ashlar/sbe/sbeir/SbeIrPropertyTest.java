// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SbeIrPropertyTest {
    private static final int SCHEMAS = 150;

    @Test
    void shouldWriteTheBytesOfTheReferenceWhenBothHaveTheSameSchema() {
        SplittableRandom random = Seed.random("shouldWriteTheBytesOfTheReferenceWhenBothHaveTheSameSchema");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema older = RandomSchema.any(random);
            for (Schema schema : new Schema[] {older, NewerSchema.of(older, random)}) {
                byte[] expected = ReferenceIr.toBytes(ReferenceIr.parse(SchemaXml.bytes(schema)));
                assertSameTokens(expected, SbeIrWriter.toBytes(schema), schema);
                assertArrayEquals(expected, SbeIrWriter.toBytes(schema));
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

    private static void assertSameTokens(byte[] expected, byte[] actual, Schema schema) {
        assertEquals(Tokens.shown(expected), Tokens.shown(actual), () -> SchemaXml.of(schema));
    }
}
