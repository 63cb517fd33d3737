// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Workload;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.host.Machine;
import java.util.List;

/// A published question about a machine, and the measurement that answers it.
///
/// An experiment has no state: the lab gets a plan, starts the measuring JVMs, in which [#measure] runs, and passes
/// the figures to [#verdict].
public abstract class Experiment implements Workload {
    protected static final double NS_PER_US = 1e3;
    protected static final double NS_PER_MS = 1e6;

    private final String name;
    private final String question;
    private final String source;

    /// @param name     name on the command line
    /// @param source   who published it first
    protected Experiment(String name, String question, String source) {
        this.name = name;
        this.question = question;
        this.source = source;
    }

    public final String name() {
        return name;
    }

    public final String question() {
        return question;
    }

    public final String source() {
        return source;
    }

    /// The trials to measure, in sizes that fit the machine.
    public abstract MeasurementPlan plan(Scale scale, Machine machine);

    /// The published ratios, for comparison; none if nothing was published.
    public List<Ratio> ratios() {
        return List.of();
    }

    /// The answer in two sentences, from the figures alone; it names missing figures.
    public abstract String verdict(Figures figures);

    /// Charts of the figures; empty where figures are missing.
    public abstract List<Chart> charts(Figures figures);
}
