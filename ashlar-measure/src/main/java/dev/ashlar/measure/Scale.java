// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.List;
import java.util.Locale;

/// The extent of measurements.
public enum Scale {
    /// A smoke test: figures are meaningless, and only the first JIT compiler is used.
    TINY,
    /// A quick look: all experiments in a few minutes, one JVM for each trial.
    QUICK,
    /// The published sizes, in several JVMs.
    FULL;

    /// The name in reports.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Number of JVMs in which each trial is measured.
    public int forks() {
        return this == FULL ? 3 : 1;
    }

    /// Flags of each JVM, which follow those of its trial.
    public List<String> flags() {
        return this == TINY ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }

    /// Selects the value for this scale.
    public <T> T of(T tiny, T quick, T full) {
        return switch (this) {
            case TINY -> tiny;
            case QUICK -> quick;
            case FULL -> full;
        };
    }
}
