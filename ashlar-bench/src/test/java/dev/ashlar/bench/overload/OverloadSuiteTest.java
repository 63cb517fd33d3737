// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class OverloadSuiteTest {
    private static final double SECONDS = 0.5;
    private static final double CAPACITY = 40;
    private Figures figures;

    private double median(String subject, Measure measure) {
        return figures.median(subject, measure).orElseThrow(() -> new AssertionError(subject + ", " + measure));
    }

    @Test
    void shouldAccountForEveryRequest() throws Exception {
        OverloadSuite suite = new OverloadSuite();
        figures = TrialRun.here(suite, OverloadSuite.trial(SECONDS, CAPACITY));
        for (boolean bounded : new boolean[] {true, false}) {
            assertEquals(CAPACITY, median(Gateways.name(bounded), Gateways.CAPACITY));
            for (double multiple : Gateways.MULTIPLES) {
                String subject = Gateways.subject(bounded, multiple);
                assertEquals(0, median(subject, Gateways.FAILED), subject);
                double accepted = median(subject, Gateways.ACCEPTED);
                double refused = median(subject, Gateways.REFUSED);
                // Rates are of the time until the last answer, which on a busy machine is much longer than the load.
                double answered = (accepted + refused) / median(subject, Gateways.OFFERED);
                assertTrue(answered > 0 && answered < 1.1, () -> subject + ": answered=" + answered);
                assertTrue(median(subject, Gateways.IN_TIME) <= accepted
                        && median(subject, Gateways.P50) <= median(subject, Gateways.P99), subject);
                assertTrue(median(subject, Gateways.HEAP) > 1, subject);
                assertTrue(bounded || refused == 0, subject);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(4, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.getFirst().judged().orElseThrow().median() <= 1, findings::toString);
        for (String svg : suite.plots(figures).values()) {
            assertEquals("svg", DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8))).getDocumentElement()
                    .getTagName());
        }
    }
}
