// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.internal.execution.ReadAhead.Way;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private static final int ROWS = 500;

    private final ReadAhead choice = new ReadAhead();

    /// Tries both ways until one is chosen.
    private void tryBoth(long aheadNs, long plainNs) {
        for (int i = 0; i < 2 * ReadAhead.TRIALS; i++) {
            Way way = choice.next();
            assertTrue(way.isTrial() && way.isShort());
            choice.took(way, way.isAhead() ? aheadNs : plainNs, ROWS);
        }
    }

    /// How many strips are not tried.
    private int rest(Way expected) {
        int strips = 0;
        for (Way way = choice.next(); !way.isTrial(); way = choice.next()) {
            assertEquals(expected, way);
            strips++;
        }
        return strips;
    }

    @Test
    void shouldUseTheFasterWay() {
        tryBoth(1000, 1100);
        assertEquals(ReadAhead.FIRST_REST, rest(Way.AHEAD));
        tryBoth(1000, 900);
        rest(Way.PLAIN);
    }

    @Test
    void shouldTryAgainLessAndLessOften() {
        int expected = ReadAhead.FIRST_REST;
        for (int i = 0; i < 10; i++) {
            tryBoth(1000, 900);
            assertEquals(expected, rest(Way.PLAIN));
            expected = Math.min(2 * expected, ReadAhead.LONGEST_REST);
        }
    }

    @Test
    void shouldNotBeMisledByFewTrialsThatWereInterrupted() {
        for (int i = 0; i < 2 * ReadAhead.TRIALS; i++) {
            Way way = choice.next();
            boolean isInterrupted = way.isAhead() && i < ReadAhead.TRIALS - 2;
            choice.took(way, isInterrupted ? 10_000_000 : way.isAhead() ? 900 : 1000, ROWS);
        }
        rest(Way.AHEAD);
    }

    @Test
    void shouldCompareTimesOfARow() {
        for (int i = 0; i < 2 * ReadAhead.TRIALS; i++) {
            Way way = choice.next();
            choice.took(way, 1000, way.isAhead() ? 2 * ROWS : ROWS);
        }
        rest(Way.AHEAD);
    }

    @Test
    void shouldIgnoreWhatAnotherThreadHasTried() {
        Way way = choice.next();
        choice.took(way, 1, ROWS);
        choice.took(way, 1, ROWS);
        assertEquals(Way.PLAIN_TRIAL, choice.next());
    }
}
