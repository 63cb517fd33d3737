// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowKeyTest {
    @Test
    void shouldEqualKeysWithTheSameValues() {
        RowKey key = RowKey.of(List.of(2, 0), new Object[] {7L, "other", null});
        assertEquals(new RowKey(null, 7L), key);
        assertEquals(new RowKey(null, 7L).hashCode(), key.hashCode());
        assertNotEquals(new RowKey(7L, null), key);
        assertNotEquals(new RowKey(null, 7), key);
        assertNotEquals(new RowKey(null, 7L, null), key);
        assertEquals(new RowKey(), RowKey.of(List.of(), new Object[] {1L}));
    }

    /// Those of lists have 18,928 hashes for these keys.
    @Test
    void shouldSpreadTextsAndNumbersThatLieCloseTogether() {
        Set<Integer> hashes = new HashSet<>();
        Set<Integer> ofLists = new HashSet<>();
        for (int symbol = 0; symbol < 100; symbol++) {
            for (long session = 0; session < 10_000; session++) {
                String text = "SYM%05d".formatted(symbol);
                hashes.add(new RowKey(text, session).hashCode());
                ofLists.add(List.of(text, session).hashCode());
            }
        }
        assertTrue(ofLists.size() < 20_000, "of lists: " + ofLists.size());
        assertTrue(hashes.size() > 999_000, "of keys: " + hashes.size());
    }
}
