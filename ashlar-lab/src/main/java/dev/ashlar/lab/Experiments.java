// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.access.AccessExperiment;
import dev.ashlar.lab.counter.CounterExperiment;
import dev.ashlar.lab.disk.DiskExperiment;
import dev.ashlar.lab.dispatch.DispatchExperiment;
import dev.ashlar.lab.gc.GcExperiment;
import dev.ashlar.lab.object.ObjectExperiment;
import dev.ashlar.lab.pressure.PressureExperiment;
import dev.ashlar.lab.queue.QueueExperiment;
import dev.ashlar.lab.ram.RamExperiment;
import dev.ashlar.lab.segmented.SegmentedExperiment;
import dev.ashlar.lab.spaceship.SpaceshipExperiment;
import dev.ashlar.lab.trades.LayoutExperiment;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import java.util.List;

/// All experiments, in the order of the report.
public final class Experiments {
    private static final List<Experiment> ALL = List.of(new AccessExperiment(), new LayoutExperiment(),
            new ObjectExperiment(), new SegmentedExperiment(), new CounterExperiment(), new SpaceshipExperiment(),
            new DispatchExperiment(), new GcExperiment(), new RamExperiment(), new QueueExperiment(),
            new PressureExperiment(), new DiskExperiment());

    private Experiments() {
    }

    public static List<Experiment> all() {
        return ALL;
    }

    /// @throws IllegalArgumentException if there is none with this name; the message suggests the nearest name
    public static Experiment named(String name) {
        List<String> names = ALL.stream().map(Experiment::name).toList();
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst().orElseThrow(() ->
                new IllegalArgumentException("unknown experiment: " + name + "; did you mean "
                        + SpellingSuggestion.nearest(name, names).orElseThrow() + "? (there are: "
                        + String.join(", ", names) + ")"));
    }
}
