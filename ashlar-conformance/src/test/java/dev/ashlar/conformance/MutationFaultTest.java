// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.codec.MessageDecoder;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonWriter;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.sbe.random.SchemaXml;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever becomes of a message's bytes, each of our readers reads it or refuses it with [MalformedMessageException],
/// in bounded time and without a look beyond its end: the memory that it gets ends there.
@Tag("slow")
class MutationFaultTest {
    private static final int SCHEMAS = 5;
    private static final int MANY_SCHEMAS = 200;
    /// Compiling a schema takes longer than its messages: few schemas with many of these.
    private static final int MESSAGES = 12;
    private static final int MARGIN = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Test
    void shouldReadOrRefuseWhenBytesAreChanged() {
        change(SCHEMAS, Seed.random("shouldReadOrRefuseWhenBytesAreChanged"));
    }

    @Test
    @Tag("long")
    void shouldReadOrRefuseWhenBytesAreChangedAtLength() {
        change(MANY_SCHEMAS, Seed.random("shouldReadOrRefuseWhenBytesAreChangedAtLength"));
    }

    private static void change(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Subject subject = new Subject(random);
            assertTimeoutPreemptively(PATIENCE, () -> {
                for (int j = 0; j < MESSAGES; j++) {
                    byte[] bytes = subject.message(random);
                    byte[] other = subject.message(random);
                    subject.check(bytes, bytes.length);
                    for (int k = 0; k < 60; k++) {
                        byte[] changed = changed(bytes, other, subject.headerLength(), random);
                        subject.check(changed, changed.length);
                    }
                }
            });
        }
    }

    @Test
    void shouldRefuseWhenAMessageIsCutAnywhere() {
        cut(SCHEMAS, Seed.random("shouldRefuseWhenAMessageIsCutAnywhere"));
    }

    @Test
    @Tag("long")
    void shouldRefuseWhenAMessageIsCutAnywhereAtLength() {
        cut(MANY_SCHEMAS, Seed.random("shouldRefuseWhenAMessageIsCutAnywhereAtLength"));
    }

    private static void cut(int schemas, SplittableRandom random) {
        for (int i = 0; i < schemas; i++) {
            Subject subject = new Subject(random);
            assertTimeoutPreemptively(PATIENCE, () -> {
                for (int j = 0; j < 2; j++) {
                    byte[] bytes = subject.message(random);
                    for (int length = 0; length < bytes.length; length++) {
                        assertTrue(!subject.check(bytes, length), "cut but read");
                    }
                    assertTrue(subject.check(bytes, bytes.length));
                }
            });
        }
    }

    /// A message with bytes flipped, replaced by hostile numbers, or continued by the end of another.
    private static byte[] changed(byte[] bytes, byte[] other, int headerLength, SplittableRandom random) {
        byte[] changed = bytes.clone();
        if (random.nextInt(5) == 0) {
            int from = random.nextInt(other.length);
            int keep = random.nextInt(bytes.length + 1);
            changed = Arrays.copyOf(bytes, keep + other.length - from);
            System.arraycopy(other, from, changed, keep, other.length - from);
        }
        for (int i = 0, n = 1 + random.nextInt(3); i < n && changed.length > 0; i++) {
            // Mostly after the header, or nearly every message would be of an unknown template.
            int first = random.nextInt(3) == 0 ? 0 : Math.min(headerLength, changed.length - 1);
            int at = random.nextInt(first, changed.length);
            int end = Math.min(changed.length, at + (1 << random.nextInt(4)));
            switch (random.nextInt(6)) {
                case 0 -> Arrays.fill(changed, at, end, (byte) 0xff);
                case 1 -> Arrays.fill(changed, at, end, (byte) 0);
                case 2 -> changed[at] = (byte) 0x80;
                case 3 -> changed[at] = (byte) 0x7f;
                case 4 -> changed[at]++;
                default -> changed[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return changed;
    }

    /// A schema with all that reads its messages.
    private static final class Subject {
        private final OurCode code;
        private final Schema writer;
        private final MessageValidator validator;
        private final OtfDecoder decoder;
        private final JsonWriter json;

        Subject(SplittableRandom random) {
            writer = RandomSchema.beyondReference(random);
            Schema schema = random.nextBoolean() ? NewerSchema.of(writer, random) : writer;
            code = OurCode.of(schema,
                    JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(random.nextInt(4) == 0));
            validator = new MessageValidator(schema);
            decoder = new OtfDecoder(schema);
            json = new JsonWriter(schema);
        }

        int headerLength() {
            return writer.header().encodedLength();
        }

        byte[] message(SplittableRandom random) {
            Schema schema = random.nextBoolean() ? writer : code.schema;
            RandomMessage message = Messages.random(schema, random, true);
            return Messages.encode(schema, message);
        }

        /// @return whether the message is accepted
        boolean check(byte[] bytes, int length) {
            try {
                return check(middle(bytes, length), length);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("length=" + length + ", bytes=" + HexFormat.of().formatHex(bytes, 0, length)
                        + "\n"
                        + SchemaXml.of(code.schema), e);
            }
        }

        /// The message as a slice in the middle of bytes that are none of its own.
        private static MemorySegment middle(byte[] bytes, int length) {
            byte[] around = new byte[length + 2 * MARGIN];
            Arrays.fill(around, (byte) 0xa5);
            System.arraycopy(bytes, 0, around, MARGIN, length);
            return MemorySegment.ofArray(around).asSlice(MARGIN, length);
        }

        private boolean check(MemorySegment memory, int length) {
            ValidationResult result = validator.validate(memory, 0, length);
            if (!result.isOk()) {
                assertThrows(MalformedMessageException.class,
                        () -> decoder.decode(memory, 0, length, new MessageListener() { }));
                assertThrows(MalformedMessageException.class, () -> json.toJson(memory, 0, length));
                refused(memory, length, result.status());
                return false;
            }
            Found expected = Messages.find(code.schema, memory, 0, length);
            json.toJson(memory, 0, length);
            Message message = messageOf(memory, length);
            assertEquals(expected, code.reader(message).find(memory, 0));
            code.records(message).read(memory, 0);
            return true;
        }

        private void refused(MemorySegment memory, int length, Status status) {
            switch (status) {
                case OK -> throw new AssertionError();
                case HEADER_TOO_LONG, OTHER_SCHEMA, UNKNOWN_TEMPLATE, VERSION_OUT_OF_RANGE -> {
                    for (Message message : code.schema.messages()) {
                        assertThrows(MalformedMessageException.class, () -> code.reader(message).wrap(memory, 0));
                    }
                }
                // Documented: generated code limits them for each group, validation for the whole message.
                case TOO_MANY_EMPTY_ENTRIES -> {
                }
                case BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG, COUNT_OUT_OF_RANGE -> {
                    Message message = messageOf(memory, length);
                    OurCode.Reader reader = code.reader(message);
                    assertThrows(MalformedMessageException.class, () -> reader.read(memory, 0));
                    assertThrows(MalformedMessageException.class, () -> reader.read(memory, 0, false));
                    assertThrows(MalformedMessageException.class, () -> code.records(message).read(memory, 0));
                    assertThrows(MalformedMessageException.class, () -> {
                        MessageDecoder decoder = reader.wrap(memory, 0);
                        decoder.toString();
                        decoder.sbeSkip();
                    });
                }
            }
        }

        private Message messageOf(MemorySegment memory, int length) {
            return code.schema.message((int) new MessageHeader(code.schema).wrap(memory, 0, length).templateId());
        }
    }
}
