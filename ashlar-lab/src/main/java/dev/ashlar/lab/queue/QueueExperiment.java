// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.List;

/// What does it cost to pass messages on, between threads and between processes?
///
/// If a ring were no faster than a queue of the JDK, it would be useless; if round trips between processes were much
/// slower than between threads, a system should not be divided into processes.
public final class QueueExperiment extends Experiment {
    static final long PUBLISHED_MESSAGES = 100_000_000;
    static final int PUBLISHED_RUNS = 7;
    /// As published.
    static final int CAPACITY = 1 << 16;
    static final Measure PASSED = Passing.PASSED;
    static final Measure TRIP = Passing.TRIP;
    static final String QUEUE = "ArrayBlockingQueue";
    static final String IN_PROCESS = "round trip between threads";
    static final String BETWEEN = "round trip between processes";

    public QueueExperiment() {
        super("queue", "What does it cost to pass messages on, between threads and between processes?",
                "LMAX, Disruptor (2011 and later)");
    }

    static String ring(int batch) {
        return "ring, batches of " + batch;
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        List<Trial> trials = new ArrayList<>();
        long messages = scale.of(20_000L, 5_000_000L, PUBLISHED_MESSAGES);
        int runs = scale.of(1, 3, PUBLISHED_RUNS);
        trials.add(Passing.throughput(QUEUE, LabQueue.ARRAY, Shape.ONE_TO_ONE, 1, messages, runs, CAPACITY));
        for (int batch : new int[] {1, 16, 256}) {
            trials.add(Passing.throughput(ring(batch), LabQueue.RING, Shape.ONE_TO_ONE, batch, messages, runs,
                    CAPACITY));
        }
        int trips = scale.of(500, 50_000, 1_000_000);
        trials.add(Passing.roundTrips(IN_PROCESS, LabQueue.RING, Shape.ONE_TO_ONE, trips, runs, CAPACITY, 0));
        trials.add(Passing.roundTrips(BETWEEN, LabQueue.RING, Shape.PROCESSES, trips, runs, CAPACITY, 0));
        List<String> notes = new ArrayList<>(Words.scaledDown(scale != Scale.FULL,
                "%,d messages in %d runs instead of the published %,d in %d", messages, runs, PUBLISHED_MESSAGES,
                PUBLISHED_RUNS));
        notes.add("queue and ring of %,d messages, as published; a thread that waits spins, then yields".formatted(CAPACITY));
        return new MeasurementPlan(trials.stream().map(trial -> trial.withFlags("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC"))
                .toList(), notes);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        Passing.measure(List.of(LabQueue.values()), trial, recorder);
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("ring / ArrayBlockingQueue, messages", ring(1), QUEUE, PASSED, 160.4 / 20.9,
                        "Disruptor 4, EPYC 9374F: 160.4 / 20.9 M/s"));
    }

    @Override
    public String verdict(Figures figures) {
        return "A ring passes " + Words.withPublished(ratios().getFirst(), figures)
                + " as many messages as an ArrayBlockingQueue, in batches of 256 "
                + Words.times(figures.ratio(ring(256), QUEUE, PASSED)) + ". A round trip takes "
                + Words.median(figures, IN_PROCESS, TRIP) + " between threads and "
                + Words.median(figures, BETWEEN, TRIP) + " between processes.";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("Messages from thread to thread", PASSED, figures.subjects(), figures),
                Chart.bars("Round trips, median", TRIP, figures.subjects(), figures));
    }
}
