// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Claims agree with a plain set of free chunks, and find a row where there is one.
class FreeChunksPropertyTest {
    private static final int MAX_CLAIM = 12;

    private final SplittableRandom random = Seed.random("FreeChunksPropertyTest");
    private final FreeChunks claims = new FreeChunks();
    private final BitSet free = new BitSet();
    private final List<int[]> owned = new ArrayList<>();

    @Test
    void shouldAgreeWithASet() {
        int next = 0;
        for (int step = 0; step < 20_000; step++) {
            int kind = random.nextInt(100);
            if (kind == 0 && next < 1_000) {
                int count = random.nextInt(1, 130);
                claims.add(next, count);
                free.set(next, next + count);
                // The gap between two extents.
                next += count + 1;
            } else if (kind < 55) {
                claim(random.nextInt(MAX_CLAIM + 1));
            } else if (!owned.isEmpty()) {
                int[] chunks = owned.remove(random.nextInt(owned.size()));
                claims.release(chunks, 0, chunks.length);
                Arrays.stream(chunks).forEach(free::set);
                if (chunks.length > 0) {
                    // Released last, claimed first.
                    int[] again = new int[1];
                    assertTrue(claims.claim(1, -1, again, 0));
                    assertEquals(chunks[0], again[0]);
                    claims.release(again, 0, 1);
                }
            }
            assertEquals(free.cardinality(), claims.freeCount());
        }
    }

    private void claim(int count) {
        int wish = random.nextBoolean() ? random.nextInt(1_000) : -1;
        int[] chunks = new int[count];
        boolean row = hasRow(count);
        boolean wished = wish >= 0 && count > 0 && free.nextClearBit(wish) >= wish + count;
        boolean claimed = claims.claim(count, wish, chunks, 0);
        assertEquals(count <= free.cardinality(), claimed);
        if (claimed) {
            for (int chunk : chunks) {
                assertTrue(free.get(chunk));
                free.clear(chunk);
            }
            assertEquals(row, isRow(chunks), () -> Arrays.toString(chunks));
            if (wished) {
                assertEquals(wish, chunks[0]);
            }
            owned.add(chunks);
        }
    }

    private boolean hasRow(int count) {
        for (int start = free.nextSetBit(0); start >= 0; start = free.nextSetBit(free.nextClearBit(start))) {
            if (free.nextClearBit(start) >= start + count) {
                return true;
            }
        }
        return count == 0;
    }

    private static boolean isRow(int[] chunks) {
        for (int i = 1; i < chunks.length; i++) {
            if (chunks[i] != chunks[i - 1] + 1) {
                return false;
            }
        }
        return true;
    }
}
