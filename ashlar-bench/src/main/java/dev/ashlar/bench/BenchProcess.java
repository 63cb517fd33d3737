// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.MeasuringJvm;

/// The measuring JVM of the suites.
public final class BenchProcess {
    /// @param args arguments of [MeasuringJvm#run]
    public static void main(String[] args) {
        MeasuringJvm.run(args, name -> Main.SUITES.stream().filter(suite -> suite.name().equals(name))
                .map(TrialSuite.class::cast).findFirst().orElseThrow());
    }
}
