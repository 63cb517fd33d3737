// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Environment;
import dev.ashlar.measure.host.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs experiments in turn, each trial in its own JVMs.
///
/// **Threading**: [#run(List)] in one thread; [#stop()] in any.
public final class Lab {
    private final Scale scale;
    private final Machine machine;
    private final Counters counters;
    private final TrialRunner runner;

    /// @param counters events to count if an experiment requests it
    /// @param progress called with a line before each JVM
    public Lab(Scale scale, Machine machine, Counters counters, Consumer<String> progress) {
        this.scale = scale;
        this.machine = machine;
        this.counters = counters;
        runner = new TrialRunner(LabProcess.class, machine, counters, progress);
    }

    /// A lab on this machine, as the command uses it.
    ///
    /// @throws IOException if the machine cannot be examined
    public static Lab here(Scale scale, Consumer<String> progress) throws IOException {
        return new Lab(scale, Machine.here(), TrialRunner.probe(), progress);
    }

    @FunctionalInterface
    public interface Listener {
        /// @param part of the report, which ends with the newest result; the last one has all of them
        /// @throws IOException to end the run
        void measured(LabReport part) throws IOException;
    }

    /// @throws IOException if no JVM can be started or read
    public LabReport run(List<Experiment> experiments) throws IOException {
        return run(experiments, _ -> { });
    }

    /// @throws IOException if no JVM can be started or read, or by the listener
    public LabReport run(List<Experiment> experiments, Listener listener) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(Environment.facts(Lab.class,
                List.of("of each JVM, as its experiment says")));
        environment.putAll(Environment.details(machine));
        List<ExperimentResult> results = new ArrayList<>();
        for (Experiment experiment : experiments) {
            if (!runner.isStopped()) {
                MeasurementPlan plan = experiment.plan(scale, machine);
                results.add(new ExperimentResult(experiment, plan,
                        runner.run(experiment.name(), plan, scale.forks(), scale.flags())));
                listener.measured(new LabReport(scale, environment, counters.missing(), results,
                        !runner.isStopped() && results.size() == experiments.size()));
            }
        }
        return new LabReport(scale, environment, counters.missing(), results, !runner.isStopped());
    }

    /// Ends the current trial. What was measured before is still reported.
    public void stop() {
        runner.stop();
    }
}
