// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.Machine;
import java.nio.file.Path;
import java.util.List;

/// Figures and machines that were made up.
public final class Made {
    private final Figures figures = new Figures();

    public Made() {
    }

    /// A figure of one JVM.
    public Made figure(String subject, Measure measure, double... samples) {
        figures.with(subject, measure, samples);
        return this;
    }

    public Figures figures() {
        return figures;
    }

    /// A machine with room for everything.
    public static Machine large() {
        return machine(64L << 30, 1L << 40);
    }

    public static Machine machine(long memoryBytes, long diskBytes) {
        return machine(memoryBytes, diskBytes, "ext4");
    }

    public static Machine machine(long memoryBytes, long diskBytes, String fileSystem) {
        return new Machine(4, memoryBytes, 32L << 20, diskBytes, Path.of(System.getProperty("java.io.tmpdir")), fileSystem,
                List.of("Serial", "Parallel", "G1", "Z"));
    }

    /// The trial of this name.
    public static Trial trial(MeasurementPlan plan, String name) {
        return plan.trials().stream().filter(trial -> trial.name().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no trial: " + name + " in " + plan.trials()));
    }
}
