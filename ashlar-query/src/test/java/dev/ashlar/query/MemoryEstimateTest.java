// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MemoryEstimateTest {
    private static final String LONG = "a".repeat(100);

    @Test
    void shouldCountLongTextsAloneInAdditionToColumns() {
        assertEquals(MemoryEstimate.shortRowBytes(3), MemoryEstimate.rowBytes(new Object[] {1L, null, "a".repeat(16)}));
        assertEquals(MemoryEstimate.shortRowBytes(2) + 200, MemoryEstimate.rowBytes(new Object[] {LONG, 1.5}));
        assertEquals(MemoryEstimate.valueBytes(null) + 200, MemoryEstimate.valueBytes(LONG));
        assertEquals(200, MemoryEstimate.longTextBytes(LONG));
        assertEquals(0, MemoryEstimate.longTextBytes("short"));
        assertEquals(0, MemoryEstimate.longTextBytes(7L));
        assertEquals(0, MemoryEstimate.longTextBytes(null));
    }

    @Test
    void shouldRefuseARowAsAValue() {
        Object row = new Object[] {LONG};
        assertEquals("a row, not a value: columns=1",
                assertThrows(IllegalArgumentException.class, () -> MemoryEstimate.valueBytes(row)).getMessage());
    }
}
