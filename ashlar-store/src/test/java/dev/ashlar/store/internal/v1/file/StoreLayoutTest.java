// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.internal.v1.values.ValueKeyLayout;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The page that describes the format, and the code, say the same.
class StoreLayoutTest {

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("store-v1.md", "plain", "release");
        page.compare("## Extent, ", StoreLayout.EXTENT);
        page.compare("## Commit, ", StoreLayout.COMMIT);
        assertSaid(page, "are at %,d + %d × *p* and %,d + %d × *p*", CommitRecords.at(0, false), CommitRecords.BYTES,
                CommitRecords.at(0, true), CommitRecords.BYTES);
        assertSaid(page, "last durable checkpoint: %d pairs", CommitRecords.PAIRS);
        page.compare("## Entry, ", StoreLayout.ENTRY);
        page.compare("## Checkpoint, ", StoreLayout.CHECKPOINT);
        page.compare("## Mark, ", StoreLayout.MARK);
        page.compare("## Catalog, ", StoreLayout.CATALOG);
        page.compare("## Live, ", StoreLayout.LIVE);
        page.compare("## Frame, ", StoreLayout.FRAME);
        page.compare("## Index row, ", StoreLayout.INDEX_ROW);
        page.compare("## Record, ", StoreLayout.RECORD);
        assertSaid(page, "at most %d. It does not change", ValueKeyLayout.MAX_BYTES);
        page.compare("## Pin, ", StoreLayout.PIN);
        assertSaid(page, "\n%,d pins follow.", StoreLayout.MAX_READERS);
        assertSaid(page, "at most %,d |", StoreLayout.MAX_CONTAINERS);
        assertSaid(page, "checkpoints, %,d bytes each", StoreLayout.CHECKPOINT_BYTES);
        assertSaid(page, "header (%,d bytes)", StoreLayout.EXTENT_HEADER_BYTES);
    }

    /// Numbers are as on the page, whatever the machine's language has between thousands.
    private static void assertSaid(FormatPage page, String format, Object... numbers) {
        String wanted = String.format(Locale.ROOT, format, numbers);
        assertTrue(page.text().contains(wanted), wanted);
    }

    @Test
    void shouldBeginWithItsMagic() {
        assertEquals("ASHLSTOR", text(StoreLayout.HEAD_MAGIC));
        assertEquals("ASHLEXTN", text(StoreLayout.EXTENT_MAGIC));
        assertEquals("ASHLCATA", text(StoreLayout.CATALOG_MAGIC));
        assertEquals("ASHLLIVE", text(StoreLayout.LIVE_MAGIC));
    }

    private static String text(long magic) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
        bytes.set(StoreLayout.PACKED_LONG, 0, magic);
        return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII);
    }

    @Test
    void shouldPlaceChunksAsThePageSays() {
        Geometry geometry = new Geometry(1 << 16, 33);
        assertEquals(4096 + 8192, geometry.chunksOffset());
        assertEquals(2, geometry.extent(66));
        assertEquals(4096 + 128, geometry.entryOffset(67));
        assertEquals(4096 + 8192 + 65536, geometry.chunkOffset(67));
        assertEquals(4096 + 8192 + 33 * 65536, geometry.extentFileBytes());
    }
}
