// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page that describes cells, and the code, say the same.
class CellLayoutTest {
    private static final Pattern BYTES = Pattern.compile("`((?:[0-9a-f]{2} ?)+)`");

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("cell-v1.md", "plain", "opaque", "release", "cas");
        page.compare("## Header of a versioned cell, ", CellLayout.HEADER);
        page.compare("## Header of a slot, ", CellLayout.SLOT);
        page.compare("## Header of a seqlock cell, ", CellLayout.SEQLOCK_HEADER);
        assertEquals(16 + 4 * (16 + 40), new VersionedCell(40, 4).byteSize());
        assertEquals(16 + 5 * (16 + 48), new VersionedCell(41, 5).byteSize());
        assertEquals(8 + 48, new SeqlockCell(41).byteSize());
    }

    /// The bytes of the page's example are those that a program finds which follows the page.
    @Test
    void shouldHaveTheBytesOfTheExample() throws IOException {
        VersionedCell cell = new VersionedCell(9, 4);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        Syncs syncs = new Syncs(0);
        VersionedCellWriter writer = VersionedCellWriter.durable(cell, syncs);
        MemorySegment value = MemorySegment.ofArray("123456789".getBytes(StandardCharsets.US_ASCII));
        writer.write(memory, 0, value, 0);
        syncs.complete(syncs.begin());
        writer.write(memory, 0, value, 0);
        String page = FormatPage.read("cell-v1.md").text();
        StringBuilder described = new StringBuilder();
        for (Matcher row = BYTES.matcher(page.substring(page.indexOf("## Example"))); row.find();) {
            described.append(described.isEmpty() ? "" : " ").append(row.group(1));
        }
        byte[] actual = memory.asSlice(0, 16 + 2 * 32).toArray(ValueLayout.JAVA_BYTE);
        assertEquals(described.toString(), HexFormat.ofDelimiter(" ").formatHex(actual));
        for (byte rest : memory.asSlice(16 + 2 * 32).toArray(ValueLayout.JAVA_BYTE)) {
            assertEquals(0, rest);
        }
    }

}
