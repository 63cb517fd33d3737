// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.host.Counters;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.report.Comparison;
import dev.ashlar.lab.report.HtmlReport;
import dev.ashlar.lab.report.JsonReport;
import dev.ashlar.lab.report.OlderReport;
import dev.ashlar.lab.report.ShortReport;
import dev.ashlar.lab.report.TextReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is true of every experiment.
class ExperimentsTest {
    static Stream<String> names() {
        return Experiments.all().stream().map(Experiment::name);
    }

    /// All of it, as the command does it, at sizes that take seconds.
    @ParameterizedTest
    @MethodSource("names")
    void shouldRun(String name) throws IOException {
        LabReport report = new Lab(Scale.TINY, Machine.here(), new Counters(List.of(), Map.of()), _ -> { })
                .run(List.of(Experiments.named(name)));
        ExperimentResult result = report.results().getFirst();
        assertEquals(List.of(), result.failures());
        assertTrue(result.complete() && report.complete());
        assertFalse(result.findings().all().isEmpty());
        assertTrue(result.notes().stream().anyMatch(note -> note.startsWith("scaled down")), result.notes()::toString);
        List<Chart> charts = result.experiment().charts(result.findings());
        assertTrue(charts.stream().anyMatch(chart -> !chart.isEmpty()), charts::toString);
        result.experiment().ratios().stream().filter(ratio -> !ratio.what().contains("huge")).forEach(ratio ->
                assertTrue(ratio.measured(result.findings()).isPresent(), ratio::toString));
        assertTrue(TextReport.of(report).contains(result.verdict()));
        assertTrue(ShortReport.of(report).contains(result.verdict()));
        String html = HtmlReport.of(report, Optional.empty());
        assertTrue(html.contains("<svg") && html.contains("id=\"" + name + "\""), html);
        assertFalse(html.contains("NaN") || html.contains("http"), html);
        assertTrue(answerOf(result, true).endsWith("(Noisy: what is marked ~ is in doubt.) (What is marked * had more "
                + "threads than cores.)"), answerOf(result, true));
        assertEquals(-1, answerOf(result, false).indexOf('*'), answerOf(result, false));
        Comparison self = Comparison.of(report, OlderReport.parse(JsonReport.of(report), "itself"));
        assertEquals(List.of(), self.warnings());
        assertTrue(self.rows().stream().allMatch(row -> row.verdict().equals("same")), self::toString);
        assertFalse(self.rows().isEmpty());
    }

    /// Of the same figures, all of them marked or none.
    private static String answerOf(ExperimentResult result, boolean marked) {
        Findings findings = new Findings();
        result.findings().all().forEach(figure -> findings.add(new Figure(figure.subject(), figure.measure(),
                figure.forks(), marked, marked)));
        return new ExperimentResult(result.experiment(), result.plan(), findings, List.of(), List.of(),
                Optional.empty(), true, 1).verdict();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldSayWhatWasNotMeasured(String name) {
        Experiment experiment = Experiments.named(name);
        assertTrue(experiment.verdict(new Findings()).contains(Words.NOT_MEASURED), experiment.verdict(new Findings()));
        assertTrue(experiment.charts(new Findings()).stream().allMatch(Chart::isEmpty));
    }

    /// With a gigabyte of memory and disk, less is measured, and it is said.
    @ParameterizedTest
    @MethodSource("names")
    void shouldFitSmallMachines(String name) {
        Plan plan = Experiments.named(name).plan(Scale.FULL, Made.machine(1L << 30, 1L << 30));
        assertFalse(plan.trials().isEmpty());
        for (Trial trial : plan.trials()) {
            for (String flag : trial.flags()) {
                if (flag.startsWith("-Xmx")) {
                    assertTrue(Long.parseLong(flag.replaceAll("\\D", "")) <= 1024, trial::toString);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldPassTrialsOnUnchanged(String name) {
        for (Trial trial : Experiments.named(name).plan(Scale.QUICK, Made.large()).trials()) {
            assertEquals(trial, Trial.parse(trial.arguments()).withFlags(trial.flags().toArray(String[]::new)));
        }
    }

    @Test
    void shouldNameTheNearestExperiment() {
        String message = assertThrows(IllegalArgumentException.class, () -> Experiments.named("acess")).getMessage();
        assertTrue(message.startsWith("unknown experiment: acess; did you mean access?"), message);
        assertEquals(3, Experiments.distance("kitten", "sitting"));
        assertEquals(4, Experiments.distance("", "disk"));
    }
}
