// SPDX-License-Identifier: Apache-2.0
package counts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;

/// Uses encoders as they must not be used.
public final class CountsUser {
    private static final byte[] NOTHING = {};

    private CountsUser() {
    }

    private static CountsEncoder counts(int bytes) {
        MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);
        return new CountsEncoder().wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder());
    }

    private static CountsEncoder withFew(int bytes) {
        return few(counts(bytes));
    }

    private static CountsEncoder few(CountsEncoder counts) {
        counts.fewCount(2).next().a(1).next().a(2);
        return counts;
    }

    private static CountsEncoder toItems() {
        CountsEncoder counts = withFew(100);
        counts.marksCount(0);
        counts.stampsCount(0);
        return counts;
    }

    public static void limits() {
        CountsEncoder counts = counts(100);
        assertThrows(IllegalArgumentException.class, () -> counts.fewCount(1));
        assertThrows(IllegalArgumentException.class, () -> counts.fewCount(4));
        CountsEncoder.FewEncoder few = counts.fewCount(3).next();
        assertThrows(IllegalStateException.class, few::resetCountToIndex);
        assertEquals(2, few.next().resetCountToIndex());
        counts.marksCount(0);
        counts.stampsCount(0);
        assertThrows(IllegalArgumentException.class, () -> counts.itemsCount(-1));
        counts.itemsCount(0);
        counts.putRest(NOTHING, 0, 0).checkEncodingIsComplete();
    }

    public static void limitsOfDecoders() {
        for (int count = 1; count < 5; count++) {
            for (int length = 0; length < 6; length++) {
                byte[] bytes = new byte[8 + 3 + count + 2 + length];
                bytes[2] = 2;
                bytes[4] = 9;
                bytes[8] = 1;
                bytes[10] = (byte) count;
                bytes[8 + 3 + count] = (byte) length;
                MemorySegment memory = MemorySegment.ofArray(bytes);
                ShortDecoder decoder = new ShortDecoder().wrapAndApplyHeader(memory, 0, new MessageHeaderDecoder());
                boolean isAllowed = count >= 2 && count <= 3 && length >= 1 && length <= 4;
                if (isAllowed) {
                    assertEquals(bytes.length - 8, decoder.sbeDecodedLength());
                } else {
                    assertThrows(MalformedMessageException.class, decoder::sbeDecodedLength);
                }
                if (count < 2 || count > 3) {
                    String message = assertThrows(MalformedMessageException.class, decoder::few).getMessage();
                    assertEquals("count out of range: count=" + count + ", minCount=2, maxCount=3 (Short.few)", message);
                } else if (!isAllowed) {
                    decoder.few().sbeSkipRemaining();
                    String message = assertThrows(MalformedMessageException.class, decoder::tagLength).getMessage();
                    assertEquals("length out of range: length=" + length + ", minLength=1, maxLength=4 (Short.tag)", message);
                }
            }
        }
        ShortEncoder encoder = new ShortEncoder().wrapAndApplyHeader(MemorySegment.ofArray(new byte[40]), 0,
                new MessageHeaderEncoder());
        encoder.fewCount(2).next().a((short) 1).next().a((short) 2);
        assertThrows(IllegalArgumentException.class, () -> encoder.putTag(NOTHING, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> encoder.putTag(new byte[5], 0, 5));
        encoder.putTag(new byte[1], 0, 1).checkEncodingIsComplete();
    }

    public static void emptyEntries() {
        CountsEncoder counts = withFew(100);
        assertThrows(IllegalArgumentException.class, () -> counts.marksCount(65_537));
        CountsEncoder.MarksEncoder marks = counts.marksCount(65_536);
        for (int i = 0; i < 65_535; i++) {
            marks.next();
        }
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> counts.stampsCount(0));
        assertTrue(e.getMessage().startsWith("group not finished"), e.getMessage());
        assertEquals(65_535, marks.resetCountToIndex());
        assertThrows(IllegalArgumentException.class, () -> counts.stampsCount(2));
        counts.stampsCount(1).next();
        counts.itemsCount(0);
        counts.putRest(NOTHING, 0, 0).checkEncodingIsComplete();
        CountsDecoder decoder = new CountsDecoder().wrapAndApplyHeader(counts.memory(), 0, new MessageHeaderDecoder());
        decoder.few().sbeSkipRemaining();
        assertEquals(65_535, decoder.marks().sbeSkipRemaining().count());
        assertEquals(1, decoder.stamps().count());
        few(counts.wrap(counts.memory(), 8)).marksCount(65_536);
    }

    public static void beforeFirst() {
        CountsEncoder counts = toItems();
        CountsEncoder.ItemsEncoder items = counts.itemsCount(1);
        assertThrows(IllegalStateException.class, () -> items.putTag(NOTHING, 0, 0));
        items.next().b(1).putTag(NOTHING, 0, 0);
        CountsEncoder.ItemsEncoder none = toItems().itemsCount(0);
        assertThrows(IllegalStateException.class, () -> none.putTag(NOTHING, 0, 0));
        counts.putRest(NOTHING, 0, 0).checkEncodingIsComplete();
        CountsDecoder decoder = new CountsDecoder().wrapAndApplyHeader(counts.memory(), 0, new MessageHeaderDecoder());
        decoder.few().sbeSkipRemaining();
        decoder.marks();
        decoder.stamps();
        CountsDecoder.ItemsDecoder read = decoder.items();
        assertThrows(IllegalStateException.class, read::tagLength);
        assertEquals(0, read.next().tagLength());
    }

    public static void earlierMessage() {
        CountsEncoder counts = toItems();
        CountsEncoder.ItemsEncoder items = counts.itemsCount(2).next();
        items.putTag(NOTHING, 0, 0);
        counts.wrap(counts.memory(), 8);
        assertThrows(IllegalStateException.class, items::next);
        assertThrows(IllegalStateException.class, () -> items.putTag(NOTHING, 0, 0));
        assertEquals(0, counts.encodedLength());
    }

    /// The second entry does not fit, but the next group does.
    public static void fullMemory() {
        CountsEncoder counts = counts(8 + 3 + 8 + 6);
        CountsEncoder.FewEncoder few = counts.fewCount(2).next();
        assertThrows(IndexOutOfBoundsException.class, few::next);
        assertThrows(IllegalStateException.class, () -> counts.marksCount(0));
        assertThrows(IllegalStateException.class, counts::checkEncodingIsComplete);
    }
}
