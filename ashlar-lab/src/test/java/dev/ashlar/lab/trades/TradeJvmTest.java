// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.trades.TradeResult.Run;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TradeJvmTest {
    private static final int ROWS = 1_000_000;

    @Test
    void shouldMeasurePackedRows() throws IOException {
        TradeResult result = TradeJvm.packed(TradeKind.SBE, ROWS, 3).measure();
        assertEquals(3, result.runs().size());
        for (Run run : result.runs()) {
            assertTrue(run.buildNs() > 0 && run.scanNs() > 0 && run.sweepNs() > 0, run::toString);
        }
        assertEquals(0, result.runs().getLast().allocatedBytes());
        assertEquals(0, result.stops().pauses());
        assertTrue(result.bytesPerRow() > 42 && result.bytesPerRow() < 45, result::toString);
    }

    /// The heap has room for one table and not for two, so that the collector has to work.
    @Test
    void shouldMeasureObjectsAndPauses() throws IOException {
        TradeResult result = TradeJvm.objects(ROWS, 3, "-XX:+UseSerialGC", 100).measure();
        assertTrue(result.stops().collections() > 0 && result.stops().pauses() > 0, result::toString);
        assertTrue(result.stops().longestPauseNs() > 0, result::toString);
        assertTrue(result.stops().longestPauseNs() <= result.stops().pausedNs(), result::toString);
        assertTrue(result.runs().getLast().allocatedBytes() > ROWS * 48L, result::toString);
        assertEquals(0, result.runs().getLast().sweepNs());
        assertTrue(result.bytesPerRow() > 48 && result.bytesPerRow() < 80, result::toString);
    }

    @Test
    void shouldSayThatRowsDoNotFit() {
        TradeJvm jvm = TradeJvm.objects(ROWS, 1, "-XX:+UseSerialGC", 20);
        assertTrue(assertThrows(TradeFailure.class, jvm::measure).isOutOfMemory());
    }

    @Test
    void shouldSayWhatAJvmSaidThatDidNotStart() {
        TradeJvm jvm = new TradeJvm(TradeKind.SBE, 1, 1, List.of("-XX:+UseNoSuchGC"));
        TradeFailure failure = assertThrows(TradeFailure.class, jvm::measure);
        assertFalse(failure.isOutOfMemory());
        assertTrue(failure.getMessage().contains("UseNoSuchGC"), failure.getMessage());
    }
}
