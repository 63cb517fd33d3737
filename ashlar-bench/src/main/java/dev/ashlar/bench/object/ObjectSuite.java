// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.object;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.Fork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// What does it cost to have objects written by a codec that is made at run time, against code by hand and others?
///
/// Were it much slower than a `ByteBuffer` filled by hand, whoever counts nanoseconds would go on writing such code;
/// were it not faster than the usual libraries, it would not be needed beside them.
public final class ObjectSuite implements ForkingSuite {
    private static final int OBJECTS = 1_000_000;
    private static final int QUICK_OBJECTS = 200_000;

    @Override
    public String name() {
        return "object";
    }

    @Override
    public String description() {
        return "an object written and read again, against serialisers and code by hand";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        long objects = rows.orElse(effort.rounds() > 1 ? OBJECTS : QUICK_OBJECTS);
        Map<Kind, List<ObjectResult>> results = new EnumMap<>(Kind.class);
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        for (int round = 0; round < effort.rounds(); round++) {
            for (Kind kind : kinds) {
                progress.accept("round " + (round + 1) + "/" + effort.rounds() + ": object: " + kind.text());
                String found = Fork.run(kind.flags(), ObjectProcess.class, List.of(kind.name(),
                        Long.toString(objects)));
                results.computeIfAbsent(kind, _ -> new ArrayList<>()).add(ObjectResult.parse(found));
            }
            Collections.reverse(kinds);
        }
        ObjectReport report = new ObjectReport(results, effort.rounds());
        return new Report(report.findings(), report.text(), report.json(name()));
    }
}
