// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.export.ExportSuite.Shape;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ExportSuiteTest {
    private static final long ROWS = 3_000;

    @TempDir
    Path folder;

    @Test
    void shouldFindWhatIsPromised() throws Exception {
        ExportSuite suite = new ExportSuite();
        Figures figures = new Figures();
        for (Shape shape : Shape.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                for (Engine engine : Engine.values()) {
                    TrialRun.here(suite, suite.trial(shape.work(), threads, engine, ROWS)).all().forEach(figures::add);
                }
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(4, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()));
    }

    @Test
    void shouldRefuseAFileOfOtherRows() throws Exception {
        Path file = folder.resolve("deals.parquet");
        try (ExportEngine engine = ExportEngine.open(Engine.ASHLAR, Files.createDirectory(folder.resolve("store")), 1)) {
            engine.load(new ExportTable(ROWS));
            engine.export("\"at\", symbol, price, quantity", file);
        }
        ExportSums.of(file).requireThoseOf(new ExportTable(ROWS));
        assertThrows(IllegalStateException.class, () -> ExportSums.of(file).requireThoseOf(new ExportTable(ROWS - 1)));
    }
}
