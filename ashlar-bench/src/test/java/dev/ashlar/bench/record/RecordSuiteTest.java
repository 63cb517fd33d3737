// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.record.RateSearch.Run;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// At rates that any machine can take; whether packets are lost is up to it all the same, and not tested here.
@Tag("slow")
class RecordSuiteTest {
    private static final double SECONDS = 0.1;
    private static final double RATE = 500;

    @Test
    void shouldAccountForEveryPacket() throws Exception {
        try (FeedSender sender = new FeedSender()) {
            for (FeedContender contender : FeedContender.values()) {
                Run run = new RateSearch(sender, contender, SECONDS).run(RATE);
                assertEquals((long) (RATE * SECONDS), run.sent().sent());
                assertEquals(run.sent().sent() * contender.lines, run.received().packets() + run.lost(),
                        contender.label);
                assertTrue(run.lost() >= 0, contender.label);
                assertTrue(!contender.isOurs() || run.received().stored() > 0, contender.label);
                assertEquals(0, run.lost(), contender.label + ": 50 packets fit into any receive buffer");
            }
        }
    }

    @Test
    void shouldFindWhatIsPromised() throws Exception {
        RecordSuite suite = new RecordSuite();
        Figures figures = new Figures();
        for (FeedContender contender : FeedContender.values()) {
            // One of ours is enough for the search; with a store each rate takes seconds.
            double most = contender == FeedContender.TWO_LINES || !contender.isOurs() ? 1.5 * RATE : RATE;
            TrialRun.here(suite, RecordSuite.trial(contender, SECONDS, RATE, most)).all().forEach(figures::add);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(6, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.ours().isPresent()), findings::toString);
        assertTrue(findings.stream().filter(finding -> !finding.peer().isEmpty())
                .allMatch(finding -> finding.ratio().isPresent()), findings::toString);
    }
}
