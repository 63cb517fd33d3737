// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OtfFaultTest {
    private static final int SCHEMAS = 40;
    private static final int CHANGES = 60;

    @Test
    void shouldRefuseWhenAMessageIsCutAnywhere() {
        SplittableRandom random = Seed.random("shouldRefuseWhenAMessageIsCutAnywhere");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            byte[] bytes = OtfPropertyTest.encode(schema, OtfPropertyTest.message(schema, random, true),
                    Checks.LENIENT);
            for (int length = 0; length < bytes.length; length++) {
                assertFalse(decodes(schema, bytes, length), "length=" + length);
            }
            assertTrue(decodes(schema, bytes, bytes.length));
        }
    }

    @Test
    void shouldDecodeOrRefuseCleanlyWhenBytesAreChanged() {
        SplittableRandom random = Seed.random("shouldDecodeOrRefuseCleanlyWhenBytesAreChanged");
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            byte[] bytes = OtfPropertyTest.encode(schema, OtfPropertyTest.message(schema, random, true),
                    Checks.LENIENT);
            byte[] other = OtfPropertyTest.encode(schema, OtfPropertyTest.message(schema, random, true),
                    Checks.LENIENT);
            for (int j = 0; j < CHANGES; j++) {
                byte[] changed = changed(bytes, other, schema.header().encodedLength(), random);
                decodes(schema, changed, changed.length);
            }
        }
    }

    /// A message with bytes flipped, replaced by hostile numbers, or continued by the end of another.
    static byte[] changed(byte[] bytes, byte[] other, int headerLength, SplittableRandom random) {
        byte[] changed = bytes.clone();
        if (random.nextInt(4) == 0) {
            int from = random.nextInt(other.length);
            int keep = random.nextInt(bytes.length + 1);
            changed = Arrays.copyOf(bytes, keep + other.length - from);
            System.arraycopy(other, from, changed, keep, other.length - from);
        }
        for (int i = 0, n = 1 + random.nextInt(3); i < n && changed.length > 0; i++) {
            // Mostly after the header, or nearly every message would be of an unknown template.
            int first = random.nextInt(5) == 0 ? 0 : Math.min(headerLength, changed.length - 1);
            int at = random.nextInt(first, changed.length);
            changed[at] = switch (random.nextInt(3)) {
                case 0 -> (byte) (changed[at] ^ 1 << random.nextInt(8));
                case 1 -> (byte) 0xff;
                default -> 0;
            };
        }
        return changed;
    }

    /// Whether a message is accepted; validator, decoder and JSON must agree, and read nothing beyond its bytes: the
    /// memory ends there.
    private static boolean decodes(Schema schema, byte[] bytes, int length) {
        MemorySegment memory = MemorySegment.ofArray(bytes).asSlice(0, length);
        ValidationResult result = new MessageValidator(schema).validate(memory, 0, length);
        WireFacts facts = new WireFacts();
        if (result.isOk()) {
            assertEquals(result.decodedLength(), new OtfDecoder(schema).decode(memory, 0, length, facts));
            assertTrue(facts.ended());
            assertTrue(result.decodedLength() <= length);
            new JsonWriter(schema).toJson(memory, 0, length);
        } else {
            assertFalse(result.path().isEmpty());
            assertTrue(result.position() <= length);
            assertThrows(MalformedMessageException.class, () -> new OtfDecoder(schema).decode(memory, 0, length,
                    facts));
            assertTrue(facts.facts.isEmpty() && !facts.ended(), "part of a malformed message was delivered");
            assertThrows(MalformedMessageException.class, () -> new JsonWriter(schema).toJson(memory, 0, length));
        }
        return result.isOk();
    }

    @Test
    void shouldEncodeOrRefuseCleanlyWhenJsonIsChanged() {
        SplittableRandom random = Seed.random("shouldEncodeOrRefuseCleanlyWhenJsonIsChanged");
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 14]);
        String[] pieces = {"null", "\"", "{", "}", "[", "]", ",", ":", "-", "1e999999999", "0.5", "true", "\\u0000",
                "99999999999999999999",
            "\"hex\"", "[[[[", "-0", "1E-400"};
        int accepted = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = RandomSchema.any(random);
            RandomMessage message = OtfPropertyTest.message(schema, random, false);
            byte[] bytes = OtfPropertyTest.encode(schema, message, Checks.STRICT);
            String json = new JsonWriter(schema).toJson(MemorySegment.ofArray(bytes), 0, bytes.length);
            for (int j = 0; j < CHANGES; j++) {
                StringBuilder changed = new StringBuilder(json);
                int at = random.nextInt(json.length());
                int end = Math.min(json.length(), at + random.nextInt(6));
                changed.replace(at, end, pieces[random.nextInt(pieces.length)]);
                try {
                    new JsonReader(schema).read(changed.toString(), memory, 0);
                    accepted++;
                } catch (IllegalArgumentException e) {
                    assertTrue(e.getMessage().length() < 1000, e.getMessage());
                }
            }
        }
        assertTrue(accepted < SCHEMAS * CHANGES);
    }

    @Test
    void shouldRefuseAtOnceWhenEntriesWithoutBytesAreCountless() {
        SmallSchema small = SmallSchema.of("<composite name=\"D\"><type name=\"blockLength\" primitiveType=\"uint16\"/>"
                + "<type name=\"numInGroup\" primitiveType=\"uint32\" maxValue=\"2147483647\"/></composite>",
                "<group name=\"g\" id=\"1\" dimensionType=\"D\"><field name=\"a\" id=\"2\" type=\"uint8\"/></group>");
        assertTimeoutPreemptively(Duration.ofMinutes(10), () -> {
            ValidationResult result = small.validate(small.message(3, 0, "0000 ffffff7f"));
            assertEquals(Status.TOO_MANY_EMPTY_ENTRIES, result.status());
            assertEquals("M/g", result.path());
            assertThrows(MalformedMessageException.class, () -> small.json(small.message(3, 0, "0000 ffffffff")));
            assertEquals(Status.OK, small.validate(small.message(3, 0, "0000 00000100")).status());
        });
    }

    @Test
    void shouldRefuseAtOnceWhenEmptyEntriesHideInNestedGroups() {
        SmallSchema small = SmallSchema.of("",
                "<group name=\"g\" id=\"1\"><group name=\"h\" id=\"2\"><field name=\"a\" id=\"3\" "
                + "type=\"uint8\"/></group></group>");
        // 255 entries of 255 empty ones are 65,025; once more is too many.
        String entries = "0000ff" + "0000ff".repeat(255);
        assertEquals(Status.OK, small.validate(small.message(3, 0, entries)).status());
        SmallSchema twice = SmallSchema.of("",
                "<group name=\"g\" id=\"1\"><group name=\"h\" id=\"2\"><field name=\"a\" id=\"3\" "
                + "type=\"uint8\"/></group></group><group name=\"i\" id=\"4\"><group name=\"h\" id=\"2\"><field name=\"a\" id=\"3\" "
                + "type=\"uint8\"/></group></group>");
        ValidationResult result = twice.validate(twice.message(3, 0, entries + entries));
        assertEquals(Status.TOO_MANY_EMPTY_ENTRIES, result.status());
        assertEquals("M/i[2]/h", result.path());
    }

    @Test
    void shouldRefuseWhenCountTimesLengthOverflows() {
        SmallSchema small = SmallSchema.of("<composite name=\"D\"><type name=\"blockLength\" primitiveType=\"uint64\"/>"
                + "<type name=\"numInGroup\" primitiveType=\"uint64\" maxValue=\"1000\"/></composite>",
                "<group name=\"g\" id=\"1\" dimensionType=\"D\"><field name=\"a\" id=\"2\" type=\"uint8\"/></group>");
        for (String dimension : new String[] {"0000000000000040 0400000000000000", "ffffffffffffffff 0100000000000000",
            "0100000000000000 ffffffffffffffff", "0000000000000080 0200000000000000",
            "0000000000000000 ffffffffffffffff"}) {
            assertFalse(small.validate(small.message(3, 0, dimension)).isOk(), dimension);
        }
    }

    @Test
    void shouldDecodeTheBodyAloneWhenFramingSaysWhatTheHeaderWould() {
        SmallSchema small = SmallSchema.of("", "<field name=\"a\" id=\"1\" type=\"uint8\"/><field name=\"b\" id=\"2\" "
                + "type=\"uint8\" sinceVersion=\"2\"/><data name=\"d\" id=\"3\" type=\"blob\"/>");
        Message message = small.schema.message("M");
        MemorySegment memory = MemorySegment.ofArray(new byte[] {9, 1, 2, 1, 7, 9});
        WireFacts facts = new WireFacts();
        assertEquals(4, new OtfDecoder(small.schema).decodeBody(message, memory, 1, 4, 2, 1, facts));
        assertEquals(List.of("M/a=1", "M/d=07"), facts.facts);
        MessageValidator validator = new MessageValidator(small.schema);
        assertEquals(4, validator.validateBody(message, memory, 1, 5, 2, 3).decodedLength());
        assertEquals(Status.DATA_TOO_LONG, validator.validateBody(message, memory, 1, 3, 2, 3).status());
        assertThrows(MalformedMessageException.class,
                () -> new OtfDecoder(small.schema).decodeBody(message, memory, 1, 3, 2, 1, facts));
        Message other = new Message(8, "N", 0, List.of(), List.of(), List.of(), Meta.NONE);
        assertThrows(IllegalArgumentException.class, () -> validator.validateBody(other, memory, 1, 3, 2, 3));
    }

    @Test
    void shouldThrowWhenTheBoundsAreNotThoseOfTheMemory() {
        SmallSchema small = SmallSchema.of("", "<field name=\"a\" id=\"1\" type=\"uint8\"/>");
        MemorySegment memory = MemorySegment.ofArray(new byte[20]);
        MessageValidator validator = new MessageValidator(small.schema);
        assertThrows(IndexOutOfBoundsException.class, () -> validator.validate(memory, 10, 11));
        assertThrows(IndexOutOfBoundsException.class, () -> validator.validate(memory, -1, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> validator.validate(memory, 1, Long.MAX_VALUE));
    }
}
