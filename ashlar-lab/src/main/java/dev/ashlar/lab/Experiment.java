// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Ratio;
import dev.ashlar.lab.host.Machine;
import java.util.List;

/// One question to a machine, as somebody has published it, and how to ask it again.
///
/// An experiment has no state: the lab asks it for a plan, starts the measuring JVMs, and there asks it to measure;
/// what comes back is handed to it for its verdict.
///
/// **Failure**: a trial whose result is not what it must be throws; its figures are then not reported.
public interface Experiment {
    /// On the command line.
    String name();

    /// One line.
    String question();

    /// Who asked it first.
    String source();

    /// What to measure, in sizes that fit the machine.
    Plan plan(Scale scale, Machine machine);

    /// Measures in this JVM, which was started with the flags of the trial.
    void measure(Trial trial, Recorder recorder) throws Exception;

    /// What was published, to stand beside what is found.
    List<Ratio> ratios();

    /// The answer in a sentence, from the figures alone; says so where one is missing.
    String verdict(Findings findings);

    /// Pictures of the figures; those of figures that are missing are empty.
    List<Chart> charts(Findings findings);
}
