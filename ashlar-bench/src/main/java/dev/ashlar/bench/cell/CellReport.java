// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.FindingTable;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import dev.ashlar.lab.spaceship.ShipKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// What came of all crews, for people and as JSON.
///
/// @param rounds JVMs of each
record CellReport(Map<Crew, Map<ShipKind, List<CellResult>>> results, int rounds) {
    private static final double MILLION = 1e6;
    private static final Target AGAINST_BEST = Target.atLeast(1);
    /// What starting a stretch allocates is less; one object in ten operations is more.
    private static final double MOST_BYTES = 1.6;

    String text() {
        List<List<String>> rows = new ArrayList<>();
        results.forEach((crew, all) -> {
            all.forEach((kind, some) -> {
                double bytes = median(some, CellResult::bytesPerOperation);
                rows.add(List.of(crew.label(), kind.text(),
                        range(some, result -> result.reads() / MILLION).text("%.1f"),
                        range(some, result -> result.moves() / MILLION).text("%.1f"),
                        range(some, result -> result.fresh() / MILLION).text("%.1f"),
                        number("%.2f", median(some, CellResult::readAttempts)),
                        number("%.2f", median(some, CellResult::moveAttempts)),
                        number("%.2f", median(some, CellResult::fairness)),
                        bytes < MOST_BYTES ? "0" : number("%.1f", bytes)));
            });
        });
        return MarkdownTable.of(List.of("crew", "spaceship", "M reads/s", "M moves/s", "M fresh reads/s",
                "attempts/read", "attempts/move", "fairness", "B/op"), 2, rows) + "\n"
                + FindingTable.of(findings())
                + """

                Figures are median [min..max] of %d JVM%s each. A fresh read finds another place than the one before it
                did. Fairness is what the slowest of several like threads got of an equal share. Cells of two writers
                are written under a lock, of which readers know nothing.

                """.formatted(rounds, rounds == 1 ? "" : "s");
    }

    private static Range range(List<CellResult> some, ToDoubleFunction<CellResult> figure) {
        return Range.of(some.stream().map(figure::applyAsDouble).toList());
    }

    private static double median(List<CellResult> some, ToDoubleFunction<CellResult> figure) {
        return range(some, figure).median();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /// The better cell against the best peer, for each crew; only one writer is promised anything.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        results.forEach((crew, all) -> {
            findings.add(finding(crew, "reads", CellResult::reads, all));
            findings.add(finding(crew, "fresh reads", CellResult::fresh, all));
        });
        return findings;
    }

    private Finding finding(Crew crew, String what, ToDoubleFunction<CellResult> figure,
            Map<ShipKind, List<CellResult>> all) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            ratios.add(best(all, true, round, figure) / best(all, false, round, figure));
        }
        return Finding.againstBest(crew.label() + ": " + what + " of the better cell", "the best peer", Range.of(ratios))
                .withTarget(crew.writers() == 1 ? Optional.of(AGAINST_BEST) : Optional.empty())
                .asHeadline(crew == Crew.R1W1).withThreads(crew.readers() + crew.writers());
    }

    private static double best(Map<ShipKind, List<CellResult>> all, boolean ours, int round,
            ToDoubleFunction<CellResult> figure) {
        return all.entrySet().stream().filter(entry -> entry.getKey().isOurs() == ours)
                .mapToDouble(entry -> figure.applyAsDouble(entry.getValue().get(round))).max().orElseThrow();
    }

    String json(String suite) {
        List<String> objects = new ArrayList<>();
        results.forEach((crew, all) -> all.forEach((kind, some) -> some.forEach(result -> objects.add(
                "{\"crew\": " + Json.string(crew.label()) + ", \"contender\": " + Json.string(kind.text())
                        + ", \"reads\": " + Json.number(result.reads()) + ", \"moves\": " + Json.number(result.moves())
                        + ", \"fresh\": " + Json.number(result.fresh()) + ", \"readAttempts\": "
                        + Json.number(result.readAttempts()) + ", \"moveAttempts\": "
                        + Json.number(result.moveAttempts()) + ", \"fairness\": " + Json.number(result.fairness())
                        + ", \"bytesPerOperation\": " + Json.number(result.bytesPerOperation()) + "}"))));
        return "{\"suite\": " + Json.string(suite) + ", \"results\": [" + String.join(", ", objects) + "]}";
    }
}
