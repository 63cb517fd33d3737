// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

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
import java.util.Arrays;
import java.util.List;

/// How often, and how fresh, can a position be read whole while another thread moves it?
///
/// Each kind of ship has its own JVM, so that no call site sees two classes. A reader that gets the same old position
/// has read nothing new, so fresh reads are reported, too.
public final class SpaceshipExperiment extends Experiment {
    static final long PUBLISHED_MS = 5_000;
    static final int PUBLISHED_RUNS = 5;
    private static final int WARM_RUNS = 2;
    private static final String[] FLAGS = {"-Xms256m", "-Xmx256m", "-XX:+UseParallelGC"};
    private static final String MS = "ms";
    public static final Measure READS = Measure.more("reads", "M/s");
    public static final Measure FRESH = Measure.more("fresh reads", "M/s");
    static final Measure MOVES = Measure.more("moves", "M/s");
    static final Measure ATTEMPTS = Measure.plain("attempts", "per read");
    static final Measure MOVE_ATTEMPTS = Measure.plain("move attempts", "per move");
    static final Measure LEAST = Measure.plain("least of a reader", "M/s");
    static final Measure BYTES = Measure.plain("garbage", "bytes/move");
    private static final String SOURCE = "Java 8, i7-3632QM, millions in 5 s: ";

    public SpaceshipExperiment() {
        super("spaceship", "How often, and how fresh, can a position be read whole while another thread moves it?",
                "Martin Thompson, Lock-Based vs Lock-Free Concurrent Algorithms (2013)");
    }

    /// @param movesPerSecond moves of each mover; 0: as many as it can
    public record Crew(int readers, int movers, int movesPerSecond) {
        public static final List<Crew> ALL = List.of(of(1, 1), of(2, 1), of(3, 1), of(2, 2));
        /// Most reads find the position that the thread has read before.
        public static final Crew PACED = new Crew(1, 1, 1_000_000);
        private static final String PACE = "@";

        private static Crew of(int readers, int movers) {
            return new Crew(readers, movers, 0);
        }

        public String text() {
            return readers + "R" + movers + "W" + (movesPerSecond == 0 ? "" : PACE + movesPerSecond);
        }

        static Crew parse(String text) {
            String[] numbers = text.split("[RW" + PACE + "]+");
            return new Crew(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]),
                    numbers.length == 2 ? 0 : Integer.parseInt(numbers[2]));
        }
    }

    public static String subject(Crew crew, ShipKind kind) {
        return crew.text() + ", " + kind.text();
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        long ms = scale.of(20L, 150L, PUBLISHED_MS);
        List<Trial> trials = new ArrayList<>();
        for (ShipKind kind : ShipKind.values()) {
            if (scale == Scale.FULL) {
                Crew.ALL.forEach(crew -> trials.add(trial(crew, kind, ms, PUBLISHED_RUNS).withFlags(FLAGS)));
            } else {
                trials.add(trial(kind.text(), kind, String.join(" ", Crew.ALL.stream().map(Crew::text).toList()), ms,
                        scale.of(1, 2, PUBLISHED_RUNS)).withFlags(FLAGS));
            }
        }
        List<String> notes = new ArrayList<>(Words.scaledDown(ms < PUBLISHED_MS,
                "flights of %d ms instead of the published %d ms", ms, PUBLISHED_MS));
        notes.add("cells: two movers take turns with a lock; readers never wait");
        return new MeasurementPlan(trials, notes);
    }

    /// One crew in its own JVM.
    public static Trial trial(Crew crew, ShipKind kind, long ms, int runs) {
        return trial(subject(crew, kind), kind, crew.text(), ms, runs).withThreads(crew.readers() + crew.movers());
    }

    private static Trial trial(String name, ShipKind kind, String crews, long ms, int runs) {
        return Trial.of(name).with("kind", kind).with("crews", crews).with(MS, ms).with("runs", runs);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        ShipKind kind = ShipKind.valueOf(trial.text("kind"));
        for (String text : trial.text("crews").split(" ")) {
            Crew crew = Crew.parse(text);
            String subject = subject(crew, kind);
            recorder.threads(subject, crew.readers() + crew.movers());
            Spaceship ship = kind.launch(crew.movers() > 1);
            for (int run = 0; run < WARM_RUNS; run++) {
                Flight.fly(ship, crew, Math.min(trial.number(MS), 100));
            }
            for (int run = 0; run < trial.count("runs"); run++) {
                Flight.Log log = Flight.fly(ship, crew, trial.number(MS));
                double perMicro = 1e3 / log.ns();
                recorder.sample(subject, READS, log.reads() * perMicro);
                recorder.sample(subject, FRESH, log.freshReads() * perMicro);
                recorder.sample(subject, MOVES, log.moves() * perMicro);
                recorder.sample(subject, ATTEMPTS, log.attempts() / (double) Math.max(1, log.reads()));
                recorder.sample(subject, MOVE_ATTEMPTS, log.moveAttempts() / (double) Math.max(1, log.moves()));
                recorder.sample(subject, LEAST, log.leastReads() * perMicro);
                recorder.sample(subject, BYTES, Math.round(log.heapBytes() / (double) Math.max(1, log.moves())));
            }
        }
    }

    @Override
    public List<Ratio> ratios() {
        double[][] reads = {{50.5, 32.9}, {88.1, 50.3}, {145.6, 57.5}, {109.1, 36.2}};
        List<Ratio> ratios = new ArrayList<>();
        for (int i = 0; i < reads.length; i++) {
            Crew crew = Crew.ALL.get(i);
            ratios.add(new Ratio(crew.text() + ": lock-free / synchronized, reads", subject(crew, ShipKind.COPIED),
                    subject(crew, ShipKind.SYNCHRONIZED), READS, reads[i][0] / reads[i][1],
                    SOURCE + reads[i][0] + " / " + reads[i][1]));
        }
        Crew mixed = Crew.ALL.getLast();
        ratios.add(new Ratio("2R2W: StampedLock with retries / lock-free, reads", subject(mixed, ShipKind.STAMPED_RETRIES),
                subject(mixed, ShipKind.COPIED), READS, 148.9 / 109.1, SOURCE + "148.9 / 109.1"));
        return ratios;
    }

    @Override
    public String verdict(Figures figures) {
        Crew one = Crew.ALL.getFirst();
        List<String> all = Arrays.stream(ShipKind.values()).map(kind -> subject(one, kind)).toList();
        return "With one reader and one mover, the most reads are those of " + best(figures, all, READS)
                + ", the most fresh reads those of " + best(figures, all, FRESH)
                + ". Lock-free with new objects reads " + Words.withPublished(ratios().getFirst(), figures)
                + " as often as synchronized, Ashlar's versioned cell " + Words.times(figures.ratio(
                        subject(one, ShipKind.VERSIONED_CELL), subject(one, ShipKind.SYNCHRONIZED), READS)) + ".";
    }

    private static String best(Figures figures, List<String> among, Measure measure) {
        return figures.best(among, measure).map(best -> best.substring(best.indexOf(", ") + 2) + " ("
                + Words.median(figures, best, measure) + ")").orElse(Words.NOT_MEASURED);
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<Chart> charts = new ArrayList<>();
        for (Crew crew : Crew.ALL) {
            List<String> subjects = Arrays.stream(ShipKind.values()).map(kind -> subject(crew, kind)).toList();
            charts.add(Chart.bars(crew.text() + ": fresh reads", FRESH, subjects, figures));
            charts.add(Chart.bars(crew.text() + ": moves", MOVES, subjects, figures));
        }
        return charts;
    }
}
