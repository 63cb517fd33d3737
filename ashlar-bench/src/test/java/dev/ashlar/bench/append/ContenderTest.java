// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each contender does each work small; a measurement reads back and checks what it appended.
class ContenderTest {
    private static final int ROWS = 5_000;
    private static final long LIMIT_MS = 10_000;

    @TempDir
    private Path folder;

    /// Who needs no flags, in this JVM.
    @ParameterizedTest
    @EnumSource(value = Contender.class, names = {"CHRONICLE", "AERON"}, mode = EnumSource.Mode.EXCLUDE)
    void shouldKeepWhatIsAppended(Contender contender) throws IOException {
        for (Work work : Work.values()) {
            for (Promise promise : Promise.values()) {
                boolean each = promise == Promise.COMMIT && !contender.name().endsWith("BATCHES");
                int rows = each ? 20 : ROWS;
                Path here = Files.createDirectory(folder.resolve(work + "-" + promise));
                AppendResult result = AppendProcess.measure(new Trial(contender, work, promise, 1_000, Load.FULL, rows,
                        LIMIT_MS), here);
                assertEquals(rows, result.rows());
                assertTrue(result.elapsedNs() > 0 && result.slowestBatchNs() <= result.elapsedNs(), result::toString);
            }
        }
    }

    /// Who needs flags, in a JVM with just these.
    @ParameterizedTest
    @EnumSource(value = Contender.class, names = {"CHRONICLE", "AERON"})
    void shouldRunPeersInTheirJvms(Contender peer) throws IOException {
        for (Work work : Work.values()) {
            AppendResult result = new Trial(peer, work, Promise.COMMIT, 1_000, Load.FULL, ROWS, LIMIT_MS).run(folder);
            assertEquals(ROWS, result.rows());
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void shouldPaceRows() throws IOException {
        AppendResult result = AppendProcess.measure(new Trial(Contender.ASHLAR_ROWS, Work.TRADES, Promise.NONE, 1,
                Load.PACED, ROWS, LIMIT_MS), folder);
        assertEquals(ROWS, result.rows());
        assertTrue(result.elapsedNs() >= (ROWS - 1) * Load.PERIOD_NS, result::toString);
        assertTrue(result.p50Ns() <= result.p99Ns() && result.p99Ns() <= result.p999Ns()
                && result.p999Ns() <= result.maxNs(), result::toString);
    }

    /// Aeron has no sync at intervals: that is told in one line, with the reason.
    @Test
    void shouldSayWhyOneDoesNotRun() {
        IOException failure = assertThrows(IOException.class, () -> new Trial(Contender.AERON, Work.TRADES,
                Promise.INTERVAL, 1_000, Load.FULL, ROWS, LIMIT_MS).run(folder));
        assertTrue(failure.getMessage().contains("no sync at intervals"), failure::getMessage);
        assertEquals(1, failure.getMessage().lines().count());
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddUpAlike(Scan scan) throws IOException {
        assertTrue(ScanProcess.measure(scan, ROWS, folder) > 0);
    }

    @Test
    void shouldCarryResultsAsText() {
        AppendResult result = new AppendResult(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertEquals(result, AppendResult.parse(result.line()));
        assertThrows(IllegalArgumentException.class, () -> AppendResult.parse("1 2 3"));
    }
}
