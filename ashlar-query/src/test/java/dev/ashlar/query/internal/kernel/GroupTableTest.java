// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/// How far keys are from the places where they are looked for first.
class GroupTableTest {
    private static final double MOST = 0.2;

    private static void check(String keys, IntToLongFunction key) {
        for (int count : new int[] {10, 100, 1_000}) {
            int places = 128;
            while (GroupTable.isTooFull(count, places)) {
                places *= 8;
            }
            boolean[] taken = new boolean[places];
            int steps = 0;
            for (int i = 0; i < count; i++) {
                int at = GroupTable.place(GroupTable.hash(key.applyAsLong(i)), places - 1);
                for (; taken[at]; at = at + 1 & places - 1) {
                    steps++;
                }
                taken[at] = true;
            }
            assertTrue(steps <= MOST * count, keys + ": keys=" + count + ", steps=" + steps);
        }
    }

    private static long text(String text) {
        long word = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            word = word << Byte.SIZE | text.charAt(i);
        }
        return word;
    }

    @Test
    void shouldSpreadTextsThatDifferInTheirDigits() {
        for (int before = 0; before <= 4; before++) {
            String start = "x".repeat(before);
            check("digits from " + before, i -> text(start + String.format(Locale.ROOT, "%03d", i)));
        }
        check("symbols", i -> text("S" + (1_000 + i)));
    }

    @Test
    void shouldSpreadNumbers() {
        check("numbers", i -> i);
        check("negative", i -> -i);
        check("doubles", Double::doubleToRawLongBits);
        for (long times = 10; times <= 60_000_000_000L; times *= 10) {
            long by = times;
            check("times " + by, i -> i * by);
        }
        check("minutes in ns", i -> i * 60_000_000_000L);
        for (int shift = 4; shift < 56; shift += 4) {
            int by = shift;
            check("shifted by " + by, i -> (long) i << by);
        }
    }
}
