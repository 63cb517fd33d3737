// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What disturbed a measurement from outside. A disturbed figure is marked noisy, and reported all the same.
///
/// @param stolenPercent  of the machine's time that its host gave to others
/// @param othersCores    how many cores other programs kept busy
/// @param switchesPerSec how often the system took the core from a measuring thread
/// @param driftPercent   how much longer the same calculation took after the measurement than before; negative where it
///                       was faster, which disturbs as much: the processor was slower for a part of the time
public record Disturbance(double stolenPercent, double othersCores, double switchesPerSec, double driftPercent) {
    private static final double MOST_STOLEN_PERCENT = 2;
    private static final double MOST_OTHERS_CORES = 0.15;
    private static final double MOST_SWITCHES_PER_SEC = 200;
    private static final double MOST_DRIFT_PERCENT = 5;

    /// What is too much of it, in words; empty if nothing is.
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        complain(complaints, stolenPercent, MOST_STOLEN_PERCENT, "%.1f %% of the time stolen by the host");
        complain(complaints, othersCores, MOST_OTHERS_CORES, "%.1f cores busy with other programs");
        complain(complaints, switchesPerSec, MOST_SWITCHES_PER_SEC, "preempted %.0f times a second");
        complain(complaints, Math.abs(driftPercent), MOST_DRIFT_PERCENT,
                "speed of the processor changed by %.0f %%");
        return complaints;
    }

    private static void complain(List<String> complaints, double value, double most, String text) {
        if (value > most) {
            complaints.add(String.format(Locale.ROOT, text, value));
        }
    }

    /// The worst of both.
    public Disturbance or(Disturbance other) {
        return new Disturbance(Math.max(stolenPercent, other.stolenPercent), Math.max(othersCores, other.othersCores),
                Math.max(switchesPerSec, other.switchesPerSec),
                Math.abs(driftPercent) > Math.abs(other.driftPercent) ? driftPercent : other.driftPercent);
    }
}
