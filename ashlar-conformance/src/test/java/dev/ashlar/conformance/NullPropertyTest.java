// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is null and what is absent, by the rules of `docs/null.md`: generated code, [OtfDecoder] and [JsonWriter] agree
/// on every field and member of messages full of null values, optional or not, of any version and cut short.
class NullPropertyTest {
    private static final int SCHEMAS = 8;
    private static final int MANY_SCHEMAS = 300;
    /// Compiling a schema takes longer than its messages: few schemas with many of these.
    private static final int MESSAGES = 24;

    @Tag("slow")
    @Test
    void shouldAgreeWhatIsNull() {
        agree(SCHEMAS, Seed.random("shouldAgreeWhatIsNull"));
    }

    @Test
    @Tag("long")
    void shouldAgreeWhatIsNullAtLength() {
        agree(MANY_SCHEMAS, Seed.random("shouldAgreeWhatIsNullAtLength"));
    }

    private static void agree(int schemas, SplittableRandom random) {
        int nulls = 0;
        for (int i = 0; i < schemas; i++) {
            Schema schema = RandomSchema.beyondReference(random);
            OurCode code = OurCode.of(AgedSchema.of(schema, random));
            for (int j = 0; j < MESSAGES; j++) {
                RandomMessage message = Messages.random(schema, random, random.nextBoolean());
                nulls += check(code, code.schema.message(message.message().name()), Messages.encode(schema, message),
                        random);
            }
        }
        assertTrue(nulls > schemas, "hardly a null: nulls=" + nulls);
    }

    private static int check(OurCode code, Message message, byte[] bytes, SplittableRandom random) {
        Schema schema = code.schema;
        MemorySegment memory = MemorySegment.ofArray(bytes);
        new OtfDecoder(schema).decode(memory, 0, bytes.length, new NullSower(schema.byteOrder(), random));
        setHeader(schema, memory, "version", random.nextInt(AgedSchema.VERSION + 1));
        long length = bytes.length;
        if (message.groups().isEmpty() && message.data().isEmpty() && random.nextBoolean()) {
            int blockLength = random.nextInt(message.blockLength() + 1);
            setHeader(schema, memory, "blockLength", blockLength);
            length = schema.header().encodedLength() + blockLength;
        }
        Found found = Messages.find(schema, memory, 0, length);
        MemorySegment whole = memory.asSlice(0, length);
        assertEquals(found, code.reader(message).find(whole, 0), () -> SchemaXml.of(schema));
        String json = new JsonWriter(schema).toJson(whole, 0, length);
        NullJson.check(json, message, found.nulls(), () -> json + "\n" + SchemaXml.of(schema));
        staysNull(schema, message, found, json);
        return (int) found.nulls().stream().filter(n -> n.endsWith(" is null")).count();
    }

    /// What was null in a message is null in the one made of its JSON; what was absent is null if it can be.
    private static void staysNull(Schema schema, Message message, Found found, String json) {
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 16]);
        long length = new JsonReader(schema).read(json, memory, 0);
        List<String> again = new ArrayList<>(Messages.find(schema, memory, 0, length).nulls());
        assertEquals(found.nulls().size(), again.size());
        for (int i = 0; i < again.size(); i++) {
            String before = found.nulls().get(i);
            String after = again.get(i);
            assertTrue(before.endsWith(" is absent") || before.equals(after), () -> message.name() + ": " + before
                    + ", again: " + after + "\n" + json + "\n" + SchemaXml.of(schema));
        }
    }

    private static void setHeader(Schema schema, MemorySegment memory, String name, long value) {
        var member = schema.header().member(name);
        int size = member.encodedLength();
        for (int i = 0; i < size; i++) {
            int shift = schema.byteOrder() == ByteOrder.BIG_ENDIAN ? size - 1 - i : i;
            memory.set(ValueLayout.JAVA_BYTE, member.offset() + i, (byte) (value >>> 8 * shift));
        }
    }
}
