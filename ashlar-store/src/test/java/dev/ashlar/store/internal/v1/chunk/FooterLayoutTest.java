// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The page that describes the footer, and the code, say the same.
class FooterLayoutTest {

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("store-v1.md", "plain");
        page.compare("## Footer header, ", FooterLayout.HEADER);
        page.compare("## Zone, ", FooterLayout.ZONE);
        for (PrimitiveType type : PrimitiveType.values()) {
            assertTrue(page.text().contains(FooterLayout.code(type) + " " + type.sbeName()), type::toString);
            assertEquals(type, FooterLayout.type(FooterLayout.code(type)));
        }
        assertNull(FooterLayout.type(0));
        assertEquals("ASHF", new String(java.nio.ByteBuffer.allocate(4).order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(FooterLayout.MAGIC).array(), java.nio.charset.StandardCharsets.US_ASCII));
        assertEquals(1 << 16, FooterLayout.CHECKED_BYTES);
    }

}
