// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The one table over all suites.
final class PageTable {
    static final List<String> HEAD =
            List.of("suite", "what", "against", "Ashlar/peer", "times as good", "target", "met");
    static final String LEGEND = "Figures are medians; ranges [least..greatest] are of the rounds. Times as good is taken"
            + " inside each round, and above 1 Ashlar is better. ~ noisy: rounds, or the iterations of one, differ by more"
            + " than a quarter, or other programs disturbed them. * more threads than cores. ? rounds do not agree about the"
            + " target.";
    /// Columns that are aligned to the left.
    static final int LEFT = 3;

    static List<List<String>> rows(BenchRun run) {
        List<List<String>> rows = new ArrayList<>();
        for (SuiteRun suite : run.suites()) {
            if (!suite.isMeasured()) {
                rows.add(List.of(suite.name(), suite.outcome() == SuiteRun.Outcome.FAILED
                        ? "failed: " + suite.failure() : "interrupted", "", "", "", "", ""));
            }
            for (Finding finding : suite.findings()) {
                String marks = Figure.marks(finding.noisy(), finding.crowded());
                rows.add(List.of(suite.name(), finding.what(), finding.peer(), figures(finding, marks),
                        finding.ratio().map(ratio -> Figure.text(ratio) + "×" + marks).orElse(""),
                        finding.targetText(), finding.verdict()));
            }
        }
        run.planned().stream().filter(name -> run.suites().stream().noneMatch(suite -> suite.name().equals(name)))
                .forEach(name -> rows.add(List.of(name, "not run", "", "", "", "", "")));
        return rows;
    }

    /// With a peer the medians, because the ratio has the range.
    private static String figures(Finding finding, String marks) {
        if (finding.ours().isEmpty()) {
            return "";
        }
        String unit = finding.unit().isEmpty() ? "" : " " + finding.unit();
        Range ours = finding.ours().get();
        return finding.ratio().isEmpty() ? Figure.text(ours) + unit + marks : Figure.number(ours.median())
                + finding.theirs().map(theirs -> "/" + Figure.number(theirs.median())).orElse("") + unit;
    }

    /// Machine, software, commit and days in a line.
    static String machine(List<SuiteRun> group) {
        Map<String, String> facts = group.getFirst().environment();
        return fact(facts, "cpu") + ", " + fact(facts, "cores") + " cores; " + fact(facts, "os") + "; " + fact(facts, "jdk")
                + "; commit " + fact(facts, "commit") + "; " + days(group) + "; " + group.getFirst().effort() + ".";
    }

    private static String days(List<SuiteRun> group) {
        List<String> days = group.stream().map(suite -> fact(suite.environment(), "date").replaceFirst("T.*", "")).distinct()
                .sorted().toList();
        return days.getFirst() + (days.size() == 1 ? "" : " to " + days.getLast());
    }

    private static String fact(Map<String, String> facts, String name) {
        return facts.getOrDefault(name, "unknown");
    }
}
