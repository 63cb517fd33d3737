// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.List;

/// The planned measurements on a machine.
///
/// @param trials trials, each run in its own JVMs
/// @param notes  differences from what was published, with their reasons
public record MeasurementPlan(List<Trial> trials, List<String> notes) {
    public MeasurementPlan {
        trials = List.copyOf(trials);
        notes = List.copyOf(notes);
    }
}
