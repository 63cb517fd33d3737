// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import dev.ashlar.bench.tables.DuckSuite;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Are the ten group-by questions of the h2o benchmark as fast as with DuckDB on its own table?
///
/// If groups by text, by several keys or with many values were much slower, kernels would have to find groups in
/// another way. Both return rows as objects, which are hashed to compare the answers.
public final class H2oSuite extends DuckSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure ROWS_OF_ANSWER = Measure.plain("rows of the answer", "");
    static final Measure KEYS = Measure.plain("hash of the groups", "");
    static final Measure TOTAL = Measure.plain("weighted total", "");
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;

    public H2oSuite() {
        super("h2o", "the ten h2o group-by questions to 10,000,000 rows, against DuckDB on its own table",
                new Contest("Ashlar, SQL", "DuckDB, its own table", TIME, 10_000_000, 500_000, "6g"));
    }

    @Override
    protected List<Work> works() {
        return Stream.of(100, 10, 2).map(H2oSuite::work).toList();
    }

    /// @param groups K
    static Work work(int groups) {
        return new Work(Integer.toString(groups), "all, K=" + groups,
                Arrays.stream(H2oQuestion.values()).map(question -> part(question, groups)).toList());
    }

    static String part(H2oQuestion question, int groups) {
        return question.label() + ", K=" + groups;
    }

    @Override
    protected void measure(Run run, Recorder recorder) throws IOException {
        int groups = Integer.parseInt(run.work());
        try (H2oEngine engine = H2oEngine.open(run.engine(), run.folder(), run.threads())) {
            engine.load(new H2oTable(run.rows(), groups));
            for (H2oQuestion question : H2oQuestion.values()) {
                String subject = subject(part(question, groups), run.threads(), run.engine());
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
        }
    }

    /// If both have answered, they must agree.
    @Override
    protected void requireSame(Figures figures, String ours, String theirs) {
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
