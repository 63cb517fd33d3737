// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page that describes the footer, and the code, say the same.
class FooterLayoutTest {
    private static final Path PAGE =
            Path.of(System.getProperty("ashlar.root", ".."), "docs/formats/store-v1.md");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (\\d+) \\| (\\w+) \\| plain \\| .*\\|");

    @Test
    void shouldBeAsThePageSays() throws IOException {
        String page = Files.readString(PAGE);
        compare(page, "## Footer header, ", FooterLayout.HEADER);
        compare(page, "## Zone, ", FooterLayout.ZONE);
        for (PrimitiveType type : PrimitiveType.values()) {
            assertTrue(page.contains(FooterLayout.code(type) + " " + type.sbeName()), type::toString);
            assertEquals(type, FooterLayout.type(FooterLayout.code(type)));
        }
        assertNull(FooterLayout.type(0));
        assertEquals("ASHF", new String(java.nio.ByteBuffer.allocate(4).order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(FooterLayout.MAGIC).array(), java.nio.charset.StandardCharsets.US_ASCII));
        assertEquals(1 << 16, FooterLayout.CHECKED_BYTES);
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
            coded.add(offset + " " + member.byteSize() + " " + member.name().orElseThrow());
            offset += member.byteSize();
        }
        assertEquals(described, coded, title);
    }
}
