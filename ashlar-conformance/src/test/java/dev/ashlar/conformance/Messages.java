// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.OtfDecoder;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult;
import dev.ashlar.sbe.random.RandomMessage;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Random messages as bytes, and what on-the-fly decoding finds in them.
final class Messages {
    private static final int MAX_LENGTH = 1 << 16;
    /// Most messages are of the schema of the one before.
    private static final ThreadLocal<Reader> LAST = new ThreadLocal<>();

    private record Reader(Schema schema, MessageValidator validator, OtfDecoder decoder) {
        static Reader of(Schema schema) {
            Reader reader = LAST.get();
            if (reader == null || reader.schema != schema) {
                reader = new Reader(schema, new MessageValidator(schema), new OtfDecoder(schema));
                LAST.set(reader);
            }
            return reader;
        }
    }

    static RandomMessage random(Schema schema, SplittableRandom random, boolean unruly) {
        Message message = schema.messages().get(random.nextInt(schema.messages().size()));
        return unruly ? RandomMessage.unruly(message, random) : RandomMessage.of(message, random);
    }

    /// Encoded on the fly.
    static byte[] encode(Schema schema, RandomMessage message) {
        byte[] bytes = new byte[MAX_LENGTH];
        long length = new OtfEncoder(schema, Checks.LENIENT).encode(message.message().name(), message.values(),
                MemorySegment.ofArray(bytes), 0);
        return Arrays.copyOf(bytes, (int) length);
    }

    /// The facts that [OtfDecoder] finds.
    static List<String> facts(Schema schema, MemorySegment memory, long offset, long length) {
        return find(schema, memory, offset, length).facts();
    }

    /// What [OtfDecoder] finds.
    static Found find(Schema schema, MemorySegment memory, long offset, long length) {
        NullFacts facts = new NullFacts();
        Reader reader = Reader.of(schema);
        ValidationResult result = reader.validator.validate(memory, offset, length);
        assertTrue(result.isOk(), result::toString);
        assertEquals(result.decodedLength(), reader.decoder.decode(memory, offset, length, facts));
        facts.found.facts().addAll(facts.facts);
        facts.found.fact("end=" + result.decodedLength());
        return facts.found;
    }
}
