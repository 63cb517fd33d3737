// SPDX-License-Identifier: Apache-2.0
package traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;

/// Uses codecs that check the order of access.
public final class OrderUser {
    private OrderUser() {
    }

    private static NestedEncoder write(MemorySegment memory) {
        NestedEncoder nested = new NestedEncoder().wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder());
        NestedEncoder.OuterEncoder outer = nested.outerCount(1);
        outer.next().k((short) 1).innerCount(1).next().m(10);
        outer.tag("one");
        nested.cmeCount(0);
        nested.oddCount(0);
        return nested.putTail(new byte[0], 0, 0).text("t");
    }

    public static void encoder() {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        write(memory).checkEncodingIsComplete();
        NestedEncoder nested = new NestedEncoder().wrap(memory, 0);
        assertThrows(IllegalStateException.class, () -> nested.text("x"));
        assertThrows(IllegalStateException.class, () -> nested.cmeCount(0));
        assertThrows(IllegalStateException.class, nested::checkEncodingIsComplete);
        assertEquals(NestedEncoder.BLOCK_LENGTH, nested.encodedLength());
        NestedEncoder.OuterEncoder outer = nested.outerCount(2);
        outer.next();
        assertThrows(IllegalStateException.class, () -> outer.tag("x"));
        assertThrows(IllegalStateException.class, outer::next);
        outer.innerCount(0);
        outer.tag("x");
        assertThrows(IllegalStateException.class, () -> nested.cmeCount(0));
        assertThrows(IllegalStateException.class, () -> outer.tag("y"));
        outer.resetCountToIndex();
        nested.cmeCount(0);
        nested.oddCount(0);
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> nested.text("x"));
        assertTrue(e.getMessage().contains("Nested.text before Nested.tail"), e.getMessage());
        nested.putTail(new byte[0], 0, 0).text("t").checkEncodingIsComplete();
    }

    public static void decoder() {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        long length = write(memory).encodedLength();
        NestedDecoder decoder = new NestedDecoder().wrapAndApplyHeader(memory, 0, new MessageHeaderDecoder());
        assertThrows(IllegalStateException.class, decoder::cme);
        assertThrows(IllegalStateException.class, decoder::textLength);
        NestedDecoder.OuterDecoder outer = decoder.outer();
        assertThrows(IllegalStateException.class, decoder::cme);
        outer.next();
        assertThrows(IllegalStateException.class, outer::tag);
        outer.inner().sbeSkipRemaining();
        assertEquals("one", outer.tag());
        assertEquals(length, decoder.sbeDecodedLength());
        assertTrue(decoder.toString().endsWith("text='t'"));
        decoder.cme();
        decoder.odd();
        assertEquals(0, decoder.skipTail());
        assertEquals("t", decoder.text());
        assertThrows(IllegalStateException.class, decoder::text);
        decoder.sbeRewind().outer().sbeSkipRemaining();
        decoder.cme();
        assertEquals(length, decoder.sbeSkip().encodedLength());
    }

    public static void absent() {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0);
        encoder.limit(4);
        encoder.legsCount(0);
        encoder.addedCount(0);
        encoder.limit(encoder.limit() - 2);
        encoder.note("old");
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, 4, 1);
        decoder.legs();
        assertEquals("old", decoder.note());
        assertEquals("", decoder.more());
        assertEquals(0, decoder.added().count());
    }

    public static void entry() {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        write(memory);
        NestedDecoder.OuterDecoder entry = new NestedDecoder.OuterDecoder();
        assertEquals(1, entry.wrap(memory, MessageHeaderDecoder.ENCODED_LENGTH + 1 + 2, 1, 0).k());
        assertThrows(IllegalStateException.class, entry::tag);
        assertThrows(MalformedMessageException.class, entry::inner);
        assertEquals(1, entry.wrap(memory, MessageHeaderDecoder.ENCODED_LENGTH + 1 + 2, 1, 0).k());
    }
}
