// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The page that describes the format, and the code, say the same.
class PoolLayoutTest {

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("pool-v1.md", "plain", "cas");
        page.compare("## Header, ", PoolLayout.HEADER);
        page.compare("## Slot, ", PoolLayout.SLOT);
        page.compare("## Record, ", PoolLayout.CONTAINER);
        page.compare("## Entry, ", PoolLayout.ENTRY);
        assertTrue(page.text().contains("| 28 | 4 | maxProcesses | plain | " + PoolLayout.MAX_PROCESSES + " |"));
        assertTrue(page.text().contains("| 32 | 4 | maxContainers | plain | " + PoolLayout.MAX_CONTAINERS + " |"));
        assertTrue(page.text().contains("| 8 | 4 | version | plain | " + PoolLayout.VERSION + " |"));
        assertEquals(1 << 20, PoolGeometry.MAX_CHUNKS);
    }

    @Test
    void shouldPackWordsAsThePageSays() {
        MemorySegment word = MemorySegment.ofArray(new byte[8]);
        word.set(PoolLayout.LONG.withByteAlignment(1), 0, AtomicWord.of(2, 0x1234, 0xfedcba98));
        assertEquals("02003412" + "98badcfe", java.util.HexFormat.of().formatHex(
                word.toArray(ValueLayout.JAVA_BYTE)));
        long packed = AtomicWord.of(4, 0xffff, -1);
        assertEquals(4, AtomicWord.state(packed));
        assertEquals(0xffff, AtomicWord.owner(packed));
        assertEquals(-1, AtomicWord.epoch(packed));
    }

    @Test
    void shouldBeginWithTheMagic() {
        PoolGeometry geometry = new PoolGeometry(4096, 100, 40);
        byte[] header = DirectoryFile.header(geometry).toArray(ValueLayout.JAVA_BYTE);
        assertEquals("ASHLPOOL", new String(header, 0, 8, StandardCharsets.US_ASCII));
        assertEquals(128 + 64 * 32 + 256 * 352 + 100 * 16, geometry.directoryBytes());
        assertEquals(3, geometry.maxExtents());
        assertEquals(20 * 4096, geometry.extentBytes(2));
        for (int index = 0; index < 100; index++) {
            assertEquals(index, geometry.index(geometry.number(index)));
        }
    }
}
