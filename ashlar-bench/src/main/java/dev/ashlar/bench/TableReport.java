// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// Results as a Markdown table that can be read as it is.
final class TableReport {
    private static final List<String> HEAD =
            List.of("work", "contender", "ns/op", "B/op", "Ashlar is faster by", "target", "met");

    private TableReport() {
    }

    static String of(JmhSuite suite, Results results, Effort effort) {
        List<List<String>> rows = new ArrayList<>();
        suite.comparisons().forEach(comparison -> rows.addAll(rows(comparison, results)));
        return MarkdownTable.of(HEAD, 2, rows) + "\n" + legend(effort);
    }

    private static String legend(Effort effort) {
        return """
                Figures are median [min..max] of %d rounds: one fork each, of which the median iteration counts
                (%d + %d iterations of %d ms). Ratios are taken inside each round.
                ~ noisy: rounds or iterations differ by more than %d %%. ? the target lies inside the range.
                ! allocates where it must not. Flags of each JVM, beside those a peer needs: %s

                """.formatted(effort.rounds(), effort.warmupIterations(), effort.measuredIterations(),
                effort.iterationTime().convertTo(TimeUnit.MILLISECONDS), Math.round(Finding.NOISE * 100),
                String.join(" ", Rounds.JVM_ARGS));
    }

    private static List<List<String>> rows(Comparison comparison, Results results) {
        List<List<String>> rows = new ArrayList<>();
        Contender ours = comparison.ours();
        String garbage = comparison.withoutGarbage()
                ? results.bytesPerOp(ours) == 0 ? "yes" : "no (allocates)" : "";
        rows.add(List.of(comparison.work(), ours.name(), ns(ours, results),
                bytes(ours, results) + (garbage.startsWith("no") ? " !" : ""), "", comparison.withoutGarbage()
                ? "0 B/op" : "", garbage));
        for (Rival rival : comparison.rivals()) {
            Contender peer = rival.contender();
            Range ratio = results.ratio(ours, peer);
            rows.add(List.of(comparison.work(), peer.name(), ns(peer, results), bytes(peer, results),
                    ratio.text("%.2f") + "×", rival.target().map(target -> target.text("×")).orElse(""),
                    rival.target().map(target -> target.verdict(ratio)).orElse("")));
        }
        return rows;
    }

    private static String ns(Contender contender, Results results) {
        return results.nsPerOp(contender).text("%.1f") + (results.isNoisy(contender) ? " ~" : "");
    }

    private static String bytes(Contender contender, Results results) {
        double bytes = results.bytesPerOp(contender);
        return bytes == 0 ? "0" : String.format(Locale.ROOT, bytes < 10 ? "%.2f" : "%.0f", bytes);
    }
}
