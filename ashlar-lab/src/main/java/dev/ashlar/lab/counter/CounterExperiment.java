// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.counter;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.List;

/// What does it cost to count, alone and with others, with instructions that lock a line and with stores that do not?
///
/// Without work between counts it measures how long a core keeps the line. If a volatile store were as cheap as a
/// release store, the distinction would be unnecessary; if padding gained nothing, cells and rings would be smaller.
public final class CounterExperiment extends Experiment {
    static final long PUBLISHED_TIMES = 500_000_000;
    /// Steps of a calculation, some tens of nanoseconds.
    static final int WORK = 64;
    private static final int WARM_RUNS = 3;
    private static final int WARM_TIMES = 200_000;
    static final String CASES = "threads:counts:work:apart";
    static final Measure TIME = Measure.less("time", "ns/count");

    public CounterExperiment() {
        super("counter", "What does it cost to count, alone and with others?",
                "Martin Thompson, CAS and friends; CPU Cache Flushing Fallacy (2013); times from the Disruptor paper (2011)");
    }

    static String subject(Way way, int threads, boolean padded, boolean work) {
        return way.text + ", " + threads + (threads == 1 ? " thread" : " threads")
                + (way.shared || threads == 1 ? "" : padded ? ", words apart" : ", words in one line")
                + (work ? ", with work" : "");
    }

    /// One figure: number of threads, counts, work between counts, and distance of the words.
    record Case(int threads, long times, int work, long apart) {
        private static final String BETWEEN = ":";

        String text() {
            return threads + BETWEEN + times + BETWEEN + work + BETWEEN + apart;
        }

        static Case parse(String text) {
            String[] fields = text.split(BETWEEN);
            return new Case(Integer.parseInt(fields[0]), Long.parseLong(fields[1]), Integer.parseInt(fields[2]),
                    Long.parseLong(fields[3]));
        }
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        long times = scale.of(100_000L, 10_000_000L, PUBLISHED_TIMES);
        List<Trial> trials = new ArrayList<>();
        for (Way way : Way.values()) {
            List<Case> cases = new ArrayList<>();
            for (int threads : Threads.upTo(Math.max(2, machine.cores()))) {
                cases.add(new Case(threads, times, 0, Counter.PADDED));
                if (!way.shared && threads > 1) {
                    cases.add(new Case(threads, times, 0, Long.BYTES));
                }
                // Counting with work takes longer, and fewer counts are as precise.
                cases.add(new Case(threads, times / 10, WORK, Counter.PADDED));
            }
            if (scale == Scale.FULL) {
                cases.forEach(one -> trials.add(trial(subject(way, one), way, List.of(one), 1)));
            } else {
                // Starting a JVM takes longer than a short figure.
                trials.add(trial(way.text, way, cases, scale.of(1, 3, 1)));
            }
        }
        List<String> notes = new ArrayList<>(Words.scaledDown(times < PUBLISHED_TIMES,
                "%,d counts instead of the published %,d", times, PUBLISHED_TIMES));
        notes.add("with work: a calculation of %d steps between counts, in the time, and a tenth of the counts"
                .formatted(WORK));
        return new MeasurementPlan(trials, notes);
    }

    private static Trial trial(String name, Way way, List<Case> cases, int runs) {
        return Trial.of(name).withThreads(cases.stream().mapToInt(Case::threads).max().orElseThrow()).with("way", way)
                .with(CASES, String.join(" ", cases.stream().map(Case::text).toList())).with("runs", runs)
                .withFlags("-Xmx64m", "-XX:+UseSerialGC");
    }

    private static String subject(Way way, Case one) {
        return subject(way, one.threads(), one.apart() == Counter.PADDED, one.work() > 0);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        Way way = Way.valueOf(trial.text("way"));
        for (String text : trial.text(CASES).split(" ")) {
            Case one = Case.parse(text);
            recorder.threads(subject(way, one), one.threads());
            Counter counter = Counter.withWords(one.apart());
            for (int run = 0; run < WARM_RUNS; run++) {
                counter.run(way, 1, Math.min(one.times(), WARM_TIMES), one.work());
            }
            for (int run = 0; run < trial.count("runs"); run++) {
                recorder.sample(subject(way, one), TIME,
                        counter.run(way, one.threads(), one.times(), one.work()) / (double) one.times());
            }
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                ratio("compare and set, 2 threads / 1", Way.CAS, 2, Way.CAS, 1, 30_000.0 / 5_700, "30,000 / 5,700 ms"),
                ratio("volatile store / plain store", Way.VOLATILE, 1, Way.PLAIN, 1, 4_700.0 / 300, "4,700 / 300 ms"),
                ratio("compare and set / plain store", Way.CAS, 1, Way.PLAIN, 1, 5_700.0 / 300, "5,700 / 300 ms"));
    }

    private static Ratio ratio(String what, Way over, int overThreads, Way under, int underThreads, double published,
            String times) {
        return new Ratio(what, subject(over, overThreads, true, false), subject(under, underThreads, true, false), TIME,
                published, "Westmere 2.4 GHz, 2011: " + times);
    }

    @Override
    public String verdict(Figures figures) {
        return "Two threads that count by compare-and-set take " + Words.withPublished(ratios().getFirst(), figures)
                + " the time of one, by get-and-add " + Words.times(figures.ratio(subject(Way.GET_AND_ADD, 2, true, false),
                        subject(Way.GET_AND_ADD, 1, true, false), TIME))
                + ". A volatile store costs " + Words.withPublished(ratios().get(1), figures)
                + " a plain one, a release store " + Words.times(figures.ratio(subject(Way.RELEASE, 1, true, false),
                        subject(Way.PLAIN, 1, true, false), TIME))
                + ", and words of two threads in one cache line " + Words.times(figures.ratio(
                        subject(Way.RELEASE, 2, false, false), subject(Way.RELEASE, 2, true, false), TIME))
                + " words apart.";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<String> alone = figures.subjects().stream().filter(subject -> !subject.endsWith("with work")).toList();
        List<String> working = figures.subjects().stream().filter(subject -> subject.endsWith("with work")).toList();
        return List.of(Chart.bars("A count, nothing between", TIME, alone, figures),
                Chart.bars("A count with work between", TIME, working, figures));
    }
}
