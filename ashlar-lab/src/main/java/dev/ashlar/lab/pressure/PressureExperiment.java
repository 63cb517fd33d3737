// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.pressure;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.pressure.Overload.Bound;
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

/// How does a queue behave under overload?
///
/// Requests arrive at a steady rate, and one thread takes a fixed time for each: a real overload, though a small one.
/// If the formula were wrong, accepted requests would wait longer than it predicts, or fewer would be answered.
public final class PressureExperiment extends Experiment {
    static final long SERVICE_NS = 50_000;
    private static final double MOST = 2;
    private static final double[] RATES = {0.5, 0.9, 1.2, MOST};
    static final Measure ANSWERED = Measure.more("answered", "per s");
    static final Measure WAITED = Measure.less("p99 of accepted", "ms");
    static final Measure REFUSED = Measure.plain("refused", "%");
    static final Measure REFUSAL = Measure.less("p99 of refusals", "µs");
    static final String WANTED = "the bound";

    public PressureExperiment() {
        super("pressure", "How does a queue behave under overload?",
                "Martin Thompson, Applying Back Pressure When Overloaded (2012)");
    }

    static String load(Bound bound, double rate) {
        return bound.text + ", " + rate + "× what can be answered";
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        List<Trial> trials = new ArrayList<>();
        for (Bound bound : List.of(Bound.FORMULA, Bound.MEASURED)) {
            for (double rate : RATES) {
                trials.add(trial(scale, bound, rate));
            }
        }
        trials.add(trial(scale, Bound.NONE, MOST));
        List<String> notes = new ArrayList<>(Words.scaledDown(scale != Scale.FULL,
                "%,d ms of each load instead of %,d", millis(scale), millis(Scale.FULL)));
        notes.add("%d µs for each request, at most %d ms in the queue: by the formula, at most %d may wait".formatted(
                SERVICE_NS / 1_000, Overload.MAX_LATENCY_NS / 1_000_000,
                Overload.mostWaiting(Overload.MAX_LATENCY_NS, SERVICE_NS, 1)));
        return new MeasurementPlan(trials, notes);
    }

    private static int millis(Scale scale) {
        return scale.of(40, 400, 5_000);
    }

    private static Trial trial(Scale scale, Bound bound, double rate) {
        return Trial.of(load(bound, rate)).withThreads(2).with("runs", scale.of(1, 3, 7)).with("bound", bound)
                .with("rate", rate).with("ms", millis(scale))
                .withFlags("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws InterruptedException {
        Overload overload = new Overload(SERVICE_NS, Bound.valueOf(trial.text("bound")),
                Double.parseDouble(trial.text("rate")), trial.number("ms") * 1_000_000);
        for (int run = 0; run <= trial.count("runs"); run++) {
            Overload.Result result = overload.run();
            if (run > 0) {
                recorder.sample(trial.name(), ANSWERED, result.answeredPerSec());
                recorder.sample(trial.name(), WAITED, result.p99Ns() / NS_PER_MS);
                recorder.sample(trial.name(), REFUSED, result.refusedPercent());
                if (result.refusedPercent() > 0) {
                    recorder.sample(trial.name(), REFUSAL, result.refusalP99Ns() / NS_PER_US);
                }
            }
        }
        if (trial.name().equals(load(Bound.FORMULA, MOST))) {
            recorder.sample(WANTED, WAITED, (Overload.MAX_LATENCY_NS + SERVICE_NS) / NS_PER_MS);
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("p99 of accepted at twice the capacity / the bound, by the formula",
                        load(Bound.FORMULA, MOST), WANTED, WAITED, 1, "2012: at most the bound"),
                new Ratio("p99 of accepted at twice the capacity / the bound, by Admission",
                        load(Bound.MEASURED, MOST), WANTED, WAITED, 1, "2012: at most the bound"));
    }

    @Override
    public String verdict(Figures figures) {
        String best = load(Bound.FORMULA, RATES[1]);
        String formula = load(Bound.FORMULA, MOST);
        String measured = load(Bound.MEASURED, MOST);
        String none = load(Bound.NONE, MOST);
        return "At twice the capacity a queue bounded by the formula answers "
                + Words.times(figures.ratio(formula, best, ANSWERED)) + " of what it answers at 0.9× (99 % within "
                + Words.median(figures, formula, WAITED) + ", wanted " + Words.median(figures, WANTED, WAITED)
                + "; 99 % of refusals within " + Words.median(figures, formula, REFUSAL)
                + "). Bounded by measured service times it answers " + Words.times(figures.ratio(measured, best, ANSWERED))
                + " (99 % within " + Words.median(figures, measured, WAITED) + "), without a bound "
                + Words.times(figures.ratio(none, best, ANSWERED)) + " (99 % within "
                + Words.median(figures, none, WAITED) + ").";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("Answers under load", ANSWERED, figures.subjects(), figures),
                Chart.bars("Waiting of those accepted, p99", WAITED, figures.subjects(), figures));
    }
}
