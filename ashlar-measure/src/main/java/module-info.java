// SPDX-License-Identifier: Apache-2.0

/// Measures workloads, each in its own JVMs, in rounds, and reports the figures. Start reading at
/// [dev.ashlar.measure.Workload].
module dev.ashlar.measure {
    // For the values and annotations of JSON reports.
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires jdk.management;

    exports dev.ashlar.measure;
    exports dev.ashlar.measure.figures;
    exports dev.ashlar.measure.host;
    exports dev.ashlar.measure.report;
}
