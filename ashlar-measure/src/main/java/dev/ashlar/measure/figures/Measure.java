// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

/// The quantity of a figure.
///
/// @param name   name, such as `time`
/// @param unit   unit, such as `ns/access`
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

    /// A measure that only explains others.
    public static Measure plain(String name, String unit) {
        return new Measure(name, unit, Better.NEITHER);
    }

    /// The heading of a column.
    public String head() {
        return unit.isEmpty() ? name : name + ", " + unit;
    }
}
