// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What came of all sizes, for people and as JSON.
///
/// @param results by bytes of the hash index
/// @param notes   what else is to be said of this run, a sentence each
record LookupReport(Map<Long, List<LookupResult>> results, List<String> notes) {
    private static final double HASH_TARGET = 1.3;
    private static final double TREE_TARGET = 3;
    private static final double NEAR_TARGET = 0.9;
    private static final int CACHES = 8;
    private static final double NS_PER_US = 1_000;
    /// What a JVM itself allocates while it compiles is less; one object in a hundred keys is more.
    private static final double MOST_BYTES = 0.16;
    private static final String MEASURED = "batches of 64";

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

    /// As the design has it; 0 where nothing is promised.
    private static double least(long size, LookupResult result) {
        if (!result.way().equals(MEASURED) || result.index().contains(",")) {
            return 0;
        }
        if (size >= CACHES * Machine.lastCacheBytes()) {
            return !result.keys().startsWith("uniform") ? 0
                    : result.index().equals("hash") ? HASH_TARGET : TREE_TARGET;
        }
        return size <= Machine.lastCacheBytes() / 2 ? NEAR_TARGET : 0;
    }

    private static String target(long size, LookupResult result) {
        double least = least(size, result);
        return least == 0 ? "" : String.format(Locale.ROOT, "≥ %.1f×", least);
    }

    private static String met(long size, LookupResult result) {
        double least = least(size, result);
        return least == 0 ? "" : Range.of(result.ratios()).verdict(least);
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
