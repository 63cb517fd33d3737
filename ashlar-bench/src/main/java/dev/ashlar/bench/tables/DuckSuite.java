// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Ashlar against DuckDB at the same work, each with one thread and with two. Ashlar must be as fast.
public abstract class DuckSuite extends TrialSuite {
    private static final int MAX_THREADS = 2;

    private final Contest contest;

    protected DuckSuite(String name, String description, Contest contest) {
        super(name, description, 3);
        this.contest = contest;
    }

    /// The contenders.
    public enum Engine {
        ASHLAR, DUCKDB
    }

    /// The comparison.
    ///
    /// @param ours      label of Ashlar
    /// @param theirs    label of DuckDB
    /// @param measure   measure by which they are compared
    /// @param rows      rows of a full run
    /// @param quickRows rows of a quick run
    /// @param heap      maximum heap of a JVM, such as `6g`
    public record Contest(String ours, String theirs, Measure measure, long rows, long quickRows, String heap) { }

    /// Work that is done in its own JVM.
    ///
    /// @param name  name in the trial, by which it is found
    /// @param title title in the progress line
    /// @param parts parts with one figure each
    public record Work(String name, String title, List<String> parts) {
        /// Work without parts.
        public Work(String name, String title) {
            this(name, title, List.of(title));
        }
    }

    /// Runs one trial.
    ///
    /// @param work   name of the work
    /// @param folder empty folder for files, which is deleted afterwards
    public record Run(Engine engine, String work, int threads, long rows, Path folder) { }

    /// In the order of the page.
    protected abstract List<Work> works();

    protected abstract void measure(Run run, Recorder recorder) throws IOException;

    /// A line for the page.
    protected String size(long rows) {
        return "%,d rows.".formatted(rows);
    }

    /// @throws IllegalStateException if the results of the two differ
    protected void requireSame(Figures figures, String ours, String theirs) {
    }

    /// Whether findings with this many threads are in the short table.
    protected boolean isHeadline(int threads) {
        return false;
    }

    @Override
    protected final MeasurementPlan plan(boolean quick, OptionalLong ofRows) {
        long rows = ofRows.orElse(quick ? contest.quickRows : contest.rows);
        List<Trial> trials = new ArrayList<>();
        for (Work work : works()) {
            for (int threads = 1; threads <= MAX_THREADS; threads++) {
                for (Engine engine : Engine.values()) {
                    trials.add(trial(work, threads, engine, rows));
                }
            }
        }
        return new MeasurementPlan(trials, List.of(size(rows)));
    }

    public final Trial trial(Work work, int threads, Engine engine, long rows) {
        return Trial.of(subject(work.title(), threads, engine)).withThreads(threads).with("contender", engine)
                .with("work", work.name()).with("threads", threads).with("rows", rows)
                .withFlags("-Xms512m", "-Xmx" + contest.heap, "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED");
    }

    public final String subject(String part, int threads, Engine engine) {
        return withThreads(part, threads) + ": " + (engine == Engine.ASHLAR ? contest.ours : contest.theirs);
    }

    @Override
    public final void measure(Trial trial, Recorder recorder) throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-" + name())) {
            measure(new Run(Engine.valueOf(trial.text("contender")), trial.text("work"), trial.count("threads"),
                    trial.number("rows"), folder.path()), recorder);
        }
    }

    @Override
    public List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (Work work : works()) {
            for (int threads = 1; threads <= MAX_THREADS; threads++) {
                for (String part : work.parts()) {
                    String ours = subject(part, threads, Engine.ASHLAR);
                    String theirs = subject(part, threads, Engine.DUCKDB);
                    requireSame(figures, ours, theirs);
                    findings.add(Finding.against(withThreads(part, threads), contest.theirs, figures, contest.measure,
                            ours, theirs).withTarget(Target.atLeast(1)).asHeadline(isHeadline(threads)));
                }
            }
        }
        return findings;
    }
}
