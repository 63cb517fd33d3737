// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.FlightEvents;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/// How fast are calls through an interface when more and more classes are loaded?
///
/// The same loop is also run as a new class for each mapping: if that were no faster, generated kernels would be
/// useless.
public final class DispatchExperiment extends Experiment {
    static final int PUBLISHED_CALLS = 50_000_000;
    static final int ROUNDS = 3;
    static final int CLASSES = 4;
    private static final int[] FACTORS = {3, 5, 7, 11};
    static final Measure RATE = Measure.more("rate", "M calls/s");
    static final Measure DEOPTIMISED = Measure.plain("deoptimised", "times");
    static final String ONE_LOOP = "one loop for all";
    static final String KERNELS = "a kernel for each";

    public DispatchExperiment() {
        super("dispatch", "How fast are calls through an interface when more classes are loaded?",
                "Martin Thompson, Java Invoke Interface Optimisations (2012)");
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int calls = scale.of(200_000, PUBLISHED_CALLS, PUBLISHED_CALLS);
        List<Trial> trials = List.of(Trial.of(ONE_LOOP).with("calls", calls).with("way", ONE_LOOP),
                Trial.of(KERNELS).with("calls", calls).with("way", KERNELS));
        return new MeasurementPlan(trials, Words.scaledDown(calls < PUBLISHED_CALLS,
                "%,d calls instead of the published %,d", calls, PUBLISHED_CALLS));
    }

    static String subject(String way, int round, int which) {
        return way + ", round " + round + ", class " + which;
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        String way = trial.text("way");
        int calls = trial.count("calls");
        Mapping[] mappings = Mapping.all();
        CallLoop[] loops = new CallLoop[CLASSES];
        CallLoop shared = new CallLoop.Shared();
        for (int i = 0; i < CLASSES; i++) {
            loops[i] = way.equals(KERNELS) ? CallLoop.copy() : shared;
        }
        List<Step> steps = new ArrayList<>();
        // Startup is not measured; the call site has still seen only one class.
        loops[0].run(mappings[0], calls);
        try (FlightEvents watch = new FlightEvents("jdk.Deoptimization")) {
            for (int round = 1; round <= ROUNDS; round++) {
                for (int i = 0; i < CLASSES; i++) {
                    Instant begin = Instant.now();
                    long start = System.nanoTime();
                    int sum = loops[i].run(mappings[i], calls);
                    double ns = System.nanoTime() - start;
                    Recorder.requireSum(sum, Mapping.expected(FACTORS[i], calls), mappings[i].getClass());
                    steps.add(new Step(subject(way, round, i + 1), begin, Instant.now()));
                    recorder.sample(subject(way, round, i + 1), RATE, calls * 1e3 / ns);
                }
            }
            List<RecordedEvent> moments = new ArrayList<>();
            watch.end(moments::add);
            moments.removeIf(event -> event.<RecordedMethod>getValue("method") == null || !event
                    .<RecordedMethod>getValue("method").getType().getName().startsWith(CallLoop.Shared.class.getName()));
            moments.sort(Comparator.comparing(RecordedEvent::getStartTime));
            report(steps, moments, recorder);
        }
    }

    private record Step(String subject, Instant begin, Instant end) { }

    /// When and why the JVM discarded compiled code of the loop, or of a copy of it.
    private static void report(List<Step> steps, List<RecordedEvent> moments, Recorder recorder) {
        for (Step step : steps) {
            List<RecordedEvent> within = moments.stream().filter(moment -> !moment.getStartTime().isBefore(step.begin())
                    && !moment.getStartTime().isAfter(step.end())).toList();
            recorder.sample(step.subject(), DEOPTIMISED, within.size());
            within.forEach(moment -> recorder.note(String.format(Locale.ROOT, "%s: deoptimised after %.2f ms (%s in %s)",
                    step.subject(), Duration.between(step.begin(), moment.getStartTime()).toNanos() / NS_PER_MS,
                    moment.getString("reason"), moment.<RecordedMethod>getValue("method").getName())));
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("first class / third", subject(ONE_LOOP, 1, 1), subject(ONE_LOOP, 1, 3), RATE, 3100.0 / 280,
                        "2012: 3,100 / 280 M calls/s"),
                new Ratio("first class / second", subject(ONE_LOOP, 1, 1), subject(ONE_LOOP, 1, 2), RATE, 3100.0 / 1020,
                        "2012: 3,100 / 1,020 M calls/s"),
                new Ratio("first class in round 1 / in round 3", subject(ONE_LOOP, 1, 1), subject(ONE_LOOP, 3, 1), RATE,
                        3100.0 / 280, "2012: it never comes back"));
    }

    @Override
    public String verdict(Figures figures) {
        return "A call is " + Words.withPublished(ratios().getFirst(), figures)
                + " as fast with one class as with three, and in the third round calls of the first class take "
                + Words.withPublished(ratios().get(2), figures) + " the time of the first round. With a kernel for each class "
                + "the last class is " + Words.times(figures.ratio(subject(KERNELS, ROUNDS, CLASSES),
                        subject(ONE_LOOP, ROUNDS, CLASSES), RATE)) + " as fast as in the shared loop.";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<Chart.Series> series = Stream.of(ONE_LOOP, KERNELS).map(way -> Chart.Series.of(way,
                IntStream.range(0, ROUNDS * CLASSES).mapToObj(step -> figures.point(subject(way, step / CLASSES + 1,
                        step % CLASSES + 1), RATE, step, "class " + (step % CLASSES + 1))))).toList();
        return List.of(new Chart("Calls through an interface, class after class, three rounds", "class, in turn",
                "rate, M calls/s", Chart.Kind.LINES, false, true, series));
    }
}
