// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.first;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.asof.SmallDay;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Is the first answer as fast as that of DuckDB in Python from Parquet?
///
/// If it were not, users with one query would wait for the JVM, and the command would need a faster start. The whole
/// process is measured, from its start to its end.
public final class FirstSuite extends TrialSuite {
    static final Measure TIME = Measure.less("time", "ms");
    static final Measure ANSWER = Measure.plain("hash of the answer", "");
    private static final int WARM_RUNS = 2;
    private static final int RUNS = 5;
    private static final double QUERY_RATIO = 0.67;
    private static final String QUERY = "select symbol, count(*), sum(price * quantity) from Trade group by symbol order by symbol";
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    public FirstSuite() {
        super("first", "the whole command on a small store: ashlar query and ashlar info, against DuckDB's Python on Parquet",
                3);
    }

    /// The commands that are run.
    enum Contender {
        QUERY("first answer: ashlar query"),
        INFO("first answer: ashlar info"),
        PYTHON("first answer: DuckDB, python3");

        final String label;

        Contender(String label) {
            this.label = label;
        }
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) throws IOException {
        if (Programs.ashlar().isEmpty()) {
            throw new IOException("command ashlar not found: run the suite from a checkout, or name the command with "
                    + "-Dashlar.bench.command");
        }
        long count = rows.orElse(20_000);
        return new MeasurementPlan(Arrays.stream(Contender.values()).map(contender -> trial(contender, count)).toList(),
                List.of("%,d trades of 32 bytes.".formatted(count)));
    }

    static Trial trial(Contender contender, long rows) {
        Trial trial = Trial.of(contender.label).with("contender", contender).with("rows", rows).withFlags(FLAGS)
                .withFlags("--enable-native-access=ALL-UNNAMED");
        return contender == Contender.PYTHON ? trial.with(PEER, true) : trial;
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws IOException {
        Contender contender = Contender.valueOf(trial.text("contender"));
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-first")) {
            List<String> command = command(contender, folder.path(), trial.number("rows"));
            for (int run = 0; run < WARM_RUNS + RUNS; run++) {
                long start = System.nanoTime();
                String text = Programs.run(command);
                double ms = (System.nanoTime() - start) / NS_PER_MS;
                if (run >= WARM_RUNS) {
                    recorder.sample(contender.label, TIME, ms);
                }
                if (contender != Contender.INFO) {
                    recorder.sample(contender.label, ANSWER, numbers(text).hashCode());
                }
            }
        }
    }

    private static List<String> command(Contender contender, Path folder, long rows) throws IOException {
        Path store = folder.resolve("s");
        if (contender == Contender.PYTHON) {
            // Fails here if there is no Python, or no DuckDB for it.
            Programs.run(List.of("python3", "-c", "import duckdb"));
            Path file = folder.resolve("trades.parquet");
            SmallDay.writeParquet(folder, file, rows);
            return List.of("python3", "-c", "import duckdb; print(duckdb.sql(\"" + QUERY.replace("from Trade", "from '" + file
                    + "'") + "\").fetchall())");
        }
        SmallDay.writeStore(store, rows);
        List<String> command = new ArrayList<>(Programs.ashlar().orElseThrow());
        command.addAll(contender == Contender.INFO ? List.of("info", store.toString())
                : List.of("query", store.toString(), QUERY, "--format", "csv"));
        return command;
    }

    /// All numbers of an answer, in any output format.
    static List<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(MatchResult::group).toList();
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        requireSame(figures, ANSWER, _ -> true);
        boolean peer = figures.figure(Contender.PYTHON.label, TIME).isPresent();
        String what = "first answer: ashlar query of a small store";
        Finding query = peer ? Finding.against(what, Contender.PYTHON.label, figures, TIME, Contender.QUERY.label,
                Contender.PYTHON.label).withTarget(Target.atLeast(QUERY_RATIO))
                : Finding.missing(what, Contender.PYTHON.label, Target.atLeast(QUERY_RATIO));
        return List.of(query, Finding.alone("first answer: ashlar info", figures, TIME, Contender.INFO.label)
                .withTarget(Target.atMost(400)).asHeadline(true));
    }

    @Override
    protected String legend() {
        return """
                Times are medians of five processes after two to warm up the files, from the start of each until
                its end. A peer that failed has no Python 3 here, or no DuckDB for it: pip install duckdb. Answers
                were the same.
                """;
    }
}
