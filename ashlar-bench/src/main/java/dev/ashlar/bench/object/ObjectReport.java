// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What came of all contenders, for people and as JSON.
///
/// @param results one of each round
/// @param rounds  JVMs of each contender
record ObjectReport(Map<Kind, List<ObjectResult>> results, int rounds) {
    /// What a JVM itself allocates while it compiles is less.
    private static final double MOST_BYTES = 0.16;

    String text() {
        List<List<String>> rows = new ArrayList<>();
        results.forEach((kind, all) -> rows.add(List.of(kind.text(), range(all, ObjectResult::writeNsMedian),
                range(all, ObjectResult::readNsMedian), range(all, ObjectResult::totalNs),
                Long.toString(all.getFirst().length()), bytes(all),
                kind.ours().isPresent() ? ratio(kind).text("%.2f") + "×" : "",
                kind.target().isPresent() ? "≥ " + kind.target().getAsDouble() + "×" : "",
                kind.target().isPresent() ? ratio(kind).verdict(kind.target().getAsDouble()) : "")));
        return MarkdownTable.of(List.of("contender", "write ns", "read ns", "both ns", "bytes", "B allocated",
                "Ashlar is faster by", "target", "met"), 1, rows) + """

                Figures are median [min..max] of %d JVMs of each contender, in time of the processor; of each JVM the
                median of %d rounds counts. Ratios are taken inside a round of JVMs. Allocated: by writing and reading.

                """.formatted(rounds, ObjectProcess.ROUNDS);
    }

    private static String range(List<ObjectResult> all, ToDoubleFunction<ObjectResult> figure) {
        return Range.of(all.stream().map(figure::applyAsDouble).toList()).text("%.1f");
    }

    private static String bytes(List<ObjectResult> all) {
        double most = all.stream().mapToDouble(ObjectResult::allocatedBytes).max().orElseThrow();
        return most < MOST_BYTES ? "0" : String.format(Locale.ROOT, "%.0f", most);
    }

    /// How many times as fast as this ours is.
    private Range ratio(Kind kind) {
        List<ObjectResult> theirs = results.get(kind);
        List<ObjectResult> ours = results.get(kind.ours().orElseThrow());
        return Range.of(IntStream.range(0, theirs.size())
                .mapToObj(i -> theirs.get(i).totalNs() / ours.get(i).totalNs()).toList());
    }

    String json(String suite) {
        List<String> objects = new ArrayList<>();
        results.forEach((kind, all) -> objects.add("{\"contender\": " + Json.string(kind.text()) + ", \"flags\": "
                + Json.string(String.join(" ", kind.flags())) + ", \"writeNs\": "
                + Json.range(Range.of(all.stream().map(ObjectResult::writeNsMedian).toList())) + ", \"readNs\": "
                + Json.range(Range.of(all.stream().map(ObjectResult::readNsMedian).toList())) + ", \"bytes\": "
                + all.getFirst().length() + ", \"allocatedBytes\": "
                + Json.number(all.stream().mapToDouble(ObjectResult::allocatedBytes).max().orElseThrow())
                + (kind.ours().isPresent() ? ", \"ratio\": " + Json.range(ratio(kind)) : "") + "}"));
        return "{\"suite\": " + Json.string(suite) + ", \"results\": [" + String.join(", ", objects) + "]}";
    }
}
