// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BenchRunTest {
    /// All suites take hours: a run may go on past midnight, or be continued.
    @Test
    void shouldTakeSuitesOfOneCommitForOneRunWhateverTheirDays() {
        BenchRun run = run(Map.of("commit", "abc", "date", "2026-01-31T23:59Z", "load", "1"),
                Map.of("commit", "abc", "date", "2026-02-01T00:10Z", "load", "2"));
        assertEquals(1, run.byEnvironment().size());
        assertEquals(List.of(), run.warnings());
        String machine = PageTable.machine(run.byEnvironment().getFirst());
        assertTrue(machine.endsWith("commit abc; 2026-01-31 to 2026-02-01; full."), machine);
    }

    @Test
    void shouldSayWhereSuitesAreOfSeveralCommits() {
        BenchRun run = run(Map.of("commit", "abc", "date", "2026-01-31T23:59Z"),
                Map.of("commit", "def", "date", "2026-01-31T23:59Z"));
        assertEquals(2, run.byEnvironment().size());
        assertTrue(run.warnings().getFirst().startsWith("Put together from several runs"), run.warnings()::toString);
        assertTrue(PageTable.machine(run.byEnvironment().getLast()).endsWith("commit def; 2026-01-31; full."));
    }

    private static BenchRun run(Map<String, String> first, Map<String, String> second) {
        List<SuiteRun> suites = Stream.of(first, second).map(environment -> SuiteRun.without("suite",
                SuiteRun.Outcome.MEASURED, "", 1, "full", environment)).toList();
        return new BenchRun(suites.stream().map(SuiteRun::name).toList(), suites);
    }
}
