// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.outside;

import dev.ashlar.lab.LabProcess;
import dev.ashlar.lab.trades.LayoutExperiment;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.TrialRunner;
import dev.ashlar.measure.TrialRunner.Measured;
import java.io.IOException;
import java.util.List;

/// Measures a small table; for a JVM in which the lab is a module.
public final class FromModule {
    private FromModule() {
    }

    public static void main(String[] args) throws IOException {
        Measured measured = new TrialRunner(LabProcess.class, _ -> { })
                .run("layout", new MeasurementPlan(List.of(LayoutExperiment.packed("ours", TradeKind.SBE, 1_000, 2)), List.of()), 1,
                        List.of());
        System.out.println(LabProcess.class.getModule().getName() + ": "
                + measured.figures().median("ours", LayoutExperiment.PASS).isPresent() + ", " + measured.failures());
    }
}
