// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

/// What a figure is of.
///
/// @param name   such as `time`
/// @param unit   such as `ns/access`
public record Measure(String name, String unit, Better better) {
    public enum Better {
        LESS, MORE, NEITHER
    }

    public static Measure less(String name, String unit) {
        return new Measure(name, unit, Better.LESS);
    }

    public static Measure more(String name, String unit) {
        return new Measure(name, unit, Better.MORE);
    }

    /// One that only explains others.
    public static Measure plain(String name, String unit) {
        return new Measure(name, unit, Better.NEITHER);
    }

    /// As the head of a column.
    public String head() {
        return unit.isEmpty() ? name : name + ", " + unit;
    }
}
