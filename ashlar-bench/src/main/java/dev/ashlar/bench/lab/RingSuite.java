// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.queue.LabQueue;
import dev.ashlar.lab.queue.Passing;
import dev.ashlar.lab.queue.QueueKind;
import dev.ashlar.lab.queue.Shape;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// How many messages per second pass through a queue, and how long is a round trip?
///
/// If a ring were slower than the best queue on the heap, threads of one process should use that; if a round trip
/// between processes took much longer than between threads, two processes would not be worthwhile.
public final class RingSuite extends TrialSuite {
    static final int MOST_BATCH = 256;
    private static final int[] BATCHES = {1, 16, MOST_BATCH};
    private static final int CAPACITY = 1 << 14;
    /// Long enough that a round trip ends before the next is due, unless it is disturbed.
    private static final long INTERVAL_NS = 10_000;
    private static final Target AGAINST_BEST = Target.atLeast(1);
    /// More than starting and waiting allocate, but less than one object in a hundred messages.
    private static final double MOST_BYTES = 0.16;

    public RingSuite() {
        super("ring", "messages through queues, between threads and between processes", Integer.MAX_VALUE);
    }

    private static String subject(Shape shape, int batch, QueueKind kind) {
        return shape.label() + ", batch " + batch + ": " + kind.text();
    }

    private static String tripSubject(Shape shape, QueueKind kind) {
        return shape.label() + ", round trips: " + kind.text();
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        return plan(quick ? 1_500_000 : 6_000_000, quick ? 30_000 : 200_000, quick ? 3 : 7);
    }

    MeasurementPlan plan(long messages, long trips, int runs) {
        List<Trial> trials = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (QueueKind kind : PeerQueue.all().stream().filter(kind -> kind.fits(shape)).toList()) {
                for (int batch : BATCHES) {
                    trials.add(Passing.throughput(subject(shape, batch, kind), kind, shape, batch, messages, runs,
                            CAPACITY));
                }
                if (shape == Shape.ONE_TO_ONE || shape == Shape.PROCESSES) {
                    trials.add(Passing.roundTrips(tripSubject(shape, kind), kind, shape, trips, 1, CAPACITY,
                            INTERVAL_NS));
                }
            }
        }
        return new MeasurementPlan(trials.stream().map(trial -> trial.withFlags(FLAGS)).toList(), List.of());
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        Passing.measure(PeerQueue.all(), trial, recorder);
    }

    /// Findings with a target first, then comparisons of Ashlar's queues in the other shapes.
    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (LabQueue ours : LabQueue.values()) {
                if (ours.isOurs() && ours.fits(shape)) {
                    for (int batch : BATCHES) {
                        add(findings, shape, batch, ours, figures);
                    }
                    if (shape == Shape.PROCESSES) {
                        findings.add(Finding.alone("two processes: round trip, median: " + ours.text(), figures,
                                Passing.TRIP, tripSubject(shape, ours)).withTarget(Target.atMost(1_000))
                                .asHeadline(ours == LabQueue.RING));
                    }
                }
            }
        }
        findings.add(Finding.mostOf("most that any of ours allocates a message", figures, Passing.ALLOCATED,
                subject -> subject.contains("Ashlar"), MOST_BYTES));
        findings.sort(Comparator.comparing(finding -> finding.target().isEmpty()));
        return findings;
    }

    private static void add(List<Finding> findings, Shape shape, int batch, LabQueue ours, Figures figures) {
        boolean telling = batch == 1 || batch == MOST_BATCH;
        Finding best = best("the best peer", shape, batch, ours, _ -> true, figures);
        if (shape != Shape.ONE_TO_ONE) {
            findings.add(best);
        } else if (ours.takesAnyLength()) {
            // Queues of preallocated objects do less work.
            findings.add(best);
            findings.add(best("the best peer that takes any length", shape, batch, ours, PeerQueue.AGRONA::equals, figures)
                    .withTarget(AGAINST_BEST).asHeadline(telling));
        } else {
            findings.add(best.withTarget(AGAINST_BEST).asHeadline(telling));
        }
    }

    private static Finding best(String peer, Shape shape, int batch, LabQueue ours, Predicate<QueueKind> which,
            Figures figures) {
        List<String> peers = PeerQueue.all().stream().filter(kind -> !kind.isOurs() && which.test(kind))
                .map(kind -> subject(shape, batch, kind)).toList();
        return Finding.againstBest(subject(shape, batch, ours), peer, figures, Passing.PASSED,
                List.of(subject(shape, batch, ours)), peers);
    }

    @Override
    protected String legend() {
        return "Round trips start every 10 µs, and count from when they were due.\n";
    }
}
