// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.ForkingSuite.Report;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.TradeResult.Stops;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.TimeValue;

class TradesSuiteTest {
    private static final long MS = 1_000_000;

    /// The suite, run small: every contender does the work and finds the same sums.
    @Test
    void shouldRunSmall() throws IOException {
        List<String> progress = new ArrayList<>();
        Report report = new TradesSuite().run(new Effort(1, 1, 1, TimeValue.milliseconds(1)), OptionalLong.of(1_000),
                progress::add);
        assertEquals(11, progress.size(), progress::toString);
        assertTrue(report.text().contains("| objects, ZGC"), report::text);
        assertTrue(report.text().contains("a table of 1,000 trades"), report::text);
        assertTrue(report.json().startsWith("{\"suite\": \"trades\", \"rows\": 1000"), report::json);
        assertEquals(7, report.findings().size());
        assertTrue(report.findings().stream().allMatch(finding -> finding.judged().isPresent()), report::text);
        assertEquals(11, report.json().split("\"outOfMemory\": 0", -1).length - 1, report::json);
    }

    /// Two rounds, the machine half as fast in the second: ratios do not care.
    @Test
    void shouldCompareRoundByRound() {
        List<Contender> contenders = contenders();
        List<Finding> findings = TradesFindings.of(contenders);
        assertEquals(List.of("yes", "no", "yes", "yes", "yes", "yes", "yes"),
                findings.stream().map(Finding::verdict).toList(), findings::toString);
        assertEquals("6× ~", findings.getFirst().foundText());
        assertEquals("1.10×", findings.get(1).foundText());
        assertEquals("40×", findings.get(2).foundText());
        assertEquals("0.900× ~", findings.getLast().foundText());
        String text = new TradesReport(contenders).text(2);
        assertTrue(text.contains("6.00 [6.00..6.00]×"), text);
    }

    @Test
    void shouldTellWhatOursBreaks() {
        List<Contender> contenders = contenders();
        TradeResult bad = new TradeResult(MS, Collections.nCopies(5, new Pass(90 * MS, 20 * MS, 9 * MS, 16)),
                new Stops(1, 1, MS, MS, 0, 0), 48);
        contenders.getFirst().results().set(0, bad);
        List<Finding> findings = TradesFindings.of(contenders);
        assertEquals(List.of("no ?", "no ?", "no ?", "no ?"),
                findings.subList(3, 7).stream().map(Finding::verdict).toList(), findings::toString);
    }

    /// It is a result, not a failure; and nothing is promised against who cannot do the work.
    @Test
    void shouldShowWhoRanOutOfMemory() {
        List<Contender> contenders = contenders();
        for (Contender serial : contenders.stream().filter(c -> c.name().equals("objects, Serial")).toList()) {
            serial.results().removeLast();
            serial.outOfMemory().add(1);
        }
        String text = new TradesReport(contenders).text(2);
        assertTrue(text.lines().anyMatch(line -> line.startsWith("| objects, Serial") && line.contains("out of memory")),
                text);
        assertEquals("6×", TradesFindings.of(contenders).get(2).foundText());
    }

    private static List<Contender> contenders() {
        List<Contender> contenders = TradesSuite.contenders(1_000);
        for (long slow = 1; slow <= 2; slow++) {
            for (Contender contender : contenders) {
                contender.results().add(result(slow * (contender.isOurs() ? 100 : switch (contender.name()) {
                    case "objects, Serial" -> 4_000;
                    case "objects, Parallel" -> 110;
                    default -> 600;
                })));
            }
        }
        return contenders;
    }

    private static TradeResult result(long ms) {
        return new TradeResult(MS,
                Collections.nCopies(5, new Pass(ms * MS * 9 / 10, ms * MS / 10, ms * MS * 9 / 100, 0)),
                new Stops(0, 0, 0, 0, 0, 0), 42.01);
    }
}
