// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.Experiments;
import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.Made;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Measure.Better;
import dev.ashlar.measure.figures.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
    private static final Measure TIME = Measure.less("time", "ns/access");

    private static LabReport report(Scale scale, String cpu, double... samples) {
        Experiment experiment = Experiments.named("access");
        return new LabReport(scale, Map.of("cpu", cpu, "cores", "2", "jdk", "25"), Map.of(), List.of(
                new ExperimentResult(experiment, experiment.plan(scale, Made.large()), new Measured(
                        new Made().figure("linear", TIME, samples).figures(), List.of("a \"note\""), List.of(),
                        Optional.empty(), true, 1))), true);
    }

    @Test
    void shouldSayBetterSameOrWorseByRanges() {
        assertEquals("better", Comparison.verdict(new Range(5, 4, 6), new Range(3, 2, 3.9), Better.LESS));
        assertEquals("worse", Comparison.verdict(new Range(5, 4, 6), new Range(3, 2, 3.9), Better.MORE));
        assertEquals("same", Comparison.verdict(new Range(5, 4, 6), new Range(3, 2, 4), Better.LESS));
        assertEquals("worse", Comparison.verdict(new Range(5, 4, 6), new Range(7, 6.1, 8), Better.LESS));
        assertEquals("better", Comparison.verdict(new Range(5, 4, 6), new Range(7, 6.1, 8), Better.MORE));
        assertEquals(Comparison.UNDECIDED, Comparison.verdict(new Range(5, 5, 5), new Range(7, 7, 7), Better.MORE));
        assertEquals(Comparison.UNDECIDED, Comparison.verdict(new Range(5, 5, 5), new Range(7, 6, 8), Better.MORE));
        assertEquals(Comparison.UNDECIDED, Comparison.verdict(new Range(7, 6, 8), new Range(5, 5, 5), Better.MORE));
        assertEquals("same", Comparison.verdict(new Range(7, 6, 8), new Range(6.5, 6.5, 6.5), Better.MORE));
    }

    @Test
    void shouldCompareWithWhatWasWritten() {
        String old = JsonReport.of(report(Scale.QUICK, "x", 1.0, 1.1));
        Comparison comparison = Comparison.of(report(Scale.QUICK, "x", 2.0, 2.1), JsonReport.parse(old, "old.json"));
        assertEquals(List.of(new Comparison.Row("access", "linear", "time, ns/access", "1.05 [1..1.10]", "2.05 [2..2.10]",
                "worse")), comparison.rows());
        assertTrue(comparison.text().contains("1 figures: worse"), comparison::text);
    }

    @Test
    void shouldCompareOnlyTheSameWorkload() {
        String old = JsonReport.of(report(Scale.QUICK, "x", 1.0, 1.1));
        Comparison comparison = Comparison.of(report(Scale.FULL, "another", 2.0, 2.1), JsonReport.parse(old, "old.json"));
        assertEquals(List.of(), comparison.rows());
        assertTrue(comparison.text().contains("sizes or flags differ") && comparison.text().contains("another cpu: x"),
                comparison::text);
    }

    /// Heaps stand in the flags alone, and a quick look has the calls of a full run.
    @Test
    void shouldNotCompareOtherHeapsAndScales() {
        long roomy = 64L << 30;
        assertEquals(1, compared("layout", Scale.FULL, roomy, Scale.FULL, roomy).rows().size());
        long tight = (8L << 30) + (512 << 20);
        assertEquals(1, compared("layout", Scale.FULL, tight, Scale.FULL, tight - (8 << 20)).rows().size());
        Comparison heaps = compared("layout", Scale.FULL, roomy, Scale.FULL, tight);
        assertEquals(List.of(), heaps.rows());
        assertTrue(heaps.warnings().getFirst().contains("sizes or flags differ"), heaps::toString);
        assertEquals(List.of(), compared("dispatch", Scale.QUICK, roomy, Scale.FULL, roomy).rows());
    }

    private static Comparison compared(String name, Scale oldScale, long oldMemory, Scale scale, long memory) {
        return Comparison.of(planned(name, scale, memory),
                JsonReport.parse(JsonReport.of(planned(name, oldScale, oldMemory)), "old.json"));
    }

    private static LabReport planned(String name, Scale scale, long memory) {
        Experiment experiment = Experiments.named(name);
        return new LabReport(scale, Map.of(), Map.of(), List.of(new ExperimentResult(experiment,
                experiment.plan(scale, Made.machine(memory, 1L << 40)), new Measured(
                        new Made().figure("a", TIME, 1, 2).figures(), List.of(), List.of(), Optional.empty(), true,
                        1))), true);
    }

    @Test
    void shouldRefuseOtherVersions() {
        String old = JsonReport.of(report(Scale.QUICK, "x", 1.0)).replace("\"version\": 2", "\"version\": 7");
        String message = assertThrows(IllegalArgumentException.class, () -> JsonReport.parse(old, "old.json")).getMessage();
        assertEquals("a report of the lab of another version: version=7, expected=2; measure again (old.json)", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"format\": \"else\"}", "null", "{\"a\": 1,}", "\"\\u12\"", "{} x",
            "[1 2]", "tru", "{\"a\" 1}", "-", "\"a"})
    void shouldRefuseWhatIsNoReport(String text) {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> JsonReport.parse(text, "old.json")).getMessage()
                .startsWith("no report of the lab"));
    }

    @Test
    void shouldRefuseReportsWithFieldsOfOtherTypes() {
        LabReport report = report(Scale.QUICK, "x", 1.0, 1.1);
        for (String name : List.of("experiments", "figures", "environment", "forks", "workload", "scale")) {
            String broken = JsonReport.of(report).replaceFirst("\"" + name + "\": ", "\"" + name + "\": 5, \"x\": ");
            assertThrows(IllegalArgumentException.class, () -> JsonReport.parse(broken, "old.json"), name);
        }
    }
}
