// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.figures.Ratio.Quotient;
import dev.ashlar.measure.report.Svg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Does a gateway under overload keep its throughput, with answers in time?
///
/// Each request is a batch of messages that waits for the disk, and each is synced separately, so that recording is the
/// bottleneck. If refusing a request cost as much as accepting it, no bound on a queue could help, and another protocol
/// would be needed.
public final class OverloadSuite extends TrialSuite {
    private static final int BOUND_MS = 100;
    /// Multiple of the heap at half the capacity, with a margin for the variance after collections.
    private static final Target FLAT = Target.atMost(1.5);
    private static final double TWICE = 2;
    private static final String AT_TWICE = "at twice the capacity: ";

    public OverloadSuite() {
        super("overload", "up to 5 times what the gateway can do, with bounded admission and with an unbounded queue", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        return new MeasurementPlan(List.of(trial(quick ? 2 : 8, 0)), List.of());
    }

    /// @param capacity requests per second, of which loads are multiples; 0 to measure it
    static Trial trial(double seconds, double capacity) {
        return Trial.of("bounded admission, then an unbounded queue").with("seconds", seconds).with("capacity", capacity)
                .withFlags(Gateways.FLAGS);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        Gateways gateways = new Gateways(Double.parseDouble(trial.text("seconds")), BOUND_MS, recorder);
        double capacity = gateways.load(true, Double.parseDouble(trial.text("capacity")));
        gateways.load(false, capacity);
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        String bounded = Gateways.subject(true, TWICE);
        List<Finding> findings = new ArrayList<>();
        // Relative to the most requests that were accepted under any load of the round.
        findings.add(alone("goodput, of the most accepted", figures.advantage(List.of(bounded),
                Arrays.stream(Gateways.MULTIPLES).mapToObj(multiple -> Gateways.subject(true, multiple)).toList(),
                Gateways.ACCEPTED), Target.atLeast(0.95)));
        findings.add(Finding.alone(AT_TWICE + "99 % of the accepted answered within", figures, Gateways.P99, bounded)
                .withTarget(Target.atMost(BOUND_MS)).asHeadline(true));
        findings.add(Finding.alone(AT_TWICE + "99 % of the refusals within", figures, Gateways.REFUSED_P99, bounded)
                .withTarget(Target.atMost(1)).asHeadline(true));
        findings.add(alone("heap, times that at half the capacity", figures.ratio(bounded,
                Gateways.subject(true, Gateways.MULTIPLES[0]), Gateways.HEAP).map(Quotient::range), FLAT));
        findings.add(Finding.against(AT_TWICE + "answered in time", "unbounded queue", figures, Gateways.IN_TIME, bounded,
                Gateways.subject(false, TWICE)));
        return findings;
    }

    private static Finding alone(String what, Optional<Range> values, Target target) {
        return Finding.alone(AT_TWICE + what, "", values, false).withTarget(target).asHeadline(true);
    }

    @Override
    protected Map<String, String> plots(Figures figures) {
        return Map.of("overload-in-time.svg", plot("Answered in time", Gateways.IN_TIME, false, figures),
                "overload-p99.svg", plot("p99 of accepted requests", Gateways.P99, true, figures));
    }

    private static String plot(String title, Measure measure, boolean log, Figures figures) {
        List<Chart.Series> series = Stream.of(true, false).map(bounded -> Chart.Series.of(Gateways.name(bounded),
                Arrays.stream(Gateways.MULTIPLES).mapToObj(multiple -> figures.point(
                        Gateways.subject(bounded, multiple), measure, multiple, multiple + "×")))).toList();
        return Svg.alone(new Chart(title, "offered, times the capacity", measure.head(), Chart.Kind.LINES, false, log,
                series));
    }

    @Override
    protected String legend() {
        return """
                Accepted times count from the intended start of a request, refusals from its actual one. In time:
                accepted within %d ms. Recovery: from the end of the load until a request is accepted in time. Heap: in
                use after a collection near the end of the load. %,d messages a request, durable, each request synced
                alone; clients and gateway have a core each, or share one.
                """.formatted(BOUND_MS, OrderRequest.MESSAGES);
    }
}
