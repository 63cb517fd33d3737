// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.BenchProcess;
import dev.ashlar.bench.Finding;
import dev.ashlar.lab.ram.Keys.Mix;
import dev.ashlar.lab.ram.Lookup;
import dev.ashlar.lab.ram.Lookups;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LookupSuiteTest {
    private static final int KEYS = 2_000;
    private static final long MIB = 1 << 20;
    private final LookupSuite suite = new LookupSuite();

    /// A measurement checks the sum of what each way finds. All that one JVM can measure.
    @Test
    void shouldFindTheSameInAllWays() throws Exception {
        List<Trial> trials = new ArrayList<>();
        LookupSuite.add(trials, 256 * MIB, true, KEYS);
        Figures figures = new Figures();
        for (Trial trial : trials) {
            if (!trial.name().contains("Chronicle") && !trial.name().endsWith("small pages")) {
                TrialRun.here(suite, trial).all().forEach(figures::add);
            }
        }
        // Twelve ways each, two of five other mixes each, a field, two maps of primitive values.
        assertEquals(2 * 12 + 2 * 5 * 2 + 2 + 2, figures.subjects().size(), figures.subjects()::toString);
        List<Finding> findings = LookupSuite.findings(figures, MIB);
        // Batches of two indexes with three mixes, and one at a time against a map.
        assertEquals(2 * 3 + 1, findings.stream().filter(finding -> finding.ratio().isPresent()).count(),
                findings::toString);
        assertEquals(0, findings.getLast().ours().orElseThrow().max(), "not what maps allocate");
        findings = LookupSuite.findings(figures, 1024 * MIB);
        assertEquals(2, findings.stream().filter(Finding::isOpen).filter(finding -> finding.ratio().isEmpty()).count(),
                "nothing here is larger than the caches");
    }

    /// In a JVM with the flags they need, which are not those of this one.
    @Test
    void shouldFindTheSameInChronicleMapAndWithoutHugePages() throws Exception {
        List<Trial> trials = new ArrayList<>();
        LookupSuite.add(trials, 16 << 10, true, KEYS);
        LookupSuite.add(trials, 256 * MIB, true, KEYS);
        List<Trial> chosen = trials.stream().filter(trial -> trial.name().startsWith("Chronicle")
                || trial.name().equals("hash of 256 MiB, small pages")).toList();
        assertEquals(3, chosen.size(), chosen::toString);
        Measured measured = new TrialRunner(BenchProcess.class, _ -> { }).run("lookup",
                new MeasurementPlan(chosen, List.of()), 1, Scale.TINY.flags());
        assertEquals(List.of(), measured.failures());
        assertEquals(2 + 2, measured.figures().subjects().size(), measured.figures().subjects()::toString);
    }

    @Test
    void shouldSayWhatIsPromisedAndWhetherItIsKept() {
        Figures figures = new Figures();
        for (String index : List.of("hash of 16 KiB", "tree of 2 GiB")) {
            figures.with(Lookups.subject(index, Mix.PLAIN, Lookup.ONE), Lookups.TIME, 5)
                    .with(Lookups.subject(index, Mix.PLAIN, Lookup.batches(64)), Lookups.TIME, index.startsWith("hash") ? 4 : 2);
        }
        List<Finding> findings = LookupSuite.findings(figures, 32 * MIB);
        Finding near = findings.getFirst();
        assertEquals("1.25× ≥ 0.9× yes", near.foundText() + " " + near.targetText() + " " + near.verdict());
        Finding far = findings.stream().filter(finding -> finding.what().startsWith("tree of 2")).findFirst().orElseThrow();
        assertEquals("2.50× ≥ 3× no", far.foundText() + " " + far.targetText() + " " + far.verdict());
        assertTrue(far.headline() && !near.headline());
    }
}
