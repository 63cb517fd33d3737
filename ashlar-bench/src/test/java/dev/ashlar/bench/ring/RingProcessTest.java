// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every contender runs small, and its sums are checked by the measurement itself.
class RingProcessTest {
    private static final int MESSAGES = 60_000;

    @Test
    void shouldMeasureEveryContender() throws IOException {
        List<Trial> trials = new ArrayList<>();
        Map<Trial, List<RingResult>> results = new LinkedHashMap<>();
        for (Contender contender : Contender.values()) {
            for (Shape shape : Shape.values()) {
                for (int batch : new int[] {1, 16, Trial.ROUND_TRIPS}) {
                    if (contender.takesPart(shape) && (batch > 0 || shape == Shape.PROCESSES)) {
                        Trial trial = new Trial(contender, shape, batch, batch > 0 ? MESSAGES : 200, 1);
                        RingResult result = RingProcess.measure(trial);
                        assertTrue(result.perSecond() > 0, trial::toString);
                        assertEquals(batch > 0 ? 0 : 4, result.percentilesNs().length);
                        assertEquals(trial, Trial.parse(trial.arguments().toArray(String[]::new)));
                        assertEquals(result.perSecond(), RingResult.parse(result.line()).perSecond());
                        trials.add(trial);
                        results.put(trial, List.of(result));
                    }
                }
            }
        }
        String text = new RingReport(trials, results, 1).text();
        assertTrue(text.contains("Disruptor") && text.contains("round trip, median"), text);
        assertTrue(new RingReport(trials, results, 1).json("ring").contains("\"roundTripNs\": ["));
        List<Finding> findings = new RingReport(trials, results, 1).findings();
        // Against the best peer one to one, round trips between processes, no garbage.
        assertEquals(2 + 1 + 1, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
        assertThrows(IOException.class, () -> RingResult.parse("x"));
    }
}
