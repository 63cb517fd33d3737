// SPDX-License-Identifier: Apache-2.0
package headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;

/// Uses a message behind whatever header it was compiled with.
public final class HeaderUser {
    private HeaderUser() {
    }

    public static byte[] run() {
        byte[] bytes = new byte[64];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        EnvelopeEncoder header = new EnvelopeEncoder();
        PingEncoder encoder = new PingEncoder().wrapAndApplyHeader(memory, 1, header).v(0x01020304);
        assertEquals(1 + EnvelopeEncoder.ENCODED_LENGTH, encoder.offset());
        PingDecoder decoder = new PingDecoder().wrapAndApplyHeader(memory, 1, new EnvelopeDecoder());
        assertEquals(0x01020304, decoder.v());
        assertEquals(4, decoder.actingBlockLength());
        assertEquals(2, decoder.actingVersion());
        EnvelopeDecoder read = new EnvelopeDecoder().wrap(memory, 1);
        assertEquals(9, read.templateId());
        assertEquals(7, read.schemaId());
        header.wrap(memory, 1);
        new EnvelopeEncoder().wrap(memory, 1).templateId(TEMPLATE);
        assertThrows(MalformedMessageException.class, () -> decoder.wrapAndApplyHeader(memory, 1, read));
        new PingEncoder().wrapAndApplyHeader(memory, 1, header);
        return bytes;
    }
}
