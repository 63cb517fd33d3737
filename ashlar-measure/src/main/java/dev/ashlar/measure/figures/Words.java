// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import dev.ashlar.measure.figures.Ratio.Quotient;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Phrases of verdicts, so that all verdicts use the same wording.
public final class Words {
    public static final String NOT_MEASURED = "not measured";
    /// Ratios that differ by less than this factor are called about the same, since the hardware is of another decade.
    private static final double ABOUT = 1.25;

    private Words() {
    }

    /// `9.1×` with the marks of its figures, or that it was not measured.
    public static String times(Optional<Quotient> ratio) {
        return ratio.map(Words::times).orElse(NOT_MEASURED);
    }

    private static String times(Quotient ratio) {
        return times(ratio.range().median()) + ratio.marks();
    }

    public static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f×" : ratio >= 10 ? "%.1f×" : "%.2f×", ratio);
    }

    /// A median with its unit and its marks, or that it was not measured.
    public static String median(Figures figures, String subject, Measure measure) {
        return figures.figure(subject, measure).map(figure -> number(figure.range().median()) + " " + measure.unit()
                + figure.marks()).orElse(NOT_MEASURED);
    }

    public static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 || value == 0 ? "%,.0f" : "%.3g", value);
    }

    /// `9.1× (published 10.6×)`.
    public static String withPublished(Ratio ratio, Figures figures) {
        return ratio.measured(figures).map(here -> times(here) + " (published " + times(ratio.published()) + ")")
                .orElse(NOT_MEASURED);
    }

    /// How a range compares with the published ratio.
    public static String compared(Range measured, double published) {
        return measured.min() > published * ABOUT ? "more than published"
                : measured.max() < published / ABOUT ? "less than published"
                : measured.median() > published * ABOUT ? "probably more than published"
                : measured.median() < published / ABOUT ? "probably less than published" : "about as published";
    }

    /// `2 GiB`, `512 MiB`, `16 KiB`, `64 bytes`.
    public static String bytes(long bytes) {
        return bytes >= 1L << 30 && bytes % (1L << 30) == 0 ? (bytes >> 30) + " GiB"
                : bytes >= 1L << 20 ? (bytes >> 20) + " MiB" : bytes >= 1L << 10 ? (bytes >> 10) + " KiB" : bytes + " bytes";
    }

    /// A note if less is measured than was published, or than in a full run; otherwise none.
    ///
    /// @param what the reduced and the full size, such as `%,d keys instead of %,d`
    public static List<String> scaledDown(boolean less, String what, Object... values) {
        return less ? List.of("scaled down: " + String.format(Locale.ROOT, what, values)) : List.of();
    }
}
