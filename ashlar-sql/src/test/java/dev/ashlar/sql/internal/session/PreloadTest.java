// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.SqlSession;
import org.junit.jupiter.api.Test;

class PreloadTest {
    /// On its own thread nobody would see that it fails.
    @Test
    void shouldPlanItsStatement() {
        assertDoesNotThrow(Preload::plan);
    }

    @Test
    void shouldHaveEndedOnceASessionIsMade() {
        SqlSession.preload();
        SqlSession.preload();
        Preload.await();
        assertTrue(Thread.getAllStackTraces().keySet().stream().noneMatch(thread ->
                thread.getName().equals("ashlar-sql-preload")));
    }

    /// A session that somebody interrupts while it waits is made nevertheless, and its thread stays interrupted.
    @Test
    void shouldKeepAnInterrupt() {
        SqlSession.preload();
        Thread.currentThread().interrupt();
        Preload.await();
        assertTrue(Thread.interrupted());
    }
}
