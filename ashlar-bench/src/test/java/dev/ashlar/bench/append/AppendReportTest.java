// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
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
        List<Finding> findings = AppendFindings.of(sections, scans());
        assertEquals("15 [10..20] M rows/s ~", findings.getFirst().foundText());
        assertEquals("≥ 20 M rows/s", findings.getFirst().targetText());
        assertEquals("no ?", findings.getFirst().verdict());
        Finding first = findings.get(1);
        assertEquals("trade by trade, outlives the process", first.what());
        assertEquals("3×", first.foundText());
        assertEquals("yes", first.verdict());
        Finding garbage = findings.stream().filter(finding -> finding.what().equals("allocated a row")).findFirst()
                .orElseThrow();
        assertEquals("no", garbage.verdict(), "10 bytes a row are garbage");
        assertEquals("", findings.getLast().verdict());
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
        AppendReport report = new AppendReport(sections, scans(), 2);
        assertTrue(report.text().contains(peer.contender().label() + " does not do this: no such thing on this JDK"),
                report::text);
        assertTrue(report.text().contains("1.00 [1.00..1.00]×"), report::text);
        assertTrue(report.json("append").contains("\"failures\": [\"no such thing on this JDK\"]"));
    }

    /// Nobody does the work but ours: what is promised against peers is open.
    @Test
    void shouldLeaveOpenWhatNobodyCanBeComparedIn() {
        List<Section> sections = sections();
        sections.getFirst().entries().stream().skip(1).forEach(peer -> peer.failures().add("out of order"));
        Finding first = AppendFindings.of(sections, scans()).get(1);
        assertEquals(Finding.NOT_MEASURED, first.verdict());
        assertTrue(first.isOpen());
    }

    private static Map<Scan, List<Double>> scans() {
        Map<Scan, List<Double>> scans = new EnumMap<>(Scan.class);
        for (Scan scan : Scan.values()) {
            scans.put(scan, List.of(2.0, 4.0));
        }
        return scans;
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
