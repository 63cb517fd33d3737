// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page that describes the format, and the code, say the same.
class StoreLayoutTest {
    private static final Path PAGE = Path.of(System.getProperty("ashlar.root", ".."), "docs/formats/store-v1.md");
    private static final Pattern ROW =
            Pattern.compile("\\| (\\d+) \\| (\\d+) \\| (\\w+) \\| (plain|release) \\| .*\\|");

    @Test
    void shouldBeAsThePageSays() throws IOException {
        String page = Files.readString(PAGE) + "\n## ";
        compare(page, "## Extent, ", StoreLayout.EXTENT);
        compare(page, "## Entry, ", StoreLayout.ENTRY);
        compare(page, "## Checkpoint, ", StoreLayout.CHECKPOINT);
        compare(page, "## Mark, ", StoreLayout.MARK);
        compare(page, "## Catalog, ", StoreLayout.CATALOG);
        compare(page, "## Live, ", StoreLayout.LIVE);
        compare(page, "## Frame, ", StoreLayout.FRAME);
        compare(page, "## Index row, ", StoreLayout.INDEX_ROW);
        compare(page, "## Record, ", StoreLayout.RECORD);
        assertTrue(page.contains("at most %d. It does not change".formatted(KeyLayout.MAX_BYTES)));
        compare(page, "## Pin, ", StoreLayout.PIN);
        assertTrue(page.contains("\n%,d pins follow.".formatted(StoreLayout.MAX_READERS)));
        assertTrue(page.contains("at most %,d |".formatted(StoreLayout.MAX_CONTAINERS)));
        assertTrue(page.contains("checkpoints, %,d bytes each".formatted(StoreLayout.CHECKPOINT_BYTES)));
        assertTrue(page.contains("header (%,d bytes)".formatted(StoreLayout.EXTENT_HEADER_BYTES)));
    }

    private static void compare(String page, String title, StructLayout layout) {
        String section = page.substring(page.indexOf(title) + title.length());
        section = section.substring(0, section.indexOf("\n## "));
        assertEquals(layout.byteSize(), Long.parseLong(section.substring(0, section.indexOf(" byte"))), title);
        List<String> described = new ArrayList<>();
        for (Matcher row = ROW.matcher(section); row.find();) {
            described.add(row.group(1) + " " + row.group(2) + " " + row.group(3));
        }
        List<String> coded = new ArrayList<>();
        long offset = 0;
        for (MemoryLayout member : layout.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                coded.add(offset + " " + member.byteSize() + " " + member.name().orElseThrow());
                assertEquals(0, offset % member.byteAlignment(), member::toString);
                if (member instanceof ValueLayout value) {
                    assertEquals(ByteOrder.LITTLE_ENDIAN, value.order());
                }
            }
            offset += member.byteSize();
        }
        assertEquals(described, coded, title);
        assertEquals(0, layout.byteSize() % 8, title);
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
