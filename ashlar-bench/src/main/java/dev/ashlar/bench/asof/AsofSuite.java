// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.tables.DuckSuite;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Are time-series queries as fast as DuckDB on its own tables?
///
/// If ASOF joins were slower, the rows of both sides would have to be read in another way than in parallel; if bars or
/// sessions were, the computation of groups and windows would have to change.
public final class AsofSuite extends DuckSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure ROWS_OF_ANSWER = Measure.plain("rows of the answer", "");
    static final Measure HASH = Measure.plain("hash of the answer", "");
    static final Work ALL = new Work("all", "all",
            Arrays.stream(AsofQuestion.values()).map(question -> question.label).toList());
    private static final int WARM_PASSES = 2;
    private static final int PASSES = 3;

    public AsofSuite() {
        super("asof", "seven questions of time series to 5,000,000 trades and 45,000,000 quotes, against DuckDB on its own "
                + "tables", new Contest("Ashlar, SQL", "DuckDB, its own tables", TIME, 5_000_000, 200_000, "6g"));
    }

    @Override
    protected List<Work> works() {
        return List.of(ALL);
    }

    @Override
    protected String size(long rows) {
        return "%,d trades and %,d quotes of 32 bytes.".formatted(rows, rows * Ticks.QUOTES_OF_TRADE);
    }

    @Override
    protected void measure(Run run, Recorder recorder) throws IOException {
        try (AsofEngine engine = AsofEngine.open(run.engine(), run.folder(), run.threads())) {
            engine.load(run.rows());
            for (AsofQuestion question : AsofQuestion.values()) {
                String subject = subject(question.label, run.threads(), run.engine());
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
        }
    }

    /// All contenders must agree, whatever their number of threads.
    @Override
    public List<Finding> findings(Figures figures) {
        for (AsofQuestion question : AsofQuestion.values()) {
            for (Measure measure : List.of(ROWS_OF_ANSWER, HASH)) {
                requireSame(figures, measure, subject -> subject.startsWith(question.label + ":")
                        || subject.startsWith(withThreads(question.label, 2) + ":"));
            }
        }
        return super.findings(figures);
    }

    @Override
    protected boolean isHeadline(int threads) {
        return threads == 1;
    }

    @Override
    protected String legend() {
        return """
                Times are medians of three after two to warm up, with all rows of the answer read by the caller.
                Answers were the same but for the order of rows.
                """;
    }
}
