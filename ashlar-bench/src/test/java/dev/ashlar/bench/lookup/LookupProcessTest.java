// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupProcessTest {
    private static final int ROWS = 2_000;
    private static final int LOOKUPS = 1 << 12;

    @TempDir
    private Path folder;

    /// A measurement checks the sum of what each way finds.
    @Test
    void shouldFindTheSameInAllWays() throws IOException {
        List<LookupResult> results = new LookupProcess(ROWS, LOOKUPS, 2, true).measure(folder);
        assertEquals(11 + 3 + 10 + 2 + 11 + 10, results.size());
        for (LookupResult result : results) {
            assertEquals(2, result.nsPerKey().size());
            assertEquals(result.way().equals(LookupResult.ONE_BY_ONE) ? 0 : 2, result.ratios().size());
            assertEquals(result, LookupResult.parse(result.line()));
        }
        List<Finding> findings = new LookupReport(Map.of(16L << 10, results), List.of(), 1).findings();
        assertTrue(findings.size() > 3 && findings.getFirst().judged().isPresent(), findings::toString);
        assertEquals(2, findings.stream().filter(Finding::isOpen).filter(finding -> finding.ratio().isEmpty()).count(),
                "nothing here is larger than the caches");
        assertEquals(4, results.getFirst().and(results.getFirst()).nsPerKey().size());
        assertThrows(IOException.class, () -> LookupResult.parse("hash|uniform"));
    }

    @Test
    void shouldNoticeAWrongSum() {
        Keys keys = Keys.of(LOOKUPS, ROWS, false, 50).getLast();
        Finder right = MapFinders.fastutil(ROWS);
        assertEquals(keys.expected(), right.sum(keys.keys()));
        assertTrue(keys.expected() != MapFinders.fastutil(ROWS / 2).sum(keys.keys()));
    }

    @Test
    void shouldTakeSomeKeysMoreOftenThanOthers() {
        long[] keys = Keys.of(100_000, 1_000_000, true, 100).getFirst().keys();
        long different = java.util.Arrays.stream(keys).distinct().count();
        assertTrue(different > 1_000 && different < 60_000, () -> "different=" + different);
    }

    @Test
    void shouldSayWhatIsPromisedAndWhetherItIsKept() {
        LookupResult near = new LookupResult("hash", "uniform, 100 % hits", "batches of 64", List.of(5.0), List.of(1.1), 0);
        LookupResult far = new LookupResult("tree", "uniform, 100 % hits", "batches of 64", List.of(5.0), List.of(2.5), 9);
        String text = new LookupReport(Map.of(16L << 10, List.of(near)), List.of(), 1).text();
        assertTrue(text.contains("≥ 0.9× |") && text.contains("yes"), text);
        text = new LookupReport(Map.of(1L << 40, List.of(far)), List.of(2L << 40), 1).text();
        assertTrue(text.contains("≥ 3× |") && text.contains(" 9.0 |") && text.contains(" no |"), text);
        assertTrue(text.contains("Left out, because memory is short: 2097152 MiB."), text);
    }
}
