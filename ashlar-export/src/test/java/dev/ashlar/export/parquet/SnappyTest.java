// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What was compressed is what a decoder makes that was written from the format's description.
class SnappyTest {
    private final SplittableRandom random = Seed.random("SnappyTest");
    private final Snappy snappy = new Snappy();

    @Test
    void shouldKeepAllBytes() {
        for (int i = 0; i < 2_000; i++) {
            assertKept(bytes(random.nextInt(i % 10 == 0 ? 200_000 : 300), random.nextInt(1, 257), random.nextInt(5)));
        }
    }

    /// Lengths at which the form of literals and copies changes.
    @Test
    void shouldKeepAllLengths() {
        for (int literal = 0; literal < 130; literal++) {
            for (int copy = 0; copy < 140; copy += 3) {
                byte[] head = bytes(literal, 256, 0);
                byte[] bytes = Arrays.copyOf(head, literal + copy + 9);
                Arrays.fill(bytes, literal, literal + copy, (byte) 7);
                assertKept(bytes);
            }
        }
        for (int length : new int[] {60, 61, 256, 257, 65_535, 65_536, 65_537, 70_000}) {
            assertKept(bytes(length, 256, 0));
        }
    }

    /// Copies reach as far back as two bytes say, and no further.
    @Test
    void shouldKeepWhatRepeatsFarBack() {
        for (int distance : new int[] {2_046, 2_047, 2_048, 65_534, 65_535, 65_536, 65_537}) {
            byte[] block = bytes(distance, 256, 0);
            byte[] twice = Arrays.copyOf(block, 2 * distance);
            System.arraycopy(block, 0, twice, distance, distance);
            assertKept(twice);
        }
    }

    @Test
    void shouldMakeTextShorter() {
        byte[] text = "the same words, again and again, ".repeat(100).getBytes(StandardCharsets.UTF_8);
        ByteSink sink = new ByteSink(0);
        snappy.compress(text, 0, text.length, sink);
        assertTrue(sink.length() < text.length / 10, () -> "length=" + sink.length());
    }

    /// @param values how many different ones
    /// @param repeats how often earlier bytes come again
    private byte[] bytes(int length, int values, int repeats) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length;) {
            if (at > 0 && random.nextInt(5) < repeats) {
                int from = random.nextInt(at);
                int count = Math.min(length - at, 1 + random.nextInt(100));
                for (int i = 0; i < count; i++) {
                    bytes[at++] = bytes[from + i];
                }
            } else {
                bytes[at++] = (byte) random.nextInt(values);
            }
        }
        return bytes;
    }

    private void assertKept(byte[] content) {
        byte[] framed = new byte[content.length + 6];
        System.arraycopy(content, 0, framed, 3, content.length);
        ByteSink sink = new ByteSink(0);
        snappy.compress(framed, 3, 3 + content.length, sink);
        assertArrayEquals(content, decode(sink.array(), sink.length()));
    }

    private static byte[] decode(byte[] from, int end) {
        int at = 0;
        int length = 0;
        int shift = 0;
        while (true) {
            length |= (from[at] & 0x7f) << shift;
            shift += 7;
            if (from[at++] >= 0) {
                break;
            }
        }
        byte[] to = new byte[length];
        int done = 0;
        while (at < end) {
            int tag = from[at++] & 0xff;
            int bits = tag >>> 2;
            if ((tag & 3) == 0) {
                int count = bits + 1;
                if (bits >= 60) {
                    count = 1 + number(from, at, bits - 59);
                    at += bits - 59;
                }
                System.arraycopy(from, at, to, done, count);
                at += count;
                done += count;
                continue;
            }
            boolean isShort = (tag & 3) == 1;
            assertTrue(isShort || (tag & 3) == 2, () -> "tag=" + tag);
            int count = isShort ? 4 + (bits & 7) : 1 + bits;
            int offset = isShort ? tag >>> 5 << 8 | from[at] & 0xff : number(from, at, 2);
            at += isShort ? 1 : 2;
            assertTrue(offset > 0 && offset <= done, "offset=" + offset);
            for (int i = 0; i < count; i++) {
                to[done] = to[done - offset];
                done++;
            }
        }
        assertEquals(length, done);
        return to;
    }

    private static int number(byte[] from, int at, int bytes) {
        int number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (from[at + i] & 0xff) << 8 * i;
        }
        return number;
    }
}
