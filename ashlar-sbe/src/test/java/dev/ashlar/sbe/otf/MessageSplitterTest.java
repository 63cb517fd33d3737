// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageSplitterTest {
    /// `M` with `g` (in it `h`, since version 2, and data) and, since version 3, `i`.
    private static final SmallSchema SMALL = SmallSchema.of("", """
            <field name="a" id="1" type="uint16"/>
            <group name="g" id="2"><field name="b" id="3" type="uint8"/>
              <group name="h" id="4" sinceVersion="2"><field name="c" id="5" type="uint8"/></group>
              <data name="d" id="6" type="blob"/></group>
            <group name="i" id="7" sinceVersion="3"><field name="e" id="8" type="uint8"/></group>""");
    private static final String BODY = "0a0b"
            + "0100 02" + "b1 0100 02 c1 c2 03 d1d1d1" + "b2 0200 01 c3ff 00"
            + "0100 02 e1 e2";

    private final Blocks blocks = new Blocks(SMALL.schema);

    @Test
    void shouldTellEachBlockBeforeThoseInsideIt() {
        byte[] message = SMALL.message(3, 2, BODY);
        assertEquals(Status.OK, blocks.split(message));
        assertEquals(List.of("M 0 in -1 at 8+2", "M/g 0 in 0 at 13+1", "M/g/h 0 in 0 at 17+1", "M/g/h 1 in 0 at 18+1",
                "M/g 1 in 0 at 23+1", "M/g/h 2 in 1 at 27+2", "M/i 0 in 0 at 33+1", "M/i 1 in 0 at 34+1"),
                blocks.texts());
        assertEquals("template=7, version=3, length=35", blocks.begun);
        assertEquals("ok: M, decodedLength=35", blocks.splitter.result().toString());
        assertEquals(message.length, blocks.splitter.result().position());
    }

    @Test
    void shouldCountFromTheStartInTheNextMessage() {
        byte[] message = SMALL.message(3, 2, BODY);
        blocks.split(message);
        List<String> first = blocks.texts();
        blocks.split(message);
        assertEquals(first, blocks.texts());
    }

    @Test
    void shouldGoByTheActingVersion() {
        assertEquals(Status.OK, blocks.split(SMALL.message(1, 2, "0a0b 0100 02 b1 01 d1 b2 00 ffff")));
        assertEquals(List.of("M 0 in -1 at 8+2", "M/g 0 in 0 at 13+1", "M/g 1 in 0 at 16+1"), blocks.texts());
        assertEquals("template=7, version=1, length=18", blocks.begun);
    }

    @Test
    void shouldTellTheLengthOnTheWireWhateverTheSchemaSays() {
        assertEquals(Status.OK, blocks.split(SMALL.message(1, 1, "0a 0300 01 b1ffff 00")));
        assertEquals(List.of("M 0 in -1 at 8+1", "M/g 0 in 0 at 12+3"), blocks.texts());
        assertEquals(Status.OK, blocks.split(SMALL.message(9, 4, "0a0bffff 0000 01 0100 01 c1 00 0100 00")));
        assertEquals(List.of("M 0 in -1 at 8+4", "M/g 0 in 0 at 15+0", "M/g/h 0 in 0 at 18+1"), blocks.texts());
    }

    @Test
    void shouldReturnWhatIsWrongAndTellNothing() {
        byte[] message = SMALL.message(3, 2, BODY);
        for (int length = 0; length < message.length; length++) {
            Status status = blocks.split(MemorySegment.ofArray(message), 0, length);
            assertNotEquals(Status.OK, status);
            assertEquals(List.of(), blocks.found);
            assertEquals("", blocks.begun);
            ValidationResult expected =
                    new MessageValidator(SMALL.schema).validate(MemorySegment.ofArray(message), 0, length);
            assertEquals(expected, blocks.splitter.result());
            assertEquals(expected.status(), status);
        }
        assertEquals(Status.DATA_TOO_LONG, blocks.split(Arrays.copyOf(message, 21)));
        assertEquals("data longer than bytes: length=3, remainingBytes=1, position=19 (M/g[0]/d)",
                blocks.splitter.result().toString());
        assertEquals(Status.GROUP_TOO_LONG, blocks.split(Arrays.copyOf(message, 30)));
        assertEquals("group longer than bytes: headerLength=3, remainingBytes=0, position=30 (M/i)",
                blocks.splitter.result().toString());
    }

    @Test
    void shouldReturnWhatTheHeaderHasWrong() {
        byte[] message = SMALL.message(3, 2, BODY);
        byte[] unknown = message.clone();
        unknown[2] = 8;
        assertEquals(Status.UNKNOWN_TEMPLATE, blocks.split(unknown));
        // In words even after the bytes are gone.
        Arrays.fill(unknown, (byte) 0);
        assertEquals("templateId=8", blocks.splitter.result().detail());
        byte[] other = message.clone();
        other[4] = 1;
        assertEquals(Status.OTHER_SCHEMA, blocks.split(other));
        assertEquals("schemaId=1, expected=9", blocks.splitter.result().detail());
        assertEquals(List.of(), blocks.found);
    }

    @Test
    void shouldTellNoMoreBlocksThanBytesAndTheBoundOfEmptyOnes() {
        SmallSchema wide = SmallSchema.of("<composite name=\"D\"><type name=\"blockLength\" primitiveType=\"uint16\"/>"
                + "<type name=\"numInGroup\" primitiveType=\"uint32\" maxValue=\"2147483647\"/></composite>",
                "<group name=\"g\" id=\"1\" dimensionType=\"D\"><field name=\"a\" id=\"2\" type=\"uint8\"/></group>");
        Blocks found = new Blocks(wide.schema);
        byte[] most = wide.message(3, 0, "0000 00000100");
        assertEquals(Status.OK, found.split(most));
        assertEquals(1 + MessageValidator.MAX_EMPTY_ENTRIES, found.found.size());
        assertEquals("M/g 65535 in 0 at 14+0", found.found.getLast().toString());
        assertEquals(Status.TOO_MANY_EMPTY_ENTRIES, found.split(wide.message(3, 0, "0000 01000100")));
        assertEquals(List.of(), found.found);
    }

    @Test
    void shouldStopAtABoundWhenTheBytesChangeMeanwhile() {
        byte[] message = SMALL.message(3, 2, BODY);
        MemorySegment memory = MemorySegment.ofArray(message);
        long[] beyond = {0};
        Status status = blocks.splitter.split(memory, 0, message.length, (kind, entry, parent, source, at, length) -> {
            message[10] = (byte) 0xff;
            beyond[0] = Math.max(beyond[0], at + length);
        });
        assertEquals(Status.GROUP_TOO_LONG, status);
        assertFalse(blocks.splitter.result().isOk());
        assertTrue(beyond[0] <= message.length);
    }

    @Test
    void shouldPassOnWhatTheListenerThrows() {
        byte[] message = SMALL.message(3, 2, BODY);
        IllegalStateException full = new IllegalStateException("full");
        assertSame(full, assertThrows(IllegalStateException.class, () -> blocks.splitter.split(
                MemorySegment.ofArray(message), 0, message.length, (_, _, _, _, _, _) -> {
                    throw full;
                })));
        assertEquals(Status.OK, blocks.split(message));
        assertEquals(8, blocks.found.size());
    }

    @Test
    void shouldCollectInOneWalkWhatItSplitsInTwo() {
        MemorySegment memory = MemorySegment.ofArray(SMALL.message(3, 2, BODY));
        for (int length = 0; length <= memory.byteSize(); length++) {
            Status expected = blocks.split(memory, 0, length);
            Blocks collected = new Blocks(SMALL.schema);
            assertEquals(expected, collected.splitter.collect(memory, 0, length, collected));
            assertEquals(blocks.splitter.result(), collected.splitter.result());
            if (expected == Status.OK) {
                assertEquals(blocks.texts(), collected.texts());
            }
        }
    }

    @Test
    void shouldRefuseWhatIsTheCallersMistake() {
        assertThrows(IllegalStateException.class, blocks.splitter::result);
        MemorySegment memory = MemorySegment.ofArray(new byte[20]);
        assertThrows(IndexOutOfBoundsException.class, () -> blocks.split(memory, 10, 11));
        assertThrows(IndexOutOfBoundsException.class, () -> blocks.split(memory, -1, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> blocks.split(memory, 1, Long.MAX_VALUE));
    }
}
