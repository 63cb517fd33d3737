// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.bench.Suite.Report;
import dev.ashlar.bench.page.BenchRun;
import dev.ashlar.bench.page.SuiteRun;
import dev.ashlar.bench.page.SuiteRun.Outcome;
import dev.ashlar.measure.host.Disturbance.Ticks;
import dev.ashlar.measure.host.OwnUse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Runs suites one after the other. If one fails, the others still run.
///
/// @param interrupted whether to stop: a suite that fails from then on was interrupted
record Bench(Effort effort, Map<String, String> environment, SuiteProgress progress, BooleanSupplier interrupted) {
    BenchRun run(List<? extends Suite> suites, Consumer<BenchRun> soFar) {
        BenchRun run = new BenchRun(suites.stream().map(Suite::name).toList(), List.of());
        for (Suite suite : suites) {
            if (interrupted.getAsBoolean()) {
                break;
            }
            progress.suite(suite.name());
            run = run.with(measure(suite));
            progress.end();
            soFar.accept(run);
        }
        return run;
    }

    private SuiteRun measure(Suite suite) {
        long start = System.nanoTime();
        Optional<Ticks> before = Ticks.now();
        OwnUse usedBefore = OwnUse.now();
        try {
            Report report = suite.run(effort, progress::step);
            if (!interrupted.getAsBoolean()) {
                return new SuiteRun(suite.name(), Outcome.MEASURED, "", seconds(start), effort.text(), environment,
                        disturbances(before, usedBefore), report.findings(), report.text(), report.plots(),
                        report.samples());
            }
        } catch (IOException | RuntimeException e) {
            // A suite uses third-party libraries: whatever it throws, the next suite may still work.
            if (!interrupted.getAsBoolean()) {
                return SuiteRun.without(suite.name(), Outcome.FAILED, reason(e), seconds(start), effort.text(),
                        environment);
            }
        }
        return SuiteRun.without(suite.name(), Outcome.INTERRUPTED, "", seconds(start), effort.text(), environment);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static String reason(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse(e.getClass().getSimpleName());
    }

    /// Disturbances by others: our own CPU time is subtracted, which includes that of child JVMs that have ended.
    private static List<String> disturbances(Optional<Ticks> before, OwnUse usedBefore) {
        OwnUse used = OwnUse.now();
        Optional<Ticks> now = Ticks.now();
        return before.isEmpty() || now.isEmpty() || !used.isKnown() ? List.of() : now.get().since(before.get(),
                used.cpuNs() - usedBefore.cpuNs(), 0, 0).complaints();
    }
}
