// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class LanguagesSuiteTest {
    @TempDir
    Path folder;

    /// The quickest of all to build: there is nothing to compile.
    @Test
    void shouldMeasurePython() throws Exception {
        assertMeasured(Language.PYTHON);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Language.class)
    void shouldMeasureEveryLanguage(Language language) throws Exception {
        assertMeasured(language);
    }

    private void assertMeasured(Language language) throws Exception {
        assumeTrue(language.tools.stream().allMatch(Programs::isFound), language.tools::toString);
        LanguagesSuite suite = new LanguagesSuite();
        Map<CarProgram, List<String>> commands = new CarPrograms(folder).build(language);
        Figures figures = new Figures();
        for (Trial trial : LanguagesSuite.trials(commands, true)) {
            TrialRun.here(suite, trial).all().forEach(figures::add);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(14, findings.size());
        assertEquals(2 * (commands.size() - 1),
                findings.stream().filter(finding -> finding.judged().isPresent()).count());
        figures.with(language.label + " decode: another", LanguagesSuite.ANSWER, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }

    @Test
    void shouldFailIfAProgramFindsAnotherSum() throws IOException {
        Path program = Files.writeString(folder.resolve("wrong.sh"), "#!/bin/sh\necho 12.5 1 2\n");
        assertTrue(program.toFile().setExecutable(true));
        Trial trial = LanguagesSuite.trials(Map.of(CarProgram.CPP, List.of(program.toString())), true).getFirst();
        Exception e = assertThrows(Exception.class, () -> TrialRun.here(new LanguagesSuite(), trial));
        assertTrue(e.toString().contains("wrong sum: sum=1, expected="), e::toString);
    }
}
