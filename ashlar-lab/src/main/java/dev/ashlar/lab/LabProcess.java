// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.MeasuringJvm;

/// The measuring JVM of the lab.
public final class LabProcess {
    private LabProcess() {
    }

    /// @param args arguments of [MeasuringJvm#run]
    public static void main(String[] args) {
        MeasuringJvm.run(args, Experiments::named);
    }
}
