// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.object.ObjectExperiment;
import dev.ashlar.lab.object.ObjectWay;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ObjectSuiteTest {
    private final ObjectSuite suite = new ObjectSuite();

    /// A measurement compares what was read with what was written.
    @Test
    void shouldReadWhatWasWritten() throws Exception {
        Figures figures = new Figures();
        for (ObjectWay way : ObjectWay.values()) {
            TrialRun.here(suite, ObjectExperiment.trial(way, 1_000, 2, 0)).all().forEach(figures::add);
            assertEquals(2, figures.figure(way.text(), ObjectExperiment.TOTAL).orElseThrow().values().size());
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(8, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
    }

    @Test
    void shouldSayWhatIsPromisedAndWhetherItIsKept() {
        Figures figures = new Figures().with("Ashlar", ObjectExperiment.TOTAL, 10).with("Kryo", ObjectExperiment.TOTAL, 21)
                .with("ByteBuffer by hand, value by value", ObjectExperiment.TOTAL, 18);
        List<Finding> findings = suite.findings(figures);
        assertEquals(List.of("not measured", "no", "", "yes", "not measured", "not measured", "", "not measured"),
                findings.stream().map(Finding::verdict).toList(), findings::toString);
        String text = suite.report(new Measured(figures), 1).text();
        assertTrue(text.contains("2.10× |") && text.contains("≥ 2× |"), text);
        assertTrue(text.contains("1.80× |") && text.contains("≥ 4.5× |"), text);
    }
}
