// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import java.util.ArrayList;
import java.util.List;

/// An axis of a chart, with its ticks at round values.
record Axis(double least, double most, boolean log, double from, double to) {
    private static final int TICKS = 6;

    /// An axis over these values, with a margin; a linear axis begins at 0.
    static Axis over(List<Double> values, boolean log, double from, double to) {
        double max = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double min = values.stream().mapToDouble(Double::doubleValue).filter(value -> !log || value > 0).min()
                .orElse(1);
        if (log && max > 0) {
            return new Axis(min / 1.15, Math.max(max, min * 2) * 1.15, true, from, to);
        }
        return new Axis(Math.min(0, min), max > 0 ? max * 1.05 : 1, false, from, to);
    }

    /// The coordinate of a value; a value outside the axis is at its end.
    double at(double value) {
        double part = log ? (Math.log(Math.max(value, least)) - Math.log(least)) / (Math.log(most) - Math.log(least))
                : (value - least) / (most - least);
        return from + Math.clamp(part, 0, 1) * (to - from);
    }

    /// Round values between the ends.
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (log) {
            boolean few = Math.log10(most / least) < 2;
            for (double power = Math.pow(10, Math.floor(Math.log10(least))); power <= most; power *= 10) {
                for (double factor : few ? new double[] {1, 2, 5} : new double[] {1}) {
                    if (power * factor >= least && power * factor <= most) {
                        ticks.add(power * factor);
                    }
                }
            }
            return ticks;
        }
        double step = Math.pow(10, Math.floor(Math.log10((most - least) / TICKS)));
        step *= (most - least) / step > 5 * TICKS ? 10 : (most - least) / step > 2 * TICKS ? 5
                : (most - least) / step > TICKS ? 2 : 1;
        for (double tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
            ticks.add(tick);
        }
        return ticks;
    }

    /// A round value as a short text.
    static String name(double tick) {
        double size = Math.abs(tick);
        return size >= 1e9 ? number(tick / 1e9) + " G" : size >= 1e6 ? number(tick / 1e6) + " M"
                : size >= 1e4 ? number(tick / 1e3) + " k" : number(tick);
    }

    private static String number(double value) {
        double rounded = Math.round(value * 1e4) / 1e4;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
