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
import java.util.Comparator;
import java.util.List;

/// All experiments there are, in the order in which they are reported.
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

    /// @throws IllegalArgumentException if there is none of this name; with the nearest one
    public static Experiment named(String name) {
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst().orElseThrow(() ->
                new IllegalArgumentException("unknown experiment: " + name + "; did you mean " + nearest(name)
                        + "? (there are: " + String.join(", ", ALL.stream().map(Experiment::name).toList()) + ")"));
    }

    private static String nearest(String name) {
        return ALL.stream().map(Experiment::name).min(Comparator.comparingInt(other -> distance(name, other)))
                .orElseThrow();
    }

    /// How many letters have to be put in, left out or changed.
    static int distance(String a, String b) {
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(change, Math.min(last[j], next[j - 1]) + 1);
            }
            last = next;
        }
        return last[b.length()];
    }
}
