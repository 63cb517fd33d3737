// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Are questions of time series answered as fast as DuckDB answers them from its own tables?
///
/// If joins by time were slower, the rows of both sides would have to be read in another way than side by side; if bars
/// or sessions were, how groups and windows are computed would have to change.
public final class AsofSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure ROWS_OF_ANSWER = Measure.plain("rows of the answer", "");
    static final Measure HASH = Measure.plain("hash of the answer", "");
    private static final long TRADES = 5_000_000;
    private static final long QUICK_TRADES = 200_000;
    private static final int MAX_ROUNDS = 3;
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;
    private static final double NS_PER_MS = 1e6;
    private static final String CONTENDER = "contender";
    private static final String THREADS = "threads";
    private static final String ROWS_OF = "rows";

    public AsofSuite() {
        super("asof", "seven questions of time series to 5,000,000 trades and 45,000,000 quotes, against DuckDB on its own "
                + "tables", MAX_ROUNDS);
    }

    /// Who answers.
    enum Contender {
        ASHLAR("Ashlar, SQL"),
        DUCKDB("DuckDB, its own tables");

        private final String label;

        Contender(String label) {
            this.label = label;
        }

        AsofEngine open(Path folder, int threads) throws IOException {
            return this == ASHLAR ? new AsofEngine.Ashlar(folder, threads) : new AsofEngine.DuckDb(folder, threads);
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? QUICK_TRADES : TRADES);
        List<Trial> trials = new ArrayList<>();
        for (int threads = 1; threads <= 2; threads++) {
            for (Contender contender : Contender.values()) {
                trials.add(trial(contender, threads, count));
            }
        }
        return new MeasurementPlan(trials, List.of("%,d trades and %,d quotes of 32 bytes.".formatted(count,
                count * Ticks.QUOTES_OF_TRADE)));
    }

    static Trial trial(Contender contender, int threads, long rows) {
        return Trial.of(subject("all", threads, contender)).withThreads(threads).with(CONTENDER, contender)
                .with(THREADS, threads).with(ROWS_OF, rows)
                .withFlags("-Xms512m", "-Xmx6g", "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    }

    static String subject(String what, int threads, Contender contender) {
        return what(what, threads) + ": " + contender.label;
    }

    private static String what(String what, int threads) {
        return what + (threads == 1 ? "" : ", " + threads + " threads");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        Contender contender = Contender.valueOf(trial.text(CONTENDER));
        int threads = trial.count(THREADS);
        Path folder = Files.createTempDirectory("ashlar-asof");
        try (AsofEngine engine = contender.open(folder, threads)) {
            engine.load(trial.number(ROWS_OF));
            for (AsofQuestion question : AsofQuestion.values()) {
                String subject = subject(question.label(), threads, contender);
                for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                    long asked = System.nanoTime();
                    AsofAnswer answer = engine.ask(question);
                    double ms = (System.nanoTime() - asked) / NS_PER_MS;
                    recorder.sample(subject, ROWS_OF_ANSWER, answer.rows());
                    recorder.sample(subject, HASH, answer.hash());
                    if (pass >= WARM_PASSES) {
                        recorder.sample(subject, TIME, ms);
                    }
                }
            }
        } finally {
            Scratch.delete(folder);
        }
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (int threads = 1; threads <= 2; threads++) {
            for (AsofQuestion question : AsofQuestion.values()) {
                String ours = subject(question.label(), threads, Contender.ASHLAR);
                String theirs = subject(question.label(), threads, Contender.DUCKDB);
                requireSame(figures, question, ROWS_OF_ANSWER);
                requireSame(figures, question, HASH);
                findings.add(Finding.against(what(question.label(), threads), Contender.DUCKDB.label, figures, TIME,
                        ours, theirs).withTarget(Target.atLeast(1)).asHeadline(threads == 1));
            }
        }
        return findings;
    }

    /// All passes of all contenders, whatever their number of threads, have to agree.
    private static void requireSame(Figures figures, AsofQuestion question, Measure measure) {
        List<Double> found = figures.subjects().stream().filter(subject -> subject.startsWith(question.label() + ":")
                || subject.startsWith(question.label() + ", 2 threads:")).flatMap(subject -> figures.figure(subject, measure)
                .stream()).flatMap(figure -> figure.medians().stream()).distinct().toList();
        if (found.size() > 1) {
            throw new IllegalStateException("contenders do not agree: question=" + question + ", " + measure.name() + "="
                    + found);
        }
    }

    @Override
    protected String legend() {
        return """
                Times are medians of three after two to warm up, with all rows of the answer read by the caller.
                Answers were the same but for the order of rows.
                """;
    }
}
