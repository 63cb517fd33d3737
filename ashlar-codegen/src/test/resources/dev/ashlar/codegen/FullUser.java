// SPDX-License-Identifier: Apache-2.0
package traps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;

/// Uses a message at the limits of its types.
public final class FullUser {
    private FullUser() {
    }

    public static void run() {
        MemorySegment memory = MemorySegment.ofArray(new byte[2048]);
        FullEncoder encoder = new FullEncoder().wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder());
        encoder.c((byte) '0');
        assertEquals(255, FullEncoder.GEncoder.countMaxValue());
        FullEncoder.GEncoder group = encoder.gCount(255);
        for (int i = 0; i < 255; i++) {
            group.next().x((short) (i % 255));
        }
        assertThrows(IllegalArgumentException.class, () -> encoder.bCount(4));
        encoder.bCount(3).next().next().next();
        assertThrows(IllegalArgumentException.class, () -> encoder.putD(new byte[256], 0, 256));
        encoder.putD(new byte[255], 0, 255);

        FullDecoder decoder = new FullDecoder().wrapAndApplyHeader(memory, 0, new MessageHeaderDecoder());
        assertEquals(65_535, decoder.sbeTemplateId());
        assertEquals(65_535, decoder.sbeSchemaId());
        assertEquals(65_535, decoder.sbeSchemaVersion());
        assertEquals(0, FullDecoder.cNullValue());
        assertFalse(decoder.cIsNull());
        assertEquals('0', decoder.c());
        int count = 0;
        for (FullDecoder.GDecoder entry : decoder.g()) {
            count += entry.x() == count % 255 ? 1 : 0;
        }
        assertEquals(255, count);
        assertEquals(3, decoder.b().sbeSkipRemaining().count());
        assertEquals(255, decoder.dLength());
        encoder.c((byte) 0);
        assertTrue(decoder.cIsNull());

        assertEquals("ab", decoder.fixed());
        assertEquals(6, FullDecoder.fixedLength());
        assertEquals('b', decoder.fixed(1));
        assertEquals(0, decoder.fixed(5));
        byte[] bytes = {9, 9, 9, 9, 9, 9, 9};
        assertEquals(6, encoder.getFixed(bytes, 0, 7));
        assertArrayEquals(new byte[] {'a', 'b', 0, 0, 0, 0, 9}, bytes);
        assertEquals("aé", decoder.wide());
        assertEquals(7, decoder.getWide(bytes, 0, 7));
        assertArrayEquals(new byte[] {'a', (byte) 0xC3, (byte) 0xA9, 0, 0, 0, 0}, bytes);
    }
}
