// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.gc;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.FlightEvents;
import dev.ashlar.lab.trades.Stops;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How long does each collector make callers wait, with the same records on the heap and off it?
///
/// The article compares collectors without figures. These are the figures that it asks for: response times, hiccups,
/// pauses and throughput. If a collector had no pauses at no cost, records could stay on the heap.
public final class GcExperiment extends Experiment {
    static final int FULL_RECORDS = 16 << 20;
    /// Bytes of an object with eight longs, including its header, its reference in the array, and its version.
    private static final int LIVE_BYTES = 84 + Long.BYTES;
    private static final double HEAP_FOR_LIVE = 2;
    private static final long ROOM = 48L << 20;
    static final long INTERVAL_NS = 50_000;
    private static final double[] PARTS = {0.5, 0.9, 0.99, 0.999, 1};
    private static final List<String> PART_NAMES = List.of("50 %", "90 %", "99 %", "99.9 %", "all");
    static final Measure HICCUP = Measure.less("longest hiccup", "ms");
    static final Measure PAUSES = Measure.plain("pauses", "in all");
    static final Measure PAUSED = Measure.less("longest stop", "ms");
    static final Measure REQUEST = Measure.less("request, no waiting", "µs");
    static final String OFF_HEAP = "off heap";

    public GcExperiment() {
        super("gc", "How long does each collector make callers wait?",
                "Martin Thompson, Java Garbage Collection Distilled (2013)");
    }

    static Measure response(String part) {
        return Measure.less("response, " + part, "µs");
    }

    static String onHeap(String collector) {
        return "on heap, " + collector;
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int wanted = scale.of(1 << 14, 1 << 20, FULL_RECORDS);
        int records = (int) machine.fitting(wanted, LIVE_BYTES * HEAP_FOR_LIVE * 1.2, 1 << 14);
        int requests = scale.of(2_000, 80_000, 600_000);
        List<String> notes = new ArrayList<>(Words.scaledDown(records < FULL_RECORDS, "%,d records instead of %,d%s",
                records, FULL_RECORDS, records < wanted ? ", because there is too little memory" : ""));
        long heapMiB = (long) (records * (double) LIVE_BYTES * HEAP_FOR_LIVE + ROOM) >> 20;
        notes.add("heap of %,d MiB, about twice the live data; %,d requests per s, each replaces and reads %d records"
                .formatted(heapMiB, 1_000_000_000 / INTERVAL_NS, Requests.REPLACED));
        List<Trial> trials = new ArrayList<>();
        for (String collector : machine.collectors()) {
            trials.add(trial(onHeap(collector), true, records, requests).withFlags("-Xms" + heapMiB + "m",
                    "-Xmx" + heapMiB + "m", "-XX:+Use" + collector + "GC"));
        }
        // The versions for the check are on the heap in this case, too.
        long small = ((long) records * Long.BYTES + ROOM) >> 20;
        trials.add(trial(OFF_HEAP, false, records, requests).withFlags("-Xms" + small + "m", "-Xmx" + small + "m",
                "-XX:MaxDirectMemorySize=" + heapMiB + "m"));
        return new MeasurementPlan(trials, notes);
    }

    private static Trial trial(String name, boolean heap, int records, int requests) {
        return Trial.of(name).with("heap", heap).with("records", records).with("requests", requests);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        int count = trial.count("records");
        int requests = trial.count("requests");
        String name = trial.name();
        try (Records records = Boolean.parseBoolean(trial.text("heap")) ? new Records.OnHeap(count)
                : new Records.OffHeap(count)) {
            Requests all = new Requests(records, count);
            all.asFastAsPossible(requests * INTERVAL_NS / 4);
            FlightEvents watch = Stops.watch();
            long[] times;
            try (Hiccups hiccups = new Hiccups()) {
                times = all.steadily(requests, INTERVAL_NS);
                recorder.sample(name, HICCUP, hiccups.longestNs() / NS_PER_MS);
            }
            Stops stops = Stops.of(watch);
            for (int i = 0; i < PARTS.length; i++) {
                int at = Math.min(requests - 1, (int) (requests * PARTS[i]));
                recorder.sample(name, response(PART_NAMES.get(i)), times[at] / NS_PER_US);
            }
            recorder.sample(name, PAUSES, stops.pauses());
            recorder.sample(name, PAUSED, stops.longestNs() / NS_PER_MS);
            recorder.sample(name, REQUEST, all.asFastAsPossible(requests * INTERVAL_NS / 4) / NS_PER_US);
        }
    }

    @Override
    public String verdict(Figures figures) {
        List<String> heaps = figures.subjects().stream().filter(subject -> !subject.equals(OFF_HEAP)).toList();
        return "On the heap the shortest waiting is that of " + best(heaps, response("99.9 %"), figures)
                + ", the shortest work that of " + best(heaps, REQUEST, figures) + ". Off the heap "
                + waiting(OFF_HEAP, figures) + ".";
    }

    private static String best(List<String> heaps, Measure measure, Figures figures) {
        return figures.best(heaps, measure).map(best -> best.substring("on heap, ".length()) + " ("
                + waiting(best, figures) + ")").orElse(Words.NOT_MEASURED);
    }

    private static String waiting(String subject, Figures figures) {
        return "99.9 % are answered within " + Words.median(figures, subject, response("99.9 %"))
                + ", and a request takes " + Words.median(figures, subject, REQUEST);
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<Chart.Series> series = figures.subjects().stream().map(subject -> Chart.Series.of(subject,
                IntStream.range(0, PARTS.length).mapToObj(i -> figures.point(subject, response(PART_NAMES.get(i)), i,
                        PART_NAMES.get(i))))).toList();
        return List.of(new Chart("Response times from the moment a request was due", "part of all requests",
                "response time, µs", Chart.Kind.LINES, false, true, series),
                Chart.bars("Longest pause or stall", PAUSED, figures.subjects(), figures),
                Chart.bars("A request, one after the other", REQUEST, figures.subjects(), figures));
    }
}
