// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.cell;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Fork;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.lab.spaceship.ShipKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// How often is a value read whole, and how fresh, while others change it?
///
/// Were a cell not the fastest to read, threads of one process would be better off with a lock or a new object for each
/// value; were it read often but stale, boards would show what was.
public final class CellSuite implements ForkingSuite {
    private static final long MS = 1_000;
    private static final long QUICK_MS = 400;

    @Override
    public String name() {
        return "cell";
    }

    @Override
    public String description() {
        return "a spaceship that is read and moved at once, behind locks and in cells";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        long milliseconds = effort.rounds() == 1 ? QUICK_MS : MS;
        Map<Crew, Map<ShipKind, List<CellResult>>> results = new EnumMap<>(Crew.class);
        List<ShipKind> order = List.of(ShipKind.values());
        for (int round = 0; round < effort.rounds(); round++) {
            for (Crew crew : Crew.values()) {
                for (ShipKind kind : round % 2 == 0 ? order : order.reversed()) {
                    progress.accept("round " + (round + 1) + "/" + effort.rounds() + ": cell: " + crew.label() + ": "
                            + kind.text());
                    String found = Fork.run(List.of(), CellProcess.class, List.of(kind.name(), crew.name(),
                            Long.toString(milliseconds)));
                    results.computeIfAbsent(crew, _ -> new EnumMap<>(ShipKind.class))
                            .computeIfAbsent(kind, _ -> new ArrayList<>()).add(CellResult.parse(found));
                }
            }
        }
        CellReport report = new CellReport(results, effort.rounds());
        return new Report(report.findings(), report.text(), report.json(name()));
    }
}
