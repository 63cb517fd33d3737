// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextTest {
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_8, StandardCharsets.UTF_16BE);

    @Test
    void shouldEqualStringWhenTextIsRandom() {
        SplittableRandom random = Seed.random("TextTest");
        for (int run = 0; run < 20_000; run++) {
            String text = text(random);
            for (Charset charset : CHARSETS) {
                byte[] expected = text.getBytes(charset);
                if (charset != StandardCharsets.UTF_8 && text.codePoints().anyMatch(c -> c > 0xffff)
                        && charset != StandardCharsets.UTF_16BE) {
                    continue; // String writes one ? for a pair where we write two: one for each char
                }
                MemorySegment memory = MemorySegment.ofArray(new byte[expected.length]);
                assertEquals(expected.length, Text.length(text, charset), charset::name);
                Text.put(memory, 0, text, expected.length, charset);
                assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), () -> charset + ": " + text);
                assertEquals(new String(expected, charset), Text.get(memory, 0, expected.length, charset));
                StringBuilder appended = new StringBuilder();
                Text.append(memory, 0, expected.length, charset, appended);
                assertEquals(new String(expected, charset), appended.toString());
            }
        }
    }

    @Test
    void shouldWriteNothingWhenTextIsTooLong() {
        MemorySegment memory = MemorySegment.ofArray(new byte[] {7, 7, 7});
        assertThrows(IllegalArgumentException.class,
                () -> Text.putPadded(memory, 0, 2, "abc", StandardCharsets.US_ASCII, "field"));
        assertArrayEquals(new byte[] {7, 7, 7}, memory.toArray(ValueLayout.JAVA_BYTE));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(6);
            int bound = kind < 3 ? 0x7f : kind == 3 ? 0x7ff : kind == 4 ? 0xffff : 0x10ffff;
            text.appendCodePoint(random.nextInt(1, bound));
        }
        return text.toString();
    }
}
