// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.conformance.SlotWriter.Style;
import dev.ashlar.sbe.ir.Message;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Writes messages of one kind with the encoder we generate.
final class Writer {
    private static final int MAX_LENGTH = 1 << 16;
    private static final int MARGIN = 5;

    private final Message message;
    private final MessageEncoder encoder;
    private final Object header;
    private final Call wrap;
    private final BlockWriter block;
    private final int headerLength;

    Writer(OurCode code, Message message) {
        Class<?> type = code.type(message, "Encoder");
        Class<?> headerType = code.header("Encoder");
        this.message = message;
        this.encoder = (MessageEncoder) OurCode.instance(type);
        this.header = OurCode.instance(headerType);
        this.wrap = Call.of(type, "wrapAndApplyHeader", MemorySegment.class, long.class, headerType);
        this.block = new BlockWriter(type, message, Style.OURS);
        this.headerLength = code.schema.header().encodedLength();
    }

    /// The bytes of a message with these facts. What no setter writes is zero.
    byte[] write(List<String> lines) {
        byte[] bytes = new byte[MAX_LENGTH];
        Facts facts = new Facts(lines);
        assertEquals(encoder, wrap.on(encoder, MemorySegment.ofArray(bytes), (long) MARGIN, header));
        block.write(encoder, message.name(), facts);
        assertTrue(facts.isComplete());
        long limit = encoder.limit();
        encoder.toString();
        assertEquals(limit, encoder.limit());
        assertEquals(limit - MARGIN - headerLength, encoder.encodedLength());
        return Arrays.copyOfRange(bytes, MARGIN, (int) limit);
    }
}
