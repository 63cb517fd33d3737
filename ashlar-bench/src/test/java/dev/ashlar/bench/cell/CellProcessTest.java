// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.spaceship.ShipKind;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every implementation runs small, and the measurement itself checks that each place was of one moment.
class CellProcessTest {
    @Test
    void shouldMeasureEveryContender() throws Exception {
        Map<Crew, Map<ShipKind, List<CellResult>>> results = new EnumMap<>(Crew.class);
        for (Crew crew : Crew.values()) {
            for (ShipKind kind : ShipKind.values()) {
                CellResult result = CellProcess.measure(kind, crew, 40);
                assertTrue(result.reads() > 0 && result.moves() > 0 && result.fairness() <= 1, result::toString);
                assertTrue(result.readAttempts() >= 1 && result.moveAttempts() >= 1, result::toString);
                assertTrue(result.fresh() <= result.reads(), result::toString);
                assertEquals(result, CellResult.parse(result.line()));
                results.computeIfAbsent(crew, _ -> new EnumMap<>(ShipKind.class)).put(kind, List.of(result));
            }
        }
        CellReport report = new CellReport(results, 1);
        assertTrue(report.text().contains("lock-free, new object"), report::text);
        assertTrue(report.json("cell").contains("\"fairness\": "));
        List<Finding> findings = report.findings();
        assertEquals(2 * Crew.values().length, findings.size());
        assertEquals(2 * 3, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.getFirst().judged().isPresent(), findings::toString);
        assertThrows(IOException.class, () -> CellResult.parse("1 2"));
    }
}
