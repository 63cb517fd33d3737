// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.memory.Residence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmapsTest {
    @TempDir
    Path folder;

    /// One that is not UTF-8, and one with a byte that ends a line in other charsets.
    @Test
    void shouldReadPastNamesInAnyCharset() throws IOException {
        Path file = folder.resolve("smaps");
        try (Arena arena = Arena.ofConfined()) {
            Extent extent = new Extent(arena.allocate(8192, 4096), arena, "test", false);
            long start = extent.memory().address();
            String text = "%x-%x rw-p 00000000 00:00 0 \nRss: 8 kB\n".formatted(start, start + 8192)
                    + "1000-3000 r--s 00000000 08:01 7 /tmp/caf\u00e9\u0085\u00ff\nRss: 4096 kB\n";
            Files.writeString(file, text, StandardCharsets.ISO_8859_1);
            assertEquals(Optional.of(new Residence(8192, 0)), Smaps.residence(List.of(extent), file));
        }
    }
}
