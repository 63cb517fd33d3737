// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
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
    private static final Target NO_GARBAGE = Target.atMost(0);

    String text() {
        List<List<String>> rows = new ArrayList<>();
        results.forEach((kind, all) -> rows.add(List.of(kind.text(), range(all, ObjectResult::writeNsMedian),
                range(all, ObjectResult::readNsMedian), range(all, ObjectResult::totalNs),
                Long.toString(all.getFirst().length()), bytes(all),
                kind.ours().isPresent() ? ratio(kind).text("%.2f") + "×" : "",
                kind.target().map(target -> target.text("×")).orElse(""),
                kind.target().map(target -> target.verdict(ratio(kind))).orElse(""))));
        return MarkdownTable.of(List.of("contender", "write ns", "read ns", "both ns", "bytes", "B allocated",
                "Ashlar is faster by", "target", "met"), 1, rows) + """

                Figures are median [min..max] of %d JVMs of each contender, in time of the processor; of each JVM the
                median of %d rounds counts. Ratios are taken inside a round of JVMs. Allocated: by writing and reading.

                """.formatted(rounds, ObjectProcess.ROUNDS);
    }

    /// All peers against that of ours which does the same.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        results.keySet().stream().filter(kind -> kind.ours().isPresent()).forEach(kind -> findings.add(
                Finding.against("an object written and read", kind.text(), "ns", total(kind.ours().orElseThrow()),
                        total(kind), ratio(kind)).withTarget(kind.target()).asHeadline(kind.target().isPresent())));
        List<ObjectResult> reused = results.getOrDefault(Kind.ASHLAR_REUSED, List.of());
        if (!reused.isEmpty()) {
            double most = reused.stream().mapToDouble(ObjectResult::allocatedBytes).max().orElseThrow();
            findings.add(Finding.alone("allocated where an object is filled again", "bytes",
                    Range.of(List.of(most < MOST_BYTES ? 0 : most))).withTarget(NO_GARBAGE));
        }
        return findings;
    }

    private Range total(Kind kind) {
        return Range.of(results.get(kind).stream().map(ObjectResult::totalNs).toList());
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
