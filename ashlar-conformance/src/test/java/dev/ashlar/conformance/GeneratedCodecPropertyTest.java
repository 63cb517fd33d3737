// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.ReferenceFacts;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Generated code, on-the-fly codecs and the reference, over random schemas and messages: the same values, the same
/// bytes.
@Tag("slow")
class GeneratedCodecPropertyTest {
    private static final int SCHEMAS = 8;
    private static final int FEW_SCHEMAS = 4;
    private static final int MANY_SCHEMAS = 400;
    /// Compiling a schema takes longer than its messages: few schemas with many of these.
    private static final int MESSAGES = 24;

    @Test
    void shouldAgreeWithTheReferenceWhenWrittenByOurs() {
        oursToReference(SCHEMAS, Seed.random("shouldAgreeWithTheReferenceWhenWrittenByOurs"));
    }

    @Test
    @Tag("long")
    void shouldAgreeWithTheReferenceWhenWrittenByOursAtLength() {
        oursToReference(MANY_SCHEMAS, Seed.random("shouldAgreeWithTheReferenceWhenWrittenByOursAtLength"));
    }

    private static void oursToReference(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Schema schema = RandomSchema.forReference(random);
            var ir = ReferenceIr.parse(SchemaXml.bytes(schema));
            OurCode code = code(schema, random);
            for (int j = 0; j < MESSAGES; j++) {
                RandomMessage message = Messages.random(schema, random, random.nextBoolean());
                byte[] bytes = code.writer(message.message()).write(message.facts());
                List<String> expected = withEnd(message.facts(), bytes);
                assertEquals(expected, ReferenceFacts.of(ir, bytes), () -> SchemaXml.of(schema));
                readsAndRepeats(code, message, bytes, expected);
            }
        }
    }

    @Test
    void shouldAgreeWithOnTheFlyCodecsWhenTheSchemaIsBeyondTheReference() {
        beyondReference(SCHEMAS, Seed.random("shouldAgreeWithOnTheFlyCodecsWhenTheSchemaIsBeyondTheReference"));
    }

    @Test
    @Tag("long")
    void shouldAgreeWithOnTheFlyCodecsWhenTheSchemaIsBeyondTheReferenceAtLength() {
        beyondReference(MANY_SCHEMAS,
                Seed.random("shouldAgreeWithOnTheFlyCodecsWhenTheSchemaIsBeyondTheReferenceAtLength"));
    }

    private static void beyondReference(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Schema schema = RandomSchema.beyondReference(random);
            OurCode code = code(schema, random);
            for (int j = 0; j < MESSAGES; j++) {
                RandomMessage message = Messages.random(schema, random, random.nextBoolean());
                byte[] bytes = code.writer(message.message()).write(message.facts());
                readsAndRepeats(code, message, bytes, withEnd(message.facts(), bytes));
            }
        }
    }

    /// Our readers find the expected facts, and the on-the-fly encoder gives the same bytes.
    private static void readsAndRepeats(OurCode code, RandomMessage message, byte[] bytes, List<String> expected) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        Found found = Messages.find(code.schema, memory, 0, bytes.length);
        assertEquals(expected, found.facts(), () -> SchemaXml.of(code.schema));
        assertEquals(found, code.reader(message.message()).find(memory, 0), () -> SchemaXml.of(code.schema));
        assertArrayEquals(Messages.encode(code.schema, message), ExtraCounts.filled(code.schema, message, bytes),
                () -> SchemaXml.of(code.schema) + message.values());
    }

    @Test
    void shouldRepeatTheBytesWhenReadToRecords() {
        records(FEW_SCHEMAS, Seed.random("shouldRepeatTheBytesWhenReadToRecords"));
    }

    @Test
    @Tag("long")
    void shouldRepeatTheBytesWhenReadToRecordsAtLength() {
        records(MANY_SCHEMAS / 2, Seed.random("shouldRepeatTheBytesWhenReadToRecordsAtLength"));
    }

    private static void records(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Schema schema = RandomSchema.beyondReference(random);
            OurCode code = OurCode.of(schema, JavaOptions.DEFAULT.withRecords(true));
            for (int j = 0; j < MESSAGES; j++) {
                // Records hold what the schema has a name for, and nothing else.
                RandomMessage message = Messages.random(schema, random, false);
                byte[] bytes = code.writer(message.message()).write(message.facts());
                assertArrayEquals(bytes, code.records(message.message()).repeated(bytes),
                        () -> SchemaXml.of(schema) + message.values());
            }
        }
    }

    @Test
    void shouldReadAndRepeatWhatTheReferenceWrote() {
        referenceToOurs(SCHEMAS, Seed.random("shouldReadAndRepeatWhatTheReferenceWrote"));
    }

    @Test
    @Tag("long")
    void shouldReadAndRepeatWhatTheReferenceWroteAtLength() {
        referenceToOurs(MANY_SCHEMAS / 2, Seed.random("shouldReadAndRepeatWhatTheReferenceWroteAtLength"));
    }

    private static void referenceToOurs(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Schema schema = ForReference.of(RandomSchema.forReference(random));
            ReferenceCode reference = new ReferenceCode(schema);
            OurCode code = code(schema, random);
            for (int j = 0; j < MESSAGES; j++) {
                // Its enums and sets cannot write what the schema does not foresee.
                RandomMessage message = Messages.random(schema, random, false);
                byte[] bytes = reference.write(message.message(), message.facts());
                List<String> expected = withEnd(message.facts(), bytes);
                assertEquals(expected, ReferenceFacts.of(reference.ir, bytes), () -> SchemaXml.of(schema));
                assertArrayEquals(bytes, code.writer(message.message()).write(message.facts()), () ->
                        SchemaXml.of(schema));
                readsAndRepeats(code, message, bytes, expected);
            }
        }
    }

    private static OurCode code(Schema schema, SplittableRandom random) {
        return OurCode.of(schema, JavaOptions.DEFAULT.withAccessOrderChecks(random.nextInt(4) == 0));
    }

    private static List<String> withEnd(List<String> facts, byte[] bytes) {
        List<String> all = new ArrayList<>(facts);
        all.add("end=" + bytes.length);
        return all;
    }
}
