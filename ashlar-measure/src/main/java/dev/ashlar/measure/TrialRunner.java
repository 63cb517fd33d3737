// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Disturbance;
import dev.ashlar.measure.host.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Measures plans: each trial in its own JVMs, in rounds, every other round in reverse order.
///
/// **Threading**: [#run] in one thread; [#stop()] in any. **Failure**: a trial that fails is reported, and the others
/// continue.
public final class TrialRunner {
    private static final String PERF = "perf";
    private static final long STOP_MS = 500;

    private final Class<?> main;
    private final Machine machine;
    private final Counters counters;
    private final Consumer<String> progress;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile TrialRun current;

    /// @param main     main class of the measuring JVM; it calls [MeasuringJvm#run]
    /// @param counters events to count if a workload requests it
    /// @param progress called with a line before each JVM
    public TrialRunner(Class<?> main, Machine machine, Counters counters, Consumer<String> progress) {
        this.main = main;
        this.machine = machine;
        this.counters = counters;
        this.progress = progress;
    }

    /// A runner for plans with given sizes, without counters.
    public TrialRunner(Class<?> main, Consumer<String> progress) {
        this(main, Machine.basics(), Counters.NONE, progress);
    }

    /// @param notes       notes that readers of the figures must know
    /// @param failures    trials without figures, with the reasons
    /// @param disturbance the worst of all trials; empty if the system does not report it
    public record Measured(Figures figures, List<String> notes, List<String> failures,
            Optional<Disturbance> disturbance, boolean complete, double seconds) {
        public Measured {
            notes = List.copyOf(notes);
            failures = List.copyOf(failures);
        }

        /// A complete result without notes or failures.
        public Measured(Figures figures) {
            this(figures, List.of(), List.of(), Optional.empty(), true, 1);
        }
    }

    /// Counters of this machine, as far as `perf` can count them.
    public static Counters probe() {
        return Counters.probe(PERF, Counters.EVENTS);
    }

    /// @param workload name by which the measuring JVM finds the workload
    /// @param flags    flags of all JVMs, which follow those of the trial
    /// @throws IOException if no JVM can be started or read
    public Measured run(String workload, MeasurementPlan plan, int rounds, List<String> flags) throws IOException {
        long start = System.nanoTime();
        Figures figures = new Figures();
        List<String> notes = new ArrayList<>(plan.notes());
        List<String> failures = new ArrayList<>();
        Optional<Disturbance> worst = Optional.empty();
        for (int round = 0; round < rounds; round++) {
            // So that no trial always runs after the same one.
            for (Trial trial : round % 2 == 0 ? plan.trials() : plan.trials().reversed()) {
                if (isStopped()) {
                    break;
                }
                progress.accept(workload + ": " + trial.name()
                        + (rounds > 1 ? " (" + (round + 1) + " of " + rounds + ")" : ""));
                TrialRun run = new TrialRun(main, workload, trial.withFlags(flags), machine, counters);
                current = run;
                Measured one = run.run(PERF);
                if (isStopped() || !one.failures().isEmpty() && isStoppedSoon()) {
                    break;
                }
                one.figures().all().forEach(figures::add);
                one.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
                one.failures().stream().filter(failure -> !failures.contains(failure)).forEach(failures::add);
                Optional<Disturbance> before = worst;
                worst = one.disturbance().map(now -> before.map(now::or).orElse(now)).or(() -> before);
            }
        }
        return new Measured(figures, notes, failures, worst, !isStopped(), (System.nanoTime() - start) / 1e9);
    }

    public boolean isStopped() {
        return stop.getCount() == 0;
    }

    /// Ctrl-C reaches the measuring JVM, too, which may end before this one receives it: that is not a failure.
    private boolean isStoppedSoon() {
        try {
            return stop.await(STOP_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return isStopped();
        }
    }

    /// Ends the current trial. What was measured before is still reported.
    public void stop() {
        stop.countDown();
        TrialRun run = current;
        if (run != null) {
            run.end();
        }
    }
}
