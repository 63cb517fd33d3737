// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.FindingTable;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.overload.LoadProcess.Found;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/// Does a gateway that is asked for more than it can do still do what it can, in time?
///
/// Each request is a batch of messages that the disk is waited for, and each is synced alone, so that recording is what
/// limits: where refusing cost as much as accepting, no bound on a queue could help, and the answer would be another
/// protocol.
public final class OverloadSuite implements ForkingSuite {
    private static final double SECONDS = 8;
    private static final int MOST_ROUNDS = 3;
    private static final double QUICK_SECONDS = 2;
    private static final int BOUND_MS = 100;
    private static final Target GOODPUT = Target.atLeast(0.95);
    private static final Target IN_TIME = Target.atMost(BOUND_MS);
    private static final Target REFUSED_MS = Target.atMost(1);
    /// Times the heap at half the capacity, a little more for what a collection leaves by chance.
    private static final Target FLAT = Target.atMost(1.5);
    private static final int TWICE = 3;
    private static final String AT_TWICE = "at twice the capacity: ";
    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public String name() {
        return "overload";
    }

    @Override
    public String description() {
        return "up to 5 times what the gateway can do, with bounded admission and with an unbounded queue";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        double seconds = effort.rounds() == 1 ? QUICK_SECONDS : SECONDS;
        int rounds = Math.min(effort.rounds(), MOST_ROUNDS);
        List<Found> bounded = new ArrayList<>();
        List<Found> unbounded = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            String of = "round " + round + "/" + rounds + ": overload: ";
            progress.accept(of + "bounded admission");
            bounded.add(LoadProcess.run(true, seconds, BOUND_MS, DISK, 0));
            progress.accept(of + "unbounded queue");
            unbounded.add(LoadProcess.run(false, seconds, BOUND_MS, DISK, bounded.getLast().capacity()));
        }
        int shown = middle(bounded);
        return new Report(findings(bounded, unbounded), text(bounded, unbounded, shown, seconds),
                json(bounded, unbounded), Map.of("overload.svg",
                OverloadPlot.svg(bounded.get(shown), unbounded.get(shown), BOUND_MS)));
    }

    /// The round that found the median capacity.
    private static int middle(List<Found> rounds) {
        return IntStream.range(0, rounds.size()).boxed()
                .sorted(Comparator.comparingDouble(round -> rounds.get(round).capacity())).toList()
                .get(rounds.size() / 2);
    }

    private static String text(List<Found> bounded, List<Found> unbounded, int shown, double seconds) {
        StringBuilder out = new StringBuilder();
        table(out, "bounded admission", bounded.get(shown));
        table(out, "unbounded queue", unbounded.get(shown));
        out.append(FindingTable.of(findings(bounded, unbounded))).append('\n');
        out.append(String.format(Locale.ROOT, """
                Rates are per second, times in ms; accepted times count from the intended begin of a request, refusals
                from its actual one. In time: accepted within %d ms. Recovery: from the end of the load until a request
                is accepted in time. Heap: in use after a collection near the end of the load. %.0f s of each load, %,d
                messages a request, durable, each request synced alone, so that recording is what limits; clients and
                gateway share the cores.
                Goodput is what was accepted, of the most that was accepted under any load of the round. Rounds: %d; the
                tables are of that with the median capacity.

                """, BOUND_MS, seconds, Order.MESSAGES, bounded.size()));
        return out.toString();
    }

    /// What is promised at twice the capacity, and how much more is answered in time than by the unbounded queue.
    static List<Finding> findings(List<Found> bounded, List<Found> unbounded) {
        List<Finding> findings = new ArrayList<>();
        findings.add(alone("goodput, of the most accepted", "", range(bounded, (round, twice) -> twice.accepted()
                / round.results().stream().mapToDouble(LoadResult::accepted).max().orElseThrow()), GOODPUT));
        findings.add(alone("99 % of the accepted answered within", "ms", range(bounded, (_, twice) -> twice.p99Ms()),
                IN_TIME));
        findings.add(bounded.stream().anyMatch(round -> round.results().get(TWICE).refused() == 0)
                ? Finding.missing(AT_TWICE + "99 % of the refusals within", "", REFUSED_MS)
                : alone("99 % of the refusals within", "ms", range(bounded, (_, twice) -> twice.refusedP99Ms()),
                REFUSED_MS));
        findings.add(alone("heap, times that at half the capacity", "", range(bounded, (round, twice) -> twice.heapMiB()
                / round.results().getFirst().heapMiB()), FLAT));
        Range ours = range(bounded, (_, twice) -> twice.inTime());
        Range peer = range(unbounded, (_, twice) -> twice.inTime());
        if (peer.min() > 0) {
            Range ratio = Range.of(IntStream.range(0, bounded.size()).mapToObj(round -> bounded.get(round).results()
                    .get(TWICE).inTime() / unbounded.get(round).results().get(TWICE).inTime()).toList());
            findings.add(Finding.against(AT_TWICE + "answered in time", "unbounded queue", "requests/s", ours, peer, ratio));
        }
        return findings;
    }

    /// A figure of each round, at twice the capacity.
    private static Range range(List<Found> rounds, ToDoubleBiFunction<Found, LoadResult> figure) {
        return Range.of(rounds.stream().map(round -> figure.applyAsDouble(round, round.results().get(TWICE))).toList());
    }

    private static Finding alone(String what, String unit, Range values, Target target) {
        return Finding.alone(AT_TWICE + what, unit, values).withTarget(target).asHeadline(true);
    }

    private static void table(StringBuilder out, String title, Found found) {
        out.append(String.format(Locale.ROOT, "overload: %s, capacity %.0f requests/s%n%n", title, found.capacity()));
        List<List<String>> lines = new ArrayList<>();
        for (LoadResult r : found.results()) {
            lines.add(List.of(number("%.1f", r.multiple()), number("%.0f", r.offered()), number("%.0f", r.accepted()),
                    number("%.0f", r.inTime()), number("%.1f", r.p50Ms()), number("%.1f", r.p99Ms()),
                    number("%.1f", r.p999Ms()), number("%.0f", r.refused()), number("%.2f", r.refusedP50Ms()),
                    number("%.2f", r.refusedP99Ms()), number("%.0f", r.failed()), number("%.0f", r.recoveryMs()),
                    number("%.0f", r.heapMiB()), number("%.0f", r.connections())));
        }
        out.append(MarkdownTable.of(List.of("load", "offered", "accepted", "in time", "p50", "p99", "p99.9", "refused",
                "after p50", "after p99", "failed", "recovery", "heap MiB", "connections"), 0, lines)).append('\n');
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private String json(List<Found> bounded, List<Found> unbounded) {
        StringJoiner rounds = new StringJoiner(", ", "[", "]");
        for (int round = 0; round < bounded.size(); round++) {
            rounds.add("{\"bounded\": " + json(bounded.get(round)) + ", \"unbounded\": " + json(unbounded.get(round)) + "}");
        }
        return "{\"suite\": " + Json.string(name()) + ", \"boundMs\": " + BOUND_MS + ", \"rounds\": " + rounds + "}";
    }

    private static String json(Found found) {
        StringJoiner loads = new StringJoiner(", ", "{\"capacityPerSecond\": " + Json.number(found.capacity())
                + ", \"loads\": [", "]}");
        found.results().forEach(result -> loads.add(result.json()));
        return loads.toString();
    }
}
