// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Are queries of packed rows as fast as those of a column engine on its own copy?
///
/// If the engine were much faster, rows would have to be converted to columns; if loading were as slow as in the
/// engine, there would be no point in querying rows.
public final class QuerySuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure FIRST = Measure.less("first time", "ms");
    /// One hash for each contender; all must be equal.
    static final Measure ANSWERS = Measure.plain("hash of the answers", "");
    private static final int WARM_PASSES = 3;
    /// Short questions are asked more often: a few passes of a millisecond are most of all the JIT's.
    private static final long WARM_NS = 500_000_000;
    private static final int PASSES = 5;
    private static final String LOAD = "rows taken in";

    public QuerySuite() {
        super("query", "eight questions to 50,000,000 trades, against DuckDB on its own table and Java streams", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long count = rows.orElse(quick ? 2_000_000 : 50_000_000);
        List<Trial> trials = new ArrayList<>();
        for (int threads = 1; threads <= 2; threads++) {
            for (AnswersKind contender : AnswersKind.values()) {
                trials.add(trial(contender, threads, count));
            }
        }
        return new MeasurementPlan(trials, List.of("%,d rows of 42 bytes.".formatted(count)));
    }

    static Trial trial(AnswersKind contender, int threads, long rows) {
        return Trial.of(subject("all", threads, contender)).withThreads(threads).with("contender", contender)
                .with("threads", threads).with("rows", rows).withFlags(FLAGS).withFlags(contender.flags(rows));
    }

    static String subject(String what, int threads, AnswersKind contender) {
        return withThreads(what, threads) + ": " + contender.text();
    }

    /// Files are made before the clock starts.
    static String fileSubject(String format, int threads, AnswersKind contender) {
        return subject(LOAD + " from " + format, threads, contender);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        AnswersKind contender = AnswersKind.valueOf(trial.text("contender"));
        int threads = trial.count("threads");
        long rows = trial.number("rows");
        int answers = 1;
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-query");
                Answers trades = contender.open(folder.path(), threads)) {
            long start = System.nanoTime();
            trades.load(rows);
            recorder.sample(subject(LOAD, threads, contender), TIME, (System.nanoTime() - start) / NS_PER_MS);
            for (Question question : Question.values()) {
                List<String> answer = null;
                long began = System.nanoTime();
                for (int pass = 0, measured = 0; measured < PASSES; pass++) {
                    long asked = System.nanoTime();
                    List<String> found = trades.ask(question, rows);
                    double ms = (System.nanoTime() - asked) / NS_PER_MS;
                    boolean warm = pass >= WARM_PASSES && (measured > 0 || asked - began >= WARM_NS);
                    if (pass == 0 || warm) {
                        recorder.sample(subject(question.label, threads, contender), pass == 0 ? FIRST : TIME, ms);
                    }
                    measured += warm ? 1 : 0;
                    if (answer != null && !answer.equals(found)) {
                        throw new IOException("answers differ: question=" + question + ", contender=" + contender);
                    }
                    answer = found;
                }
                answers = 31 * answers + answer.hashCode();
            }
            recorder.sample(trial.name(), ANSWERS, answers);
            for (Map.Entry<String, Long> file : trades.loadFiles(folder.path()).entrySet()) {
                recorder.sample(fileSubject(file.getKey(), threads, contender), TIME, file.getValue() / NS_PER_MS);
            }
        }
    }

    /// Questions and loading against DuckDB, with targets; questions against streams, without.
    @Override
    protected List<Finding> findings(Figures figures) {
        requireSame(figures, ANSWERS, _ -> true);
        List<Finding> findings = new ArrayList<>();
        for (int threads : List.of(1, 2)) {
            for (Question question : Question.values()) {
                findings.add(against(question, threads, AnswersKind.DUCKDB, figures).withTarget(Target.atLeast(1))
                        .asHeadline(threads == 1));
            }
            // Against the peer's best way in each round.
            List<String> loads = new ArrayList<>(DuckAnswers.FORMATS.stream()
                    .map(format -> fileSubject(format, threads, AnswersKind.DUCKDB)).toList());
            loads.add(subject(LOAD, threads, AnswersKind.DUCKDB));
            findings.add(Finding.againstBest(withThreads(LOAD, threads), AnswersKind.DUCKDB.text(), figures, TIME,
                    List.of(subject(LOAD, threads, AnswersKind.ASHLAR)), loads).withTarget(Target.atLeast(5))
                    .asHeadline(threads == 1));
        }
        for (Question question : Question.values()) {
            findings.add(against(question, 1, AnswersKind.STREAMS, figures));
        }
        return findings;
    }

    private static Finding against(Question question, int threads, AnswersKind peer, Figures figures) {
        return Finding.against(withThreads(question.label, threads), peer.text(), figures,
                TIME, subject(question.label, threads, AnswersKind.ASHLAR), subject(question.label, threads, peer));
    }

    @Override
    protected String legend() {
        return """
                Times are medians of five after three to warm up, or as many as take half a second. DuckDB loads by its
                appender, which is what a program in a JVM has for what it receives, and from files that were there
                before. Answers were the same.
                """;
    }
}
