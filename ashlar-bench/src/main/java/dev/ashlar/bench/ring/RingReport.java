// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.FindingTable;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// What came of all trials, for people and as JSON.
///
/// @param trials  in the order of the table
/// @param results of each, one a round
/// @param rounds  JVMs of each trial
record RingReport(List<Trial> trials, Map<Trial, List<RingResult>> results, int rounds) {
    private static final double MILLION = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final Target AGAINST_BEST = Target.atLeast(1);
    private static final Target ROUND_TRIP = Target.atMost(1);
    private static final Target NO_GARBAGE = Target.atMost(0);
    /// What starting and waiting allocate; one object in a hundred messages is more.
    private static final double MOST_BYTES = 0.16;
    private static final List<String> TRIP_HEAD = List.of("round trips", "contender", "p50 µs", "p99 µs", "p99.9 µs",
            "greatest µs");

    String text() {
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> trips = new ArrayList<>();
        for (Trial trial : trials) {
            if (trial.isRoundTrip()) {
                List<String> row = new ArrayList<>(List.of(trial.shape().label(), trial.contender().label()));
                for (int i = 0; i < TRIP_HEAD.size() - 2; i++) {
                    int at = i;
                    row.add(range(trial, result -> result.percentilesNs()[at] / NS_PER_US).text("%.2f"));
                }
                trips.add(row);
            } else {
                rows.add(List.of(trial.shape().label(), Integer.toString(trial.batch()), trial.contender().label(),
                        range(trial, result -> result.perSecond() / MILLION).text("%.1f"), bytes(trial)));
            }
        }
        return MarkdownTable.of(List.of("shape", "batch", "contender", "M messages/s", "B/message"), 3, rows) + "\n"
                + MarkdownTable.of(TRIP_HEAD, 2, trips) + "\n"
                + FindingTable.of(findings())
                + """

                Figures are median [min..max] of %d JVM%s each, of which the median run counts. Ratios are taken inside
                a round. Round trips start every 10 µs, and count from when they were due.

                """.formatted(rounds, rounds == 1 ? "" : "s");
    }

    private Range range(Trial trial, ToDoubleFunction<RingResult> figure) {
        return Range.of(results.get(trial).stream().map(figure::applyAsDouble).toList());
    }

    private String bytes(Trial trial) {
        double bytes = range(trial, RingResult::bytesPerMessage).median();
        return bytes < MOST_BYTES ? "0" : String.format(Locale.ROOT, "%.1f", bytes);
    }

    /// What is promised, and how ours stand with the other shapes.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Trial trial : trials) {
            Shape shape = trial.shape();
            int threads = shape == Shape.ALONE ? 1 : shape.producers() + 1;
            if (trial.contender().isOurs() && !trial.isRoundTrip()) {
                String what = shape.label() + ", batch " + trial.batch() + ": " + trial.contender().label();
                boolean telling = trial.batch() == 1 || trial.batch() == RingSuite.MOST_BATCH;
                Finding best = Finding.againstBest(what, "the best peer", ratios(trial, _ -> true)).withThreads(threads);
                if (shape != Shape.ONE_TO_ONE) {
                    findings.add(best);
                } else if (trial.contender().takesAnyLength()) {
                    // Queues of prepared objects do less.
                    findings.add(best);
                    findings.add(Finding.againstBest(what, "the best peer that takes any length",
                            ratios(trial, Contender::takesAnyLength)).withThreads(threads).withTarget(AGAINST_BEST)
                            .asHeadline(telling));
                } else {
                    findings.add(best.withTarget(AGAINST_BEST).asHeadline(telling));
                }
            } else if (trial.contender().isOurs() && shape == Shape.PROCESSES) {
                findings.add(Finding.alone(shape.label() + ": round trip, median: " + trial.contender().label(), "µs",
                        range(trial, result -> result.percentilesNs()[0] / NS_PER_US)).withTarget(ROUND_TRIP)
                        .asHeadline(trial.contender() == Contender.ASHLAR).withThreads(threads));
            }
        }
        double most = trials.stream().filter(trial -> trial.contender().isOurs() && !trial.isRoundTrip())
                .mapToDouble(trial -> range(trial, RingResult::bytesPerMessage).median()).max().orElse(0);
        findings.add(Finding.alone("most that any of ours allocates a message", "bytes",
                Range.of(List.of(most < MOST_BYTES ? 0 : most))).withTarget(NO_GARBAGE));
        // What is promised first.
        findings.sort(Comparator.comparing(finding -> finding.target().isEmpty()));
        return findings;
    }

    private Range ratios(Trial ours, Predicate<Contender> peers) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int at = round;
            double best = trials.stream()
                    .filter(trial -> trial.shape() == ours.shape() && trial.batch() == ours.batch()
                            && !trial.contender().isOurs() && peers.test(trial.contender()))
                    .mapToDouble(trial -> results.get(trial).get(at).perSecond()).max().orElseThrow();
            ratios.add(results.get(ours).get(round).perSecond() / best);
        }
        return Range.of(ratios);
    }

    String json(String suite) {
        List<String> objects = new ArrayList<>();
        results.forEach((trial, all) -> {
            for (RingResult result : all) {
                List<String> percentiles = new ArrayList<>();
                for (double ns : result.percentilesNs()) {
                    percentiles.add(Json.number(ns));
                }
                objects.add("{\"shape\": " + Json.string(trial.shape().label()) + ", \"batch\": " + trial.batch()
                        + ", \"contender\": " + Json.string(trial.contender().label()) + ", \"perSecond\": "
                        + Json.number(result.perSecond()) + ", \"bytesPerMessage\": "
                        + Json.number(result.bytesPerMessage()) + ", \"roundTripNs\": ["
                        + String.join(", ", percentiles) + "]}");
            }
        });
        return "{\"suite\": " + Json.string(suite) + ", \"results\": [" + String.join(", ", objects) + "]}";
    }
}
