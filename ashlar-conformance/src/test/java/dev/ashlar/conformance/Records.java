// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.Message;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Reads messages of one kind to the record we generate, and writes them from it.
final class Records {
    private static final int MAX_LENGTH = 1 << 16;

    private final OurCode code;
    private final Message message;
    private final Object encoder;
    private final Object header;
    private final Call wrap;
    private final Call limit;
    private final Call decode;
    private final Call encode;

    Records(OurCode code, Message message) {
        Class<?> type = code.type(message, "Encoder");
        Class<?> headerType = code.header("Encoder");
        Class<?> record = code.type(message, "Dto");
        this.code = code;
        this.message = message;
        this.encoder = OurCode.instance(type);
        this.header = OurCode.instance(headerType);
        this.wrap = Call.of(type, "wrapAndApplyHeader", MemorySegment.class, long.class, headerType);
        this.limit = Call.of(type, "limit");
        this.decode = Call.of(record, "decode", code.type(message, "Decoder"));
        this.encode = Call.of(record, "encode", type);
    }

    /// The values of a message that begins with its header.
    Object read(MemorySegment memory, long offset) {
        return decode.on(null, code.reader(message).wrap(memory, offset));
    }

    /// The message, read and written again.
    byte[] repeated(byte[] bytes) {
        Object values = read(MemorySegment.ofArray(bytes), 0);
        byte[] written = new byte[MAX_LENGTH];
        wrap.on(encoder, MemorySegment.ofArray(written), 0L, header);
        encode.on(values, encoder);
        return Arrays.copyOf(written, Math.toIntExact((long) limit.on(encoder)));
    }
}
