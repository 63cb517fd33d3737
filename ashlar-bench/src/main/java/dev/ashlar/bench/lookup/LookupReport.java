// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What came of all sizes, for people and as JSON.
///
/// @param results by bytes of the hash index
/// @param notes   what else is to be said of this run, a sentence each
record LookupReport(Map<Long, List<LookupResult>> results, List<String> notes) {
    private static final Target HASH_TARGET = Target.atLeast(1.3);
    private static final Target TREE_TARGET = Target.atLeast(3);
    private static final Target NEAR_TARGET = Target.atLeast(0.9);
    private static final Target NO_GARBAGE = Target.atMost(0);
    private static final int CACHES = 8;
    private static final String HASH = "hash";
    private static final String TREE = "tree";
    /// Bytes of a tree of those of a hash index with the same keys, by which sizes go: some 18 of 25.6 a key.
    private static final double TREE_SHARE = 0.7;
    private static final double NS_PER_US = 1_000;
    /// What a JVM itself allocates while it compiles is less; one object in a hundred keys is more.
    private static final double MOST_BYTES = 0.16;
    private static final String MEASURED = LookupResult.BATCHES + 64;

    String text() {
        List<List<String>> rows = new ArrayList<>();
        results.forEach((size, all) -> {
            for (LookupResult result : all) {
                rows.add(List.of(LookupSuite.bytes(size), result.index() + ", " + result.keys(), result.way(),
                        Range.of(result.nsPerKey()).text("%.1f"), millions(result),
                        result.ratios().isEmpty() ? "" : Range.of(result.ratios()).text("%.2f") + "×",
                        bytes(result), target(size, result), met(size, result)));
            }
        });
        StringBuilder text = new StringBuilder();
        text.append(MarkdownTable.of(List.of("index", "keys", "way", "ns/key", "M keys/s",
                "faster than one at a time", "B/key", "target", "met"), 3, rows));
        text.append("""

                Figures are median [min..max] of the rounds of all JVMs, in time of the processor; a ratio is taken
                inside a round. With 2 threads it is time of the clock for the keys of both. The size is that of the
                hash index; its tree and the maps have as many keys.
                """);
        notes.forEach(note -> text.append(note).append('\n'));
        return text.append('\n').toString();
    }

    private static String millions(LookupResult result) {
        return String.format(Locale.ROOT, "%.1f", NS_PER_US / Range.of(result.nsPerKey()).median());
    }

    private static String bytes(LookupResult result) {
        return result.bytesPerKey() < MOST_BYTES ? "0" : String.format(Locale.ROOT, "%.1f", result.bytesPerKey());
    }

    /// As the design has it.
    private static Optional<Target> promised(long size, LookupResult result) {
        if (!result.way().equals(MEASURED) || result.index().contains(",")) {
            return Optional.empty();
        }
        if (isFar(size, result.index())) {
            return !result.keys().startsWith("uniform") ? Optional.empty()
                    : Optional.of(farTarget(result.index()));
        }
        return size <= Machine.lastCacheBytes() / 2 ? Optional.of(NEAR_TARGET) : Optional.empty();
    }

    private static Target farTarget(String index) {
        return index.equals(HASH) ? HASH_TARGET : TREE_TARGET;
    }

    /// Whether an index is so much larger than the caches that a lookup waits for memory.
    private static boolean isFar(long size, String index) {
        return (index.startsWith(TREE) ? TREE_SHARE : 1) * size >= CACHES * Machine.lastCacheBytes();
    }

    private static String target(long size, LookupResult result) {
        return promised(size, result).map(target -> target.text("×")).orElse("");
    }

    private static String met(long size, LookupResult result) {
        return promised(size, result).map(target -> target.verdict(Range.of(result.ratios()))).orElse("");
    }

    /// What is promised; open where memory is too short for an index much larger than the caches.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        results.forEach((size, all) -> all.stream().filter(result -> promised(size, result).isPresent())
                .forEach(result -> findings.add(finding(size, result, all))));
        for (String index : List.of(HASH, TREE)) {
            if (results.keySet().stream().noneMatch(size -> isFar(size, index))) {
                findings.add(Finding.missing(index + ", larger than the caches: " + MEASURED, LookupResult.ONE_BY_ONE,
                        farTarget(index)));
            }
        }
        double most = results.values().stream().flatMap(List::stream)
                .filter(LookupResult::isOurs)
                .mapToDouble(LookupResult::bytesPerKey).max().orElse(0);
        findings.add(Finding.alone("most that any way of ours allocates a key", "bytes",
                Range.of(List.of(most < MOST_BYTES ? 0 : most))).withTarget(NO_GARBAGE));
        return findings;
    }

    private static Finding finding(long size, LookupResult batch, List<LookupResult> all) {
        String what = batch.index() + " of " + LookupSuite.bytes(size) + ", " + batch.keys() + ": " + MEASURED;
        LookupResult single = all.stream().filter(result -> result.way().equals(LookupResult.ONE_BY_ONE)
                && result.index().equals(batch.index()) && result.keys().equals(batch.keys())).findFirst()
                .orElse(batch);
        return Finding.against(what, LookupResult.ONE_BY_ONE, "ns/key", Range.of(batch.nsPerKey()), Range.of(single.nsPerKey()),
                Range.of(batch.ratios())).withTarget(promised(size, batch))
                .asHeadline(isFar(size, batch.index()) && batch.keys().contains("100 %"));
    }

    String json(String suite) {
        List<String> objects = new ArrayList<>();
        results.forEach((size, all) -> {
            for (LookupResult result : all) {
                objects.add("{\"bytes\": " + size + ", \"index\": " + Json.string(result.index()) + ", \"keys\": "
                        + Json.string(result.keys()) + ", \"way\": " + Json.string(result.way()) + ", \"nsPerKey\": "
                        + Json.range(Range.of(result.nsPerKey())) + ", \"ratio\": "
                        + (result.ratios().isEmpty() ? "null" : Json.range(Range.of(result.ratios())))
                        + ", \"bytesPerKey\": " + Json.number(result.bytesPerKey()) + "}");
            }
        });
        return "{\"suite\": " + Json.string(suite) + ", \"results\": [" + String.join(", ", objects) + "]}";
    }
}
