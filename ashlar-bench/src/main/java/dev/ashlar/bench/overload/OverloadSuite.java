// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.overload.LoadProcess.Found;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Consumer;

/// Does a gateway that is asked for more than it can do still do what it can, in time?
///
/// Each request is a batch of messages that the disk is waited for, and each is synced alone, so that recording is what
/// limits: where refusing cost as much as accepting, no bound on a queue could help, and the answer would be another
/// protocol.
public final class OverloadSuite implements ForkingSuite {
    private static final double SECONDS = 8;
    private static final double QUICK_SECONDS = 2;
    private static final int BOUND_MS = 100;
    private static final double TARGET_GOODPUT = 0.95;
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
        progress.accept("overload: bounded admission");
        Found bounded = LoadProcess.run(true, seconds, BOUND_MS, DISK, 0);
        progress.accept("overload: unbounded queue");
        Found unbounded = LoadProcess.run(false, seconds, BOUND_MS, DISK, bounded.capacity());
        return new Report(text(bounded, unbounded, seconds), json(bounded, unbounded),
                Map.of("overload.svg", OverloadPlot.svg(bounded, unbounded, BOUND_MS)));
    }

    private static String text(Found bounded, Found unbounded, double seconds) {
        StringBuilder out = new StringBuilder();
        table(out, "bounded admission", bounded);
        table(out, "unbounded queue", unbounded);
        LoadResult twice = bounded.results().get(3);
        double best = bounded.results().stream().mapToDouble(LoadResult::accepted).max().orElse(0);
        out.append(String.format(Locale.ROOT, """
                Rates are per second, times in ms; accepted times count from the intended begin of a request, refusals
                from its actual one. In time: accepted within %d ms. Recovery: from the end of the load until a request
                is accepted in time. Heap: in use after a collection near the end of the load. %.0f s of each load, %,d
                messages a request, durable, each request synced alone, so that recording is what limits; clients and
                gateway share the cores.
                Targets at 2 times capacity: goodput %.2f of the most accepted (at least %.2f), p99 %.1f ms (at most
                %d), refused after %.2f ms in the middle (less than 1), heap %.0f MiB (at half capacity: %.0f).

                """, BOUND_MS, seconds, Order.MESSAGES, twice.accepted() / best, TARGET_GOODPUT, twice.p99Ms(), BOUND_MS,
                twice.refusedP50Ms(), twice.heapMiB(), bounded.results().getFirst().heapMiB()));
        return out.toString();
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

    private String json(Found bounded, Found unbounded) {
        return "{\"suite\": " + Json.string(name()) + ", \"boundMs\": " + BOUND_MS + ", \"bounded\": " + json(bounded)
                + ", \"unbounded\": " + json(unbounded) + "}";
    }

    private static String json(Found found) {
        StringJoiner loads = new StringJoiner(", ", "{\"capacityPerSecond\": " + Json.number(found.capacity())
                + ", \"loads\": [", "]}");
        found.results().forEach(result -> loads.add(result.json()));
        return loads.toString();
    }
}
