// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.append.Section.Entry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppendReportTest {
    private static final long ROWS = 1_000_000;
    private static final long MS = 1_000_000;

    /// Two rounds, the machine half as fast in the second: ratios do not care.
    @Test
    void shouldCompareRoundByRound() {
        List<Section> sections = sections();
        List<Target> targets = Target.of(sections);
        assertEquals("15.0 [10.0..20.0]", targets.getFirst().found());
        assertEquals("no ?", targets.getFirst().met());
        Target first = targets.get(1);
        assertEquals("against the best peer: trade by trade, outlives the process", first.promise());
        assertEquals("3.00 [3.00..3.00]×", first.found());
        assertEquals("yes", first.met());
        assertEquals("no", targets.getLast().met(), "10 bytes a row are garbage");
    }

    /// What dies with the process is fast, and no peer of what does not.
    @Test
    void shouldNotCompareUnequalPromises() {
        Section first = sections().getFirst();
        Entry lost = first.entries().getLast();
        assertEquals(Contender.CHANNEL_BUFFERED, lost.contender());
        assertFalse(first.peers().contains(lost));
        assertEquals(0.5, first.ratio(lost).median());
    }

    @Test
    void shouldShowWhoDoesNotRun() {
        List<Section> sections = sections();
        Entry peer = sections.getFirst().entries().get(1);
        peer.results().removeLast();
        peer.failures().add("no such thing on this JDK");
        assertFalse(sections.getFirst().peers().contains(peer));
        Map<Scan, List<Double>> scans = new EnumMap<>(Scan.class);
        for (Scan scan : Scan.values()) {
            scans.put(scan, List.of(2.0, 4.0));
        }
        AppendReport report = new AppendReport(sections, scans, 2);
        assertTrue(report.text().contains(peer.contender().label() + " does not do this: no such thing on this JDK"),
                report::text);
        assertTrue(report.text().contains("1.00 [1.00..1.00]×"), report::text);
        assertTrue(report.json("append").contains("\"failures\": [\"no such thing on this JDK\"]"));
    }

    private static List<Section> sections() {
        List<Section> sections = AppendSuite.sections(ROWS, 1_000);
        for (long slow = 1; slow <= 2; slow++) {
            for (Section section : sections) {
                for (Entry entry : section.entries()) {
                    long ms = slow * (entry.contender().isOurs() ? 50
                            : entry.contender() == Contender.CHANNEL_BUFFERED ? 25 : 150);
                    entry.results().add(new AppendResult(ROWS, ms * MS, ms * MS, 0,
                            entry.contender().isOurs() ? 10 * ROWS : 0, 42 * ROWS, MS, 100, 200, 300, 400));
                }
            }
        }
        return sections;
    }
}
