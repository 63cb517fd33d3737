// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.Workload;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.report.FigureSamples;
import dev.ashlar.measure.report.FigureTables;
import dev.ashlar.measure.report.MarkdownTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// A suite whose contenders are trials, each measured in its own JVMs.
///
/// A trial with the parameter [#PEER] may fail: that a peer does not run here is a result. If any other trial fails,
/// the suite fails.
public abstract class TrialSuite implements Suite, Workload {
    /// Marks trials of peers.
    public static final String PEER = "peer";
    /// Flags of all contenders: a heap that does not grow, and the collector that disturbs least.
    public static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC");
    public static final double NS_PER_US = 1e3;
    public static final double NS_PER_MS = 1e6;
    public static final double NS_PER_S = 1e9;
    private static final List<String> HEAD = List.of("what", "against", "found", "target", "met");
    /// Rounds of a full run.
    private static final int ROUNDS = 5;
    private final String name;
    private final String description;
    private final int mostRounds;
    private final Workload workload;

    /// @param mostRounds maximum rounds, even in a full run
    /// @param workload   workload of all trials, such as an experiment of the lab
    protected TrialSuite(String name, String description, int mostRounds, Workload workload) {
        this.name = name;
        this.description = description;
        this.mostRounds = mostRounds;
        this.workload = workload;
    }

    /// A suite with its own workload.
    protected TrialSuite(String name, String description, int mostRounds) {
        this(name, description, mostRounds, (trial, _) -> {
            throw new UnsupportedOperationException("no workload: trial=" + trial.name());
        });
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    /// @param rows instead of the usual number
    protected abstract MeasurementPlan plan(boolean quick, OptionalLong rows) throws IOException;

    /// The claims of the suite, most of them with a target.
    protected abstract List<Finding> findings(Figures figures);

    /// The legend of the tables, in addition to that of all suites.
    protected String legend() {
        return "";
    }

    /// Pictures (SVG) by file name.
    protected Map<String, String> plots(Figures figures) {
        return Map.of();
    }

    /// Adds the number of threads to a label, if there are several.
    protected static String withThreads(String what, int threads) {
        return what + (threads == 1 ? "" : ", " + threads + " threads");
    }

    /// Fails if contenders have different answers.
    ///
    /// @param subjects subjects that must have the same figure in all rounds
    protected static void requireSame(Figures figures, Measure measure, Predicate<String> subjects) {
        List<Double> found = figures.subjects().stream().filter(subjects)
                .flatMap(subject -> figures.figure(subject, measure).stream())
                .flatMap(figure -> figure.medians().stream()).distinct().toList();
        Recorder.require(found.size() <= 1, "contenders do not agree: " + measure.name() + "=" + found);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        workload.measure(trial, recorder);
    }

    @Override
    public final Report run(Effort effort, Consumer<String> progress) throws IOException {
        int rounds = effort.rounds(Math.min(effort.scale().of(1, 1, ROUNDS), mostRounds));
        MeasurementPlan plan = plan(effort.scale() != Scale.FULL, effort.rows());
        Measured measured = measure(plan, effort.scale(), rounds, progress);
        List<Trial> ours = plan.trials().stream().filter(trial -> !trial.parameters().containsKey(PEER)).toList();
        for (String failure : measured.failures()) {
            if (ours.stream().anyMatch(trial -> failure.startsWith(trial.name() + ": "))) {
                throw new IOException("a measuring JVM failed: " + failure);
            }
        }
        return report(measured, rounds);
    }

    protected Measured measure(MeasurementPlan plan, Scale scale, int rounds, Consumer<String> progress)
            throws IOException {
        return new TrialRunner(BenchProcess.class, progress).run(name, plan, rounds, scale.flags());
    }

    public final Report report(Measured measured, int rounds) {
        List<Finding> findings = findings(measured.figures());
        StringBuilder text = new StringBuilder(FigureTables.markdown(measured.figures())).append('\n')
                .append(MarkdownTable.of(HEAD, 2, findings.stream().map(finding -> List.of(finding.what(),
                        finding.peer(), finding.foundText(), finding.targetText(), finding.verdict())).toList()))
                .append('\n');
        measured.failures().forEach(failure -> text.append("Failed: ").append(failure).append("\n\n"));
        text.append("Figures are medians [least..greatest] of ").append(rounds == 1 ? "one JVM" : rounds + " JVMs")
                .append("; ratios are taken inside each round. ~ noisy. * more threads than cores. ")
                .append("? the target lies inside the range.\n").append(legend());
        measured.notes().forEach(note -> text.append(note).append('\n'));
        return new Report(findings, text.append('\n').toString(), FigureSamples.of(measured.figures()),
                plots(measured.figures()));
    }
}
