// SPDX-License-Identifier: Apache-2.0
package traps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/// Memory that is a part of an array: what lies around it is neither read nor written, whatever a caller does. Each
/// static method is a test.
@SuppressWarnings("deprecation")
public final class SliceUser {
    private static final int START = 64;
    private static final int LENGTH = 160;
    private static final byte AROUND = 0x33;

    private final byte[] whole = new byte[START + LENGTH + START];
    private final MemorySegment slice = MemorySegment.ofArray(whole).fill(AROUND).asSlice(START, LENGTH).fill((byte) 0);

    private SliceUser() {
    }

    private void checkAround() {
        byte[] expected = MemorySegment.ofArray(new byte[START]).fill(AROUND).toArray(ValueLayout.JAVA_BYTE);
        byte[] all = whole.clone();
        assertArrayEquals(expected, MemorySegment.ofArray(all).asSlice(0, START).toArray(ValueLayout.JAVA_BYTE));
        assertArrayEquals(expected, MemorySegment.ofArray(all).asSlice(START + LENGTH).toArray(ValueLayout.JAVA_BYTE));
    }

    private static void refused(Runnable call) {
        assertThrows(IndexOutOfBoundsException.class, call::run);
    }

    private static void with(Consumer<SliceUser> test) {
        SliceUser user = new SliceUser();
        test.accept(user);
        user.checkAround();
    }

    public static void blocksEndWithTheSlice() {
        with(it -> {
            ValuesEncoder values = new ValuesEncoder();
            int last = LENGTH - ValuesEncoder.BLOCK_LENGTH;
            values.wrap(it.slice, last).u8((short) 7).longs(0, -1).longs(1, -1).i64(-1).price().mantissa(-1);
            values.flags().setRaw((byte) -1);
            assertEquals(7, it.whole[START + last]);
            refused(() -> values.wrap(it.slice, last + 1));
            refused(() -> values.wrap(it.slice, -1));
            values.u8((short) 8);
            assertEquals(8, it.whole[START + last]);
            refused(() -> values.wrapAndApplyHeader(it.slice, -8, new MessageHeaderEncoder()));
        });
    }

    public static void compositesAndSetsEndWithTheSlice() {
        with(it -> {
            for (long offset : new long[] {-1, -9, LENGTH - 7, LENGTH, Integer.MAX_VALUE, 1L << 32, Long.MIN_VALUE}) {
                refused(() -> new DecimalEncoder().wrap(it.slice, offset).mantissa(-1));
                refused(() -> new DecimalDecoder().wrap(it.slice, offset).mantissa());
                refused(() -> new MessageHeaderEncoder().wrap(it.slice, offset).blockLength(-1));
                refused(() -> new MessageHeaderDecoder().wrap(it.slice, offset).blockLength());
            }
            refused(() -> new FlagsEncoder().wrap(it.slice, LENGTH).setRaw((byte) -1));
            refused(() -> new FlagsDecoder().wrap(it.slice, LENGTH).getRaw());
            refused(() -> new FlagsEncoder().wrap(it.slice, -1).setRaw((byte) -1));
            new DecimalEncoder().wrap(it.slice, LENGTH - 8).mantissa(-1);
        });
    }

    public static void thereIsNoEntryBeforeTheFirst() {
        with(it -> {
            NestedEncoder encoder = new NestedEncoder().wrapAndApplyHeader(it.slice, 0, new MessageHeaderEncoder());
            NestedEncoder.OuterEncoder outer = encoder.outerCount(1);
            refused(() -> outer.k((short) -1));
            outer.next().k((short) 1).innerCount(0);
            outer.tag("");
            NestedEncoder.CmeEncoder cme = encoder.cmeCount(1);
            refused(() -> cme.n(-1));
            assertEquals(-1, cme.sbeOffset());
            cme.next().n(5);
            encoder.oddCount(0);
            encoder.putTail(new byte[0], 0, 0).text("");
            NestedDecoder decoder = new NestedDecoder().wrapAndApplyHeader(it.slice, 0, new MessageHeaderDecoder());
            NestedDecoder.OuterDecoder outers = decoder.outer();
            refused(outers::k);
            assertEquals(1, outers.next().k());
            assertEquals(0, outers.inner().count());
            assertEquals("", outers.tag());
            NestedDecoder.CmeDecoder entries = decoder.cme();
            refused(entries::n);
            assertEquals(-1, entries.sbeOffset());
            assertEquals(5, entries.next().n());
        });
    }

    public static void entriesStayInTheMemoryOfTheirGroup() {
        with(it -> {
            NestedEncoder encoder = new NestedEncoder().wrapAndApplyHeader(it.slice, 0, new MessageHeaderEncoder());
            encoder.outerCount(0);
            NestedEncoder.CmeEncoder stale = encoder.cmeCount(3);
            encoder.wrap(MemorySegment.ofArray(new byte[4096]), 0);
            encoder.limit(LENGTH - 3);
            refused(stale::next);
            encoder.limit(-2);
            refused(stale::next);
            encoder.limit(LENGTH - 4);
            stale.next().n(-1);
        });
    }

    public static void readOnlyMemoryIsReadAndNotWritten() {
        with(it -> {
            new ValuesEncoder().wrap(it.slice, 0).u32(5).price().mantissa(6);
            MemorySegment readOnly = it.slice.asReadOnly();
            ValuesDecoder decoder = new ValuesDecoder().wrap(readOnly, 0, ValuesDecoder.BLOCK_LENGTH, 5);
            assertEquals(5, decoder.u32());
            assertEquals(6, decoder.price().mantissa());
            ValuesEncoder encoder = new ValuesEncoder().wrap(readOnly, 0);
            assertThrows(RuntimeException.class, () -> encoder.u32(9));
            assertThrows(RuntimeException.class, () -> encoder.price().mantissa(9));
            assertThrows(RuntimeException.class, () -> encoder.flags().setRaw((byte) 9));
            assertThrows(RuntimeException.class, () -> encoder.putBlob(new byte[5], 0, 5));
            assertEquals(5, decoder.u32());
        });
    }

    public static void memoryMayChangeItsKind() {
        with(it -> {
            ValuesEncoder encoder = new ValuesEncoder();
            ValuesDecoder decoder = new ValuesDecoder();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment[] kinds = {it.slice, arena.allocate(LENGTH), MemorySegment.ofArray(new long[LENGTH / 8]),
                    MemorySegment.ofArray(new byte[LENGTH])};
                for (int i = 0; i < 4 * kinds.length; i++) {
                    MemorySegment memory = kinds[i * 3 % kinds.length];
                    encoder.wrap(memory, 4).i64(i).price().mantissa(-i);
                    encoder.flags().setRaw((byte) i);
                    decoder.wrap(memory, 4, ValuesDecoder.BLOCK_LENGTH, 5);
                    assertEquals(i, decoder.i64());
                    assertEquals(-i, decoder.price().mantissa());
                    assertEquals(i, decoder.flags().getRaw());
                }
            }
            assertThrows(IllegalStateException.class, () -> {
                MemorySegment closed;
                try (Arena arena = Arena.ofConfined()) {
                    closed = arena.allocate(LENGTH);
                    encoder.wrap(closed, 0);
                }
                encoder.i64(1);
            });
        });
    }
}
