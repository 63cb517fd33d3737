// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.Workload;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Machine;
import dev.ashlar.measure.report.FigureTables;
import dev.ashlar.measure.report.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// A suite whose contenders are trials, each measured in JVMs of its own.
///
/// A trial with the parameter [#PEER] may fail: a peer that does not run here is a result. If any other trial fails, so
/// does the suite.
public abstract class TrialSuite implements Suite, Workload {
    /// Marks trials of peers.
    public static final String PEER = "peer";
    /// For all contenders: a heap that does not grow, and the collector that disturbs least.
    public static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC");
    private final String name;
    private final String description;
    private final int mostRounds;

    /// @param mostRounds however many a full run has
    protected TrialSuite(String name, String description, int mostRounds) {
        this.name = name;
        this.description = description;
        this.mostRounds = mostRounds;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    /// What to measure.
    ///
    /// @param rows instead of the usual number
    protected abstract MeasurementPlan plan(boolean quick, OptionalLong rows) throws IOException;

    /// What the suite claims, with a target each, except for a few.
    protected abstract List<Finding> findings(Figures figures);

    /// What a reader of the tables has to know, beyond what holds for all suites.
    protected String legend() {
        return "";
    }

    /// Pictures (SVG) by the names of their files.
    protected Map<String, String> plots(Figures figures) {
        return Map.of();
    }

    @Override
    public final Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        int rounds = Math.min(effort.rounds(), mostRounds);
        MeasurementPlan plan = plan(effort.rounds() == 1, rows);
        Measured measured = measure(plan, effort, rounds, progress);
        for (Trial trial : plan.trials()) {
            if (!trial.parameters().containsKey(PEER)) {
                for (String failure : measured.failures()) {
                    if (failure.startsWith(trial.name() + ": ")) {
                        throw new IOException("a measuring JVM failed: " + failure);
                    }
                }
            }
        }
        return report(measured, rounds);
    }

    /// Measures all trials, in rounds.
    protected Measured measure(MeasurementPlan plan, Effort effort, int rounds, Consumer<String> progress)
            throws IOException {
        return new TrialRunner(BenchProcess.class, Machine.basics(), new Counters(List.of(), Map.of()), progress)
                .run(name, plan, rounds, List.of());
    }

    /// The page of the suite.
    public final Report report(Measured measured, int rounds) {
        List<Finding> findings = findings(measured.figures());
        StringBuilder text = new StringBuilder(FigureTables.markdown(measured.figures())).append('\n')
                .append(FindingTable.of(findings)).append('\n');
        measured.failures().forEach(failure -> text.append("Failed: ").append(failure).append("\n\n"));
        text.append("Figures are medians [least..greatest] of ").append(rounds == 1 ? "one JVM" : rounds + " JVMs")
                .append("; ratios are taken inside each round. ~ noisy. * more threads than cores. ")
                .append("? the target lies inside the range.\n").append(legend());
        measured.notes().forEach(note -> text.append(note).append('\n'));
        return new Report(findings, text.append('\n').toString(), "{\"suite\": " + Json.string(name) + ", \"figures\": "
                + FigureTables.json(measured.figures()) + "}", plots(measured.figures()));
    }
}
