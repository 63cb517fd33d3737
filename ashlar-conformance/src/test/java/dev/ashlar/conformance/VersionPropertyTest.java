// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.ReferenceFacts;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.sbe.sbeir.ReferenceIr;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import uk.co.real_logic.sbe.ir.Ir;

/// Writers and readers of different versions of a random schema. [BlockReader] asserts for everything absent that it
/// says so: not present, null, without entries or bytes, and that the cursor stays.
@Tag("slow")
class VersionPropertyTest {
    private static final int SCHEMAS = 5;
    private static final int MANY_SCHEMAS = 100;
    /// Compiling a schema takes longer than its messages: few schemas with many of these.
    private static final int MESSAGES = 20;

    @Test
    void shouldFindWhatBothVersionsHave() {
        versions(SCHEMAS, Seed.random("shouldFindWhatBothVersionsHave"));
    }

    @Test
    @Tag("long")
    void shouldFindWhatBothVersionsHaveAtLength() {
        versions(MANY_SCHEMAS, Seed.random("shouldFindWhatBothVersionsHaveAtLength"));
    }

    private static void versions(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Version old = new Version(RandomSchema.forReference(random));
            Version newer = new Version(NewerSchema.of(old.schema, random));
            Version newest = new Version(NewerSchema.of(newer.schema, random));
            List<Version> all = List.of(old, newer, newest);
            for (int j = 0; j < MESSAGES; j++) {
                Version writer = all.get(random.nextInt(all.size()));
                RandomMessage message = Messages.random(writer.schema, random, random.nextBoolean());
                byte[] bytes = writer.code.writer(message.message()).write(message.facts());
                for (Version reader : all) {
                    check(writer, reader, message, bytes);
                }
            }
        }
    }

    private static void check(Version writer, Version reader, RandomMessage message, byte[] bytes) {
        int known = reader.schema.version();
        List<String> expected = message.facts().stream().filter(f -> isKnown(f, known)).toList();
        Message read = reader.schema.message(message.message().name());
        Found all = reader.code.reader(read).find(MemorySegment.ofArray(bytes), 0);
        List<String> found = all.facts();
        String xml = "writer=" + writer.schema.version() + ", reader=" + known + "\n" + SchemaXml.of(reader.schema);
        assertEquals(expected, found.subList(0, found.size() - 1), xml);
        assertEquals(all, Messages.find(reader.schema, MemorySegment.ofArray(bytes), 0, bytes.length), xml);
        assertEquals(found, ReferenceFacts.of(reader.ir, bytes), xml);
        if (known >= writer.schema.version()) {
            assertEquals("end=" + bytes.length, found.getLast(), xml);
        }
    }

    /// Whether a reader of this version knows the value: names of what was added tell since when.
    private static boolean isKnown(String fact, int version) {
        for (String part : fact.substring(0, fact.indexOf('=')).split("/")) {
            if (part.matches("n\\d+x\\d+(\\[\\d+])?") && Integer.parseInt(part.substring(1,
                    part.indexOf('x'))) > version
                    || part.matches("new(Group|Data)\\d+(\\[\\d+])?")
                    && Integer.parseInt(part.replaceAll("\\[\\d+]", "").replaceAll("\\D", "")) > version) {
                return false;
            }
        }
        return true;
    }

    private static final class Version {
        private final Schema schema;
        private final OurCode code;
        private final Ir ir;

        Version(Schema schema) {
            this.schema = schema;
            this.code = OurCode.of(schema);
            this.ir = ReferenceIr.parse(SchemaXml.bytes(schema));
        }
    }
}
