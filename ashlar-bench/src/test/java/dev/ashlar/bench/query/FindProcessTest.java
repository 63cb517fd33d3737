// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.query.FindProcess.Found;
import dev.ashlar.bench.query.FindProcess.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindProcessTest {
    @TempDir
    Path folder;

    /// It fails if ways do not agree.
    @Test
    void shouldFindTheSameByEachWay() throws IOException {
        Found found = FindProcess.run(300_000, folder);
        assertEquals(Way.values().length, found.ns().size());
        assertTrue(found.ns().stream().allMatch(ns -> ns > 0));
        assertEquals(found, Found.parse(found.line()));
        List<Finding> findings = FindSuite.findings(List.of(found, found));
        assertEquals(Way.values().length - 2, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.ratio().isPresent() && finding.verdict().isEmpty()));
    }
}
