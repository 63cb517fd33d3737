// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.List;

/// What is going to be measured on a machine.
///
/// @param trials each in JVMs of its own
/// @param notes  where it is not what was published, and why
public record MeasurementPlan(List<Trial> trials, List<String> notes) {
    public MeasurementPlan {
        trials = List.copyOf(trials);
        notes = List.copyOf(notes);
    }
}
