// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PythonSuiteTest {
    private static boolean canRun(String... command) {
        try {
            Programs.run(List.of(command));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldFindAllThatIsPromised() throws Exception {
        assumeTrue(canRun("cc", "--version"), "skipped: no cc; apt install gcc");
        assumeTrue(canRun("python3", "-c", "import numpy, pyarrow.parquet, os, sysconfig; "
                + "os.stat(sysconfig.get_paths()['include'] + '/Python.h')"),
                "skipped: no python3 with its headers, numpy and pyarrow; pip install numpy pyarrow");
        PythonSuite suite = new PythonSuite();
        Figures figures = new Figures();
        TrialRun.here(suite, PythonSuite.trial(20_000)).all().forEach(figures::add);
        List<Finding> findings = suite.findings(figures);
        assertEquals(9, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.ratio().isPresent() || finding.ours().isPresent()));
        assertEquals(4, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(figures.figure(PythonSuite.C_SCAN, PythonSuite.SUM).isPresent());
        figures.with(PythonSuite.ARRAY, PythonSuite.SUM, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }
}
