// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.overload.LoadProcess.Found;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadProcessTest {
    private static final double SECONDS = 0.5;
    private static final double CAPACITY = 40;

    @TempDir
    Path disk;

    @Test
    void shouldAccountForEveryRequest() throws Exception {
        Found bounded = LoadProcess.run(true, SECONDS, 100, disk, CAPACITY);
        Found unbounded = LoadProcess.run(false, SECONDS, 100, disk, CAPACITY);
        for (Found found : new Found[] {bounded, unbounded}) {
            assertEquals(CAPACITY, found.capacity());
            assertEquals(5, found.results().size());
            for (LoadResult result : found.results()) {
                assertEquals(0, result.failed(), result.toString());
                // Rates are of the time until the last answer, which is a little longer than the load.
                double answered = (result.accepted() + result.refused()) / result.offered();
                assertTrue(answered > 0.05 && answered < 1.1, result.toString());
                assertTrue(result.inTime() <= result.accepted() && result.p50Ms() <= result.p99Ms(), result.toString());
                assertTrue(result.heapMiB() > 1, result.toString());
                assertEquals(result, LoadResult.parse(result.toString()));
            }
        }
        assertEquals(0, unbounded.results().stream().mapToDouble(LoadResult::refused).sum());
        List<Finding> findings = OverloadSuite.findings(List.of(bounded), List.of(unbounded));
        assertEquals(4, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.getFirst().judged().orElseThrow().median() <= 1, findings::toString);
        String svg = OverloadPlot.svg(bounded, unbounded, 100);
        assertEquals("svg", DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8))).getDocumentElement()
                .getTagName());
    }
}
