// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

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
import java.util.Optional;
import java.util.OptionalLong;

/// Are the ten group-by questions of the h2o benchmark answered as fast as DuckDB answers them from its own table?
///
/// If groups by texts, by several keys or of many values were far slower, how kernels find groups would have to change.
/// Rows come out as objects in both, and are hashed to compare the answers.
public final class H2oSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure ROWS_OF_ANSWER = Measure.plain("rows of the answer", "");
    static final Measure KEYS = Measure.plain("hash of the groups", "");
    static final Measure TOTAL = Measure.plain("weighted total", "");
    private static final long ROWS = 10_000_000;
    private static final long QUICK_ROWS = 500_000;
    private static final int[] GROUPS = {100, 10, 2};
    private static final int MAX_ROUNDS = 3;
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;
    private static final double NS_PER_MS = 1e6;
    private static final String CONTENDER = "contender";
    private static final String THREADS = "threads";
    private static final String ROWS_OF = "rows";
    private static final String GROUPS_OF = "K";

    public H2oSuite() {
        super("h2o", "the ten h2o group-by questions to 10,000,000 rows, against DuckDB on its own table", MAX_ROUNDS);
    }

    /// Who answers.
    enum Contender {
        ASHLAR("Ashlar, SQL"),
        DUCKDB("DuckDB, its own table");

        private final String label;

        Contender(String label) {
            this.label = label;
        }

        H2oEngine open(Path folder, int threads) throws IOException {
            return this == ASHLAR ? new H2oEngine.Ashlar(folder, threads) : new H2oEngine.DuckDb(folder, threads);
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? QUICK_ROWS : ROWS);
        List<Trial> trials = new ArrayList<>();
        for (int groups : GROUPS) {
            for (int threads = 1; threads <= 2; threads++) {
                for (Contender contender : Contender.values()) {
                    trials.add(trial(contender, groups, threads, count));
                }
            }
        }
        return new MeasurementPlan(trials, List.of("%,d rows.".formatted(count)));
    }

    static Trial trial(Contender contender, int groups, int threads, long rows) {
        return Trial.of(subject("all", groups, threads, contender)).withThreads(threads).with(CONTENDER, contender)
                .with(GROUPS_OF, groups).with(THREADS, threads).with(ROWS_OF, rows)
                .withFlags("-Xms512m", "-Xmx6g", "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    }

    static String subject(String what, int groups, int threads, Contender contender) {
        return what(what, groups, threads) + ": " + contender.label;
    }

    private static String what(String what, int groups, int threads) {
        return what + ", K=" + groups + (threads == 1 ? "" : ", " + threads + " threads");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        Contender contender = Contender.valueOf(trial.text(CONTENDER));
        int threads = trial.count(THREADS);
        int groups = trial.count(GROUPS_OF);
        Path folder = Files.createTempDirectory("ashlar-h2o");
        try (H2oEngine engine = contender.open(folder, threads)) {
            engine.load(new H2oTable(trial.number(ROWS_OF), groups));
            for (H2oQuestion question : H2oQuestion.values()) {
                String subject = subject(question.label(), groups, threads, contender);
                for (int pass = 0; pass < WARM_PASSES + PASSES; pass++) {
                    long asked = System.nanoTime();
                    Optional<H2oAnswer> answer = engine.ask(question);
                    double ms = (System.nanoTime() - asked) / NS_PER_MS;
                    if (answer.isEmpty()) {
                        break;
                    }
                    if (pass == 0) {
                        recorder.sample(subject, ROWS_OF_ANSWER, answer.get().rows());
                        recorder.sample(subject, KEYS, answer.get().keys());
                        recorder.sample(subject, TOTAL, answer.get().total());
                    }
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
        for (int groups : GROUPS) {
            for (int threads = 1; threads <= 2; threads++) {
                for (H2oQuestion question : H2oQuestion.values()) {
                    String ours = subject(question.label(), groups, threads, Contender.ASHLAR);
                    String theirs = subject(question.label(), groups, threads, Contender.DUCKDB);
                    requireSame(figures, ours, theirs);
                    findings.add(Finding.against(what(question.label(), groups, threads), Contender.DUCKDB.label,
                            figures, TIME, ours, theirs).withTarget(Target.atLeast(1)));
                }
            }
        }
        return findings;
    }

    /// Where both have answered, they have to agree.
    private static void requireSame(Figures figures, String ours, String theirs) {
        Optional<H2oAnswer> mine = answer(figures, ours);
        Optional<H2oAnswer> other = answer(figures, theirs);
        if (mine.isPresent() && other.isPresent() && !mine.get().agrees(other.get())) {
            throw new IllegalStateException("contenders do not agree: question=" + ours + ", ours=" + mine.get()
                    + ", theirs=" + other.get());
        }
    }

    private static Optional<H2oAnswer> answer(Figures figures, String subject) {
        return figures.median(subject, ROWS_OF_ANSWER).map(rows -> new H2oAnswer(rows.longValue(),
                figures.median(subject, KEYS).orElseThrow().intValue(), figures.median(subject, TOTAL).orElseThrow()));
    }

    @Override
    protected String legend() {
        return """
                Times are medians of three after two to warm up, with all rows of the answer read
                by the caller. Answers were the same but for the order of rows and the last digits
                of numbers. A question without a figure is one that Ashlar's SQL does not have, or
                that needs more than its memory limit.
                """;
    }
}
