// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.BenchProcess;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.append.LogKind.Section;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class AppendSuiteTest {
    private static final int ROWS = 5_000;
    private static final long LIMIT_MS = 10_000;
    private final AppendSuite suite = new AppendSuite();
    @TempDir
    private Path folder;

    private Trial trial(LogKind contender, Work work, Promise promise, boolean paced, int rows) {
        return Appending.trial("a", contender, work, promise, paced ? 1 : 1_000, paced, rows, LIMIT_MS, folder);
    }

    /// Who needs no flags, in this JVM. What is read back is checked.
    @ParameterizedTest
    @EnumSource(value = LogKind.class, names = {"CHRONICLE", "AERON"}, mode = EnumSource.Mode.EXCLUDE)
    void shouldKeepWhatIsAppended(LogKind contender) throws Exception {
        for (Work work : Work.values()) {
            for (Promise promise : Promise.values()) {
                boolean each = promise == Promise.COMMIT && !contender.name().endsWith("BATCHES");
                Figures figures = TrialRun.here(suite, trial(contender, work, promise, false, each ? 20 : ROWS));
                assertTrue(figures.median("a", Appending.RATE).orElseThrow() > 0);
                assertTrue(figures.median("a", Appending.SLOWEST).orElseThrow() > 0);
            }
        }
        assertNothingLeft();
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    private Measured run(Trial trial) throws IOException {
        return new TrialRunner(BenchProcess.class, _ -> { })
                .run("append", new MeasurementPlan(List.of(trial), List.of()), 1, Scale.TINY.flags());
    }

    /// Who needs flags, in a JVM with just these.
    @ParameterizedTest
    @EnumSource(value = LogKind.class, names = {"CHRONICLE", "AERON"})
    void shouldRunPeersInTheirJvms(LogKind peer) throws IOException {
        for (Work work : Work.values()) {
            Measured measured = run(trial(peer, work, Promise.COMMIT, false, ROWS));
            assertEquals(List.of(), measured.failures());
            assertTrue(measured.figures().median("a", Appending.RATE).orElseThrow() > 0);
        }
        assertNothingLeft();
    }

    @Test
    void shouldPaceRows() throws Exception {
        Figures figures = TrialRun.here(suite, trial(LogKind.ASHLAR_ROWS, Work.TRADES, Promise.NONE, true, ROWS));
        // A row each microsecond, or slower.
        assertTrue(figures.median("a", Appending.RATE).orElseThrow() <= 1.001);
        assertTrue(figures.median("a", Appending.P50).orElseThrow() <= figures.median("a", Appending.P99).orElseThrow()
                && figures.median("a", Appending.P99).orElseThrow() <= figures.median("a", Appending.P999).orElseThrow()
                && figures.median("a", Appending.P999).orElseThrow()
                <= figures.median("a", Appending.LONGEST).orElseThrow());
    }

    /// Aeron has no sync at intervals: the failure is one line with the reason.
    @Test
    void shouldSayWhyOneDoesNotRun() throws IOException {
        Measured measured = run(trial(LogKind.AERON, Work.TRADES, Promise.INTERVAL, false, ROWS));
        assertTrue(measured.failures().getFirst().contains("no periodic syncs"), measured.failures()::toString);
        assertEquals(1, measured.failures().getFirst().lines().count());
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddUpAlike(TradeScan scan) throws Exception {
        Figures figures = TrialRun.here(suite, scan.trial(ROWS, folder));
        assertTrue(figures.median(scan.subject(), TradeScan.TIME).orElseThrow() > 0);
        assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddUpAlikeTheFirstTime(FirstScan scan) throws Exception {
        Figures figures = TrialRun.here(suite, scan.trial(ROWS, folder));
        for (boolean verified : new boolean[] {true, false}) {
            assertTrue(figures.median(scan.subject(verified), FirstScan.FIRST).orElseThrow() > 0
                    && figures.median(scan.subject(verified), FirstScan.SECOND).orElseThrow() > 0);
        }
        assertNothingLeft();
    }

    /// Two rounds, the machine half as fast in the second: ratios do not care.
    @Test
    void shouldCompareRoundByRound() {
        List<Finding> findings = suite.findings(figures(true));
        assertEquals("15 [10..20] M rows/s a core ~", findings.getFirst().foundText());
        assertEquals("≥ 20 M rows/s a core", findings.getFirst().targetText());
        assertEquals("no ?", findings.getFirst().verdict());
        Finding first = findings.get(1);
        assertEquals("trade by trade, outlives the process", first.what());
        assertEquals("3×", first.foundText());
        assertEquals("yes", first.verdict());
        Finding garbage = findings.stream().filter(finding -> finding.what().equals("allocated a row")).findFirst()
                .orElseThrow();
        assertEquals("no", garbage.verdict(), "10 bytes a row are garbage");
        Finding verified = findings.getLast();
        assertEquals("first scan by query, all threads, rows verified", verified.what());
        assertEquals("yes", verified.verdict(), verified::foundText);
    }

    /// What dies with the process is fast, and no peer of what does not.
    @Test
    void shouldNotCompareUnequalPromises() {
        Section first = Section.all().getFirst();
        String lost = first.subject(LogKind.CHANNEL_BUFFERED);
        assertFalse(first.peers().contains(lost));
        assertEquals(0.5, figures(true).advantage(List.of(first.ours()), List.of(lost), Appending.RATE).orElseThrow()
                .median());
    }

    /// Nobody does the work but ours: targets against peers are open, and the page says why.
    @Test
    void shouldLeaveOpenWhatNobodyCanBeComparedIn() {
        Figures figures = figures(false);
        Finding first = suite.findings(figures).get(1);
        assertEquals(Finding.NOT_MEASURED, first.verdict());
        assertTrue(first.isOpen());
        String text = suite.report(new Measured(figures, List.of(), List.of("a peer: no such thing on this JDK"),
                Optional.empty(), true, 1), 2).text();
        assertTrue(text.contains("Failed: a peer: no such thing on this JDK"), text);
    }

    private static Figures figures(boolean withPeers) {
        Figures figures = new Figures();
        for (int slow = 1; slow <= 2; slow++) {
            for (Section section : Section.all()) {
                for (LogKind contender : section.contenders()) {
                    double rate = (contender.isOurs() ? 20 : contender == LogKind.CHANNEL_BUFFERED ? 40
                            : 20.0 / 3) / slow;
                    if (contender.isOurs() || withPeers) {
                        figures.with(section.subject(contender), Appending.RATE, rate)
                                .with(section.subject(contender), Appending.CORE_RATE, rate)
                                .with(section.subject(contender), Appending.ALLOCATED, contender.isOurs() ? 10 : 0);
                    }
                }
            }
            for (TradeScan scan : TradeScan.values()) {
                figures.with(scan.subject(), TradeScan.TIME, 2 * slow);
            }
            for (FirstScan scan : FirstScan.values()) {
                figures.with(scan.subject(true), FirstScan.FIRST, 5 * slow)
                        .with(scan.subject(false), FirstScan.FIRST, 4 * slow);
            }
        }
        return figures;
    }
}
