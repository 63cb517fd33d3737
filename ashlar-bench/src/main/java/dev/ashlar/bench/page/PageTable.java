// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The one table over all suites.
final class PageTable {
    static final List<String> HEAD =
            List.of("suite", "what", "against", "peer", "ours", "times as good", "target", "met");
    static final String LEGEND = "Figures are medians [least..greatest] of the rounds; times as good is taken inside each"
            + " round, and above 1 ours is better. ~ noisy: rounds, or the iterations of one, differ by more than a"
            + " quarter. * more threads than cores: shows the scheduler more than anything else. ? rounds do not agree"
            + " about the target.";
    private static final int LEFT = 3;

    private PageTable() {
    }

    /// Columns that are aligned to the left.
    static int left() {
        return LEFT;
    }

    static List<List<String>> rows(BenchRun run) {
        List<List<String>> rows = new ArrayList<>();
        for (SuiteRun suite : run.suites()) {
            if (!suite.isMeasured()) {
                rows.add(List.of(suite.name(), suite.outcome() == SuiteRun.Outcome.FAILED
                        ? "failed: " + suite.failure() : "interrupted", "", "", "", "", "", ""));
            }
            for (Finding finding : suite.findings()) {
                rows.add(List.of(suite.name(), finding.what(), finding.peer(),
                        figure(finding.theirs(), finding.unit()), figure(finding.ours(), finding.unit())
                                + (finding.ratio().isEmpty() ? marks(finding) : ""),
                        finding.ratio().map(ratio -> Figure.text(ratio) + "×" + marks(finding)).orElse(""),
                        finding.targetText(), finding.verdict()));
            }
        }
        run.planned().stream().filter(name -> run.suites().stream().noneMatch(suite -> suite.name().equals(name)))
                .forEach(name -> rows.add(List.of(name, "not run", "", "", "", "", "", "")));
        return rows;
    }

    private static String figure(Optional<Range> range, String unit) {
        return range.map(value -> Figure.text(value) + (unit.isEmpty() ? "" : " " + unit)).orElse("");
    }

    private static String marks(Finding finding) {
        return (finding.noisy() ? " ~" : "") + (finding.crowded() ? " *" : "");
    }
}
