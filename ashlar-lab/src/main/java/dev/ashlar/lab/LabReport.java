// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.Scale;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The results of a run of the lab.
///
/// @param missing     events that cannot be counted on this machine, with the reason
public record LabReport(Scale scale, Map<String, String> environment, Map<String, String> missing,
        List<ExperimentResult> results, boolean complete) {
    public LabReport {
        environment = new LinkedHashMap<>(environment);
        missing = new LinkedHashMap<>(missing);
        results = List.copyOf(results);
    }
}
