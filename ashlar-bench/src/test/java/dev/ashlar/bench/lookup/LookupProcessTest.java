// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Fork;
import dev.ashlar.bench.lookup.LookupTask.Kind;
import dev.ashlar.bench.lookup.LookupTask.Maps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
        LookupFindings findings = new LookupProcess(task(Maps.ALL, Kind.WITH_TWO_THREADS)).measure(folder);
        List<LookupResult> results = findings.results();
        assertEquals(11 + 3 + 10 + 2 + 11 + 10 + 2 + 2, results.size());
        check(results);
        assertEquals(findings, LookupFindings.parse(findings.line()));
        List<Finding> found = new LookupReport(Map.of(16L << 10, results), List.of()).findings();
        assertTrue(found.size() > 3 && found.getFirst().judged().isPresent(), found::toString);
        assertEquals(2, found.stream().filter(Finding::isOpen).filter(finding -> finding.ratio().isEmpty()).count(),
                "nothing here is larger than the caches");
        assertEquals(0, found.getLast().ours().orElseThrow().max(), "not what maps allocate beside");
        assertEquals(4, results.getFirst().and(results.getFirst()).nsPerKey().size());
        assertThrows(IOException.class, () -> LookupResult.parse("hash|uniform"));
    }

    private static LookupTask task(Maps maps, Kind kind) {
        LookupTask task = new LookupTask(ROWS, LOOKUPS, 2, maps, kind);
        assertEquals(task, LookupTask.parse(task.arguments().toArray(String[]::new)));
        return task;
    }

    private static void check(List<LookupResult> results) throws IOException {
        for (LookupResult result : results) {
            assertEquals(2, result.nsPerKey().size());
            boolean base = result.way().equals(LookupResult.ONE_BY_ONE) || result.index().equals("map");
            assertEquals(base ? 0 : 2, result.ratios().size());
            assertEquals(result, LookupResult.parse(result.line()));
        }
    }

    @Test
    void shouldMeasureFewerWaysWithoutHugePages() throws IOException {
        List<LookupResult> results = new LookupProcess(task(Maps.WITHOUT_OBJECTS, Kind.SMALL_PAGES)).measure(folder)
                .results();
        assertEquals(5 + 3, results.size());
        check(results);
        assertTrue(results.stream().allMatch(result -> result.index().endsWith(LookupResult.SMALL_PAGES)));
    }

    /// In a JVM with the flags it needs, which are not those of this one.
    @Test
    void shouldFindTheSameInChronicleMap() throws IOException {
        LookupTask task = task(Maps.NONE, Kind.ONE_THREAD);
        List<LookupResult> results = LookupFindings.parse(
                Fork.run(ChronicleProcess.FLAGS, ChronicleProcess.class, task.arguments())).results();
        assertEquals(List.of("Chronicle Map, Long", "Chronicle Map, LongValue"),
                results.stream().map(LookupResult::way).toList());
        check(results);
    }

    @Test
    void shouldAddRoundsOfAnotherJvmToThoseOfTheSameWay() {
        LookupResult first = new LookupResult("hash", "uniform", "batches of 64", List.of(5.0), List.of(1.0), 0);
        LookupResult other = new LookupResult("tree", "uniform", "batches of 64", List.of(7.0), List.of(2.0), 0);
        List<LookupResult> results = new ArrayList<>();
        LookupSuite.merge(results, List.of(first, other));
        LookupSuite.merge(results, List.of(other));
        assertEquals(List.of(first, other.and(other)), results);
    }

    @Test
    void shouldNoticeAWrongSumOnTwoThreads() {
        List<Keys> sets = Keys.of(LOOKUPS, ROWS, false, 100);
        Finder right = MapFinders.fastutil(ROWS);
        Finder wrong = MapFinders.fastutil(ROWS / 2);
        TwoThreads threads = new TwoThreads(LOOKUPS, 0, 1);
        IOException e = assertThrows(IOException.class,
                () -> threads.measure("hash", sets, Map.of(LookupResult.ONE_BY_ONE, List.of(right, wrong))));
        assertTrue(e.getMessage().startsWith("wrong sum: "), e::getMessage);
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
        LookupResult near = new LookupResult("hash", "uniform, 100 % hits", "batches of 64", List.of(5.0),
                List.of(1.1), 0);
        LookupResult far = new LookupResult("tree", "uniform, 100 % hits", "batches of 64", List.of(5.0),
                List.of(2.5), 9);
        String text = new LookupReport(Map.of(16L << 10, List.of(near)), List.of()).text();
        assertTrue(text.contains("≥ 0.9× |") && text.contains("yes"), text);
        text = new LookupReport(Map.of(1L << 40, List.of(far)), List.of("A note.")).text();
        assertTrue(text.contains("≥ 3× |") && text.contains(" 9.0 |") && text.contains(" no |"), text);
        assertTrue(text.contains("A note.") && text.contains(" 200.0 |"), text);
    }
}
