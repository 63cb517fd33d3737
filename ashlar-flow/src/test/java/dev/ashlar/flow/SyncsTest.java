// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SyncsTest {
    @Test
    void shouldCountSyncsOneAfterTheOther() {
        Syncs syncs = new Syncs(6);
        assertEquals(6, syncs.begun());
        assertThrows(IllegalStateException.class, () -> syncs.complete(6));
        assertEquals(7, syncs.begin());
        assertThrows(IllegalStateException.class, syncs::begin);
        assertThrows(IllegalStateException.class, () -> syncs.complete(8));
        assertEquals(6, syncs.completed());
        syncs.complete(7);
        assertEquals(7, syncs.completed());
        assertEquals(8, syncs.begin());
        assertThrows(IllegalArgumentException.class, () -> new Syncs(-1));
        assertThrows(IllegalArgumentException.class, () -> new Syncs(1L << 39));
        Syncs last = new Syncs((1L << 39) - 2);
        last.complete(last.begin());
        assertThrows(IllegalStateException.class, last::begin);
    }
}
