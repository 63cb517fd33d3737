// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.figures.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.RunnerException;

/// Comparisons of single operations, measured by JMH.
///
/// @param name        on the command line
/// @param description one line
/// @param comparisons in the order of the table
public record JmhSuite(String name, String description, List<Comparison> comparisons) implements ForkingSuite {
    private static final Target NO_GARBAGE = Target.atMost(0);

    public JmhSuite {
        comparisons = List.copyOf(comparisons);
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        try {
            Results results = new Rounds(effort, progress).run(this);
            return new Report(findings(results), TableReport.of(this, results, effort),
                    JsonReport.of(this, results));
        } catch (RunnerException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// All that is promised, and of the comparisons that matter most the other peers, too.
    List<Finding> findings(Results results) {
        List<Finding> findings = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            for (Rival rival : comparison.rivals()) {
                if (rival.target().isPresent() || comparison.headline()) {
                    findings.add(finding(comparison, rival, results));
                }
            }
        }
        double most = comparisons.stream().filter(Comparison::withoutGarbage)
                .mapToDouble(comparison -> results.bytesPerOp(comparison.ours())).max().orElse(0);
        findings.add(Finding.alone("most that any of ours allocates", "B/op", Range.of(List.of(most)))
                .withTarget(NO_GARBAGE));
        return findings;
    }

    private static Finding finding(Comparison comparison, Rival rival, Results results) {
        Contender ours = comparison.ours();
        Contender peer = rival.contender();
        return Finding.against(comparison.work(), peer.name(), "ns/op", results.nsPerOp(ours), results.nsPerOp(peer),
                results.ratio(ours, peer)).withTarget(rival.target())
                .asHeadline(comparison.headline() && rival.target().isPresent())
                .orNoisy(results.isNoisy(ours) || results.isNoisy(peer));
    }
}
