// SPDX-License-Identifier: Apache-2.0

/// Measures workloads in JVMs of their own, in rounds, and reports the figures. Start reading at
/// [dev.ashlar.measure.Workload].
module dev.ashlar.measure {
    requires jdk.management;

    exports dev.ashlar.measure;
    exports dev.ashlar.measure.figures;
    exports dev.ashlar.measure.host;
    exports dev.ashlar.measure.report;
}
