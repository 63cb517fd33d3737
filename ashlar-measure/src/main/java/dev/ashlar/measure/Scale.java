// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.List;
import java.util.Locale;

/// How much is measured.
public enum Scale {
    /// Whether it works at all; figures mean nothing, and the first compiler alone makes them.
    TINY,
    /// A look: all experiments in a few minutes, one JVM each.
    QUICK,
    /// As published, in several JVMs.
    FULL;

    /// For reports.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// JVMs in which each trial is measured.
    public int forks() {
        return this == FULL ? 3 : 1;
    }

    /// Flags of each JVM after those of its trial.
    public List<String> flags() {
        return this == TINY ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }

    /// The one that belongs to this scale.
    public <T> T of(T tiny, T quick, T full) {
        return switch (this) {
            case TINY -> tiny;
            case QUICK -> quick;
            case FULL -> full;
        };
    }
}
