// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.report.Comparison;
import dev.ashlar.lab.report.HtmlReport;
import dev.ashlar.lab.report.JsonReport;
import dev.ashlar.lab.report.ShortReport;
import dev.ashlar.lab.report.TextReport;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Machine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is true of every experiment.
class ExperimentsTest {
    private static final Set<String> SCALING = Set.of("access", "layout", "segmented", "gc", "ram", "disk");

    static Stream<String> names() {
        return Experiments.all().stream().map(Experiment::name);
    }

    /// All of it, as the command does it, at sizes that take seconds.
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("names")
    @Execution(ExecutionMode.CONCURRENT)
    void shouldRun(String name) throws IOException {
        LabReport report = new Lab(Scale.TINY, Machine.here(), Counters.NONE, _ -> { })
                .run(List.of(Experiments.named(name)));
        ExperimentResult result = report.results().getFirst();
        assertEquals(List.of(), result.failures());
        assertTrue(result.complete() && report.complete());
        assertFalse(result.figures().all().isEmpty());
        assertTrue(result.notes().stream().anyMatch(note -> note.startsWith("scaled down")), result.notes()::toString);
        List<Chart> charts = result.experiment().charts(result.figures());
        assertTrue(charts.stream().anyMatch(chart -> !chart.isEmpty()), charts::toString);
        result.experiment().ratios().stream().filter(ratio -> !ratio.what().contains("huge")).forEach(ratio ->
                assertTrue(ratio.measured(result.figures()).isPresent(), ratio::toString));
        assertTrue(TextReport.of(report).contains(result.verdict()));
        assertTrue(ShortReport.of(report).contains(result.verdict()));
        for (Trial trial : result.plan().trials()) {
            String flags = ": " + (trial.flags().isEmpty() ? "none" : String.join(" ", trial.flags())) + "\n";
            assertTrue(TextReport.of(report).contains(flags), TextReport.of(report));
            assertTrue(ShortReport.of(report).contains(flags), ShortReport.of(report));
        }
        boolean toldAll = result.plan().trials().stream().allMatch(trial -> trial.flags().stream().anyMatch(flag ->
                flag.matches("-XX:\\+Use.*GC")));
        assertEquals(toldAll, result.notes().stream().noneMatch(note -> note.matches(
                "default collector: (Serial|Parallel|G1|Z|Shenandoah)")), result.notes()::toString);
        String html = HtmlReport.of(report, Optional.empty());
        assertTrue(html.contains("<svg") && html.contains("id=\"" + name + "\""), html);
        assertFalse(html.contains("NaN") || html.contains("http"), html);
        assertTrue(answerOf(result, true).endsWith("(~ marks noisy figures.) (* marks figures with more threads than "
                + "cores.)"), answerOf(result, true));
        assertEquals(-1, answerOf(result, false).indexOf('*'), answerOf(result, false));
        Comparison self = Comparison.of(report, JsonReport.parse(JsonReport.of(report), "itself"));
        assertEquals(List.of(), self.warnings());
        assertTrue(self.rows().stream().allMatch(row -> row.verdict().equals("same")), self::toString);
        assertFalse(self.rows().isEmpty());
    }

    /// Of the same figures, all of them marked or none.
    private static String answerOf(ExperimentResult result, boolean marked) {
        Figures figures = new Figures();
        result.figures().all().forEach(figure -> figures.add(new Figure(figure.subject(), figure.measure(),
                figure.forks(), marked, marked)));
        return new ExperimentResult(result.experiment(), result.plan(), new Measured(figures)).verdict();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldSayWhatWasNotMeasured(String name) {
        Experiment experiment = Experiments.named(name);
        assertTrue(experiment.verdict(new Figures()).contains(Words.NOT_MEASURED), experiment.verdict(new Figures()));
        assertTrue(experiment.charts(new Figures()).stream().allMatch(Chart::isEmpty));
    }

    /// With half a gigabyte of memory and disk, less is measured, and it is said: by all whose sizes are those of data.
    @ParameterizedTest
    @MethodSource("names")
    void shouldFitSmallMachines(String name) {
        MeasurementPlan plan = Experiments.named(name).plan(Scale.FULL, Made.machine(512 << 20, 512 << 20));
        assertFalse(plan.trials().isEmpty());
        for (Trial trial : plan.trials()) {
            assertTrue(trial.flags().stream().filter(flag -> flag.startsWith("-Xmx")).allMatch(flag ->
                    Long.parseLong(flag.replaceAll("\\D", "")) <= 512), trial::toString);
        }
        assertEquals(SCALING.contains(name), plan.notes().stream().anyMatch(note -> note.contains("too little")),
                plan.notes()::toString);
        assertFalse(Experiments.named(name).plan(Scale.FULL, Made.large()).notes().stream().anyMatch(note ->
                note.contains("too little")));
    }

    /// What does not fit the disk is not written there.
    @Test
    void shouldFitSmallDisks() {
        for (String name : List.of("disk", "ram")) {
            MeasurementPlan plan = Experiments.named(name).plan(Scale.FULL, Made.machine(64L << 30, 128L << 20));
            assertTrue(plan.notes().getFirst().endsWith("because there is too little room on the disk"),
                    plan.notes()::toString);
        }
        long keys = Made.trial(Experiments.named("ram").plan(Scale.FULL, Made.machine(64L << 30, 128L << 20)),
                "Ashlar's hash index").number("keys");
        assertTrue(keys * Long.BYTES < 64L << 20, Long.toString(keys));
    }

    @Test
    void shouldNameTheNearestExperiment() {
        String message = assertThrows(IllegalArgumentException.class, () -> Experiments.named("acess")).getMessage();
        assertTrue(message.startsWith("unknown experiment: acess; did you mean access?"), message);
    }
}
