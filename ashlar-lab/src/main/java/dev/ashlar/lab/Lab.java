// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.host.Counters;
import dev.ashlar.lab.host.Environment;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.host.Weather;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs experiments, one after the other, each trial in JVMs of its own.
///
/// **Threading**: [#run(List)] in one thread; [#stop()] in any. **Failure**: a trial that fails is reported as such,
/// and the others go on.
public final class Lab {
    private static final String PERF = "perf";
    private static final long STOP_MS = 500;

    private final Scale scale;
    private final Machine machine;
    private final Counters counters;
    private final Consumer<String> progress;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile TrialRun current;

    /// @param counters events to count where an experiment asks for it
    /// @param progress told before each JVM
    public Lab(Scale scale, Machine machine, Counters counters, Consumer<String> progress) {
        this.scale = scale;
        this.machine = machine;
        this.counters = counters;
        this.progress = progress;
    }

    /// As it is used on the command line.
    ///
    /// @throws IOException if the machine cannot be looked at
    public static Lab here(Scale scale, Consumer<String> progress) throws IOException {
        return new Lab(scale, Machine.here(), Counters.probe(PERF, Counters.EVENTS), progress);
    }

    /// Whoever wants to know after each experiment.
    @FunctionalInterface
    public interface Listener {
        /// @param part of the report, which ends with the newest result; the last one has all of them
        /// @throws IOException to end the visit
        void measured(LabReport part) throws IOException;
    }

    /// Asks the machine these questions.
    ///
    /// @throws IOException if no JVM can be started or read
    public LabReport run(List<Experiment> experiments) throws IOException {
        return run(experiments, _ -> { });
    }

    /// The same, told after each experiment.
    ///
    /// @throws IOException if no JVM can be started or read, or by the listener
    public LabReport run(List<Experiment> experiments, Listener listener) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(Environment.facts(Lab.class,
                List.of("of each JVM, as its experiment says")));
        environment.putAll(Environment.details(machine));
        List<ExperimentResult> results = new ArrayList<>();
        for (Experiment experiment : experiments) {
            if (!isStopped()) {
                results.add(run(experiment));
                listener.measured(new LabReport(scale, environment, counters.missing(), results,
                        !isStopped() && results.size() == experiments.size()));
            }
        }
        return new LabReport(scale, environment, counters.missing(), results, !isStopped());
    }

    private ExperimentResult run(Experiment experiment) throws IOException {
        long start = System.nanoTime();
        Plan plan = experiment.plan(scale, machine);
        Findings findings = new Findings();
        List<String> notes = new ArrayList<>(plan.notes());
        List<String> failures = new ArrayList<>();
        Optional<Weather> worst = Optional.empty();
        for (int fork = 0; fork < scale.forks(); fork++) {
            // Every other time backwards, so that nobody always comes after the same.
            for (Trial trial : fork % 2 == 0 ? plan.trials() : plan.trials().reversed()) {
                if (isStopped()) {
                    break;
                }
                progress.accept(experiment.name() + ": " + trial.name()
                        + (scale.forks() > 1 ? " (" + (fork + 1) + " of " + scale.forks() + ")" : ""));
                TrialRun run = new TrialRun(experiment,
                        trial.withFlags(scale.flags().toArray(String[]::new)), machine, counters);
                current = run;
                TrialRun.Outcome outcome = run.run(PERF);
                if (isStopped() || outcome.failure().isPresent() && isStoppedSoon()) {
                    break;
                }
                outcome.figures().forEach(findings::add);
                outcome.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
                outcome.failure().map(why -> trial.name() + ": " + why).filter(why -> !failures.contains(why))
                        .ifPresent(failures::add);
                if (outcome.weather().isPresent()) {
                    worst = Optional.of(worst.map(before -> before.or(outcome.weather().get()))
                            .orElse(outcome.weather().get()));
                }
            }
        }
        return new ExperimentResult(experiment, plan, findings, notes, failures, worst, !isStopped(),
                (System.nanoTime() - start) / 1e9);
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    /// Ctrl-C reaches the measuring JVM, too, which may be gone before this one hears of it: no failure, then.
    private boolean isStoppedSoon() {
        try {
            return stop.await(STOP_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return isStopped();
        }
    }

    /// Ends what is measured now. What was measured before is still reported.
    public void stop() {
        stop.countDown();
        TrialRun run = current;
        if (run != null) {
            run.end();
        }
    }
}
