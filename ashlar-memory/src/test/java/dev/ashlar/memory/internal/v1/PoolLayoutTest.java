// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

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
class PoolLayoutTest {
    private static final Path PAGE = Path.of(System.getProperty("ashlar.root", ".."), "docs/formats/pool-v1.md");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (\\d+) \\| (\\w+) \\| (plain|cas) \\| .*\\|");

    @Test
    void shouldBeAsThePageSays() throws IOException {
        String page = Files.readString(PAGE);
        compare(page, "## Header, ", PoolLayout.HEADER);
        compare(page, "## Slot, ", PoolLayout.SLOT);
        compare(page, "## Record, ", PoolLayout.CONTAINER);
        compare(page, "## Entry, ", PoolLayout.ENTRY);
        assertTrue(page.contains("| 28 | 4 | maxProcesses | plain | " + PoolLayout.MAX_PROCESSES + " |"));
        assertTrue(page.contains("| 32 | 4 | maxContainers | plain | " + PoolLayout.MAX_CONTAINERS + " |"));
        assertTrue(page.contains("| 8 | 4 | version | plain | " + PoolLayout.VERSION + " |"));
        assertEquals(1 << 20, Geometry.MAX_CHUNKS);
    }

    private static void compare(String page, String title, StructLayout layout) {
        String section = page.substring(page.indexOf(title) + title.length());
        section = section.substring(0, section.indexOf("\n## "));
        assertEquals(layout.byteSize(), Long.parseLong(section.substring(0, section.indexOf(' '))), title);
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
    void shouldPackWordsAsThePageSays() {
        MemorySegment word = MemorySegment.ofArray(new byte[8]);
        word.set(PoolLayout.LONG.withByteAlignment(1), 0, Word.of(2, 0x1234, 0xfedcba98));
        assertEquals("02003412" + "98badcfe", java.util.HexFormat.of().formatHex(
                word.toArray(ValueLayout.JAVA_BYTE)));
        long packed = Word.of(4, 0xffff, -1);
        assertEquals(4, Word.state(packed));
        assertEquals(0xffff, Word.owner(packed));
        assertEquals(-1, Word.epoch(packed));
    }

    @Test
    void shouldBeginWithTheMagic() {
        Geometry geometry = new Geometry(4096, 100, 40);
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
