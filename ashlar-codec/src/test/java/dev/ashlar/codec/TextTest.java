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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextTest {
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_8, StandardCharsets.UTF_16BE);

    /// The JDK says what a charset lacks.
    @Test
    void shouldEqualStringOrRefuseItWhenTextIsRandom() {
        SplittableRandom random = Seed.random("TextTest");
        Set<Charset> refused = new HashSet<>();
        for (int run = 0; run < 20_000; run++) {
            String text = text(random);
            for (Charset charset : CHARSETS) {
                if (!charset.newEncoder().canEncode(text)) {
                    refused.add(charset);
                    shouldWriteNothing(text, charset, "text with a character that its charset lacks: index="
                            + firstLacking(text, charset) + ", charset=" + charset + " (field)");
                    continue;
                }
                byte[] expected = text.getBytes(charset);
                MemorySegment memory = MemorySegment.ofArray(new byte[expected.length]);
                assertEquals(expected.length, Text.length(text, charset, "field"), charset::name);
                Text.put(memory, 0, text, expected.length, charset);
                assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), () -> charset + ": " + text);
                assertEquals(new String(expected, charset), Text.get(memory, 0, expected.length, charset));
                StringBuilder appended = new StringBuilder();
                Text.append(memory, 0, expected.length, charset, appended);
                assertEquals(new String(expected, charset), appended.toString());
            }
        }
        assertEquals(Set.copyOf(CHARSETS), refused);
    }

    private static int firstLacking(String text, Charset charset) {
        int index = 0;
        while (charset.newEncoder().canEncode(Character.toString(text.codePointAt(index)))) {
            index = text.offsetByCodePoints(index, 1);
        }
        return index;
    }

    @Test
    void shouldWriteNothingWhenTextIsTooLong() {
        shouldWriteNothing("a".repeat(65), StandardCharsets.US_ASCII,
                "text longer than its field: length=65, capacity=64 (field)");
    }

    private static void shouldWriteNothing(String text, Charset charset, String message) {
        byte[] before = new byte[64];
        Arrays.fill(before, (byte) 7);
        MemorySegment memory = MemorySegment.ofArray(before.clone());
        assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> Text.putPadded(memory, 0, 64, text, charset, "field")).getMessage());
        assertArrayEquals(before, memory.toArray(ValueLayout.JAVA_BYTE));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(6);
            int bound = kind < 3 ? 0x7f : kind == 3 ? 0x7ff : kind == 4 ? 0xffff : 0x10ffff;
            // Among them halves of surrogate pairs.
            text.appendCodePoint(random.nextInt(1, bound));
        }
        return text.toString();
    }
}
