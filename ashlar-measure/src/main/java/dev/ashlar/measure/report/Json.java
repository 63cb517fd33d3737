// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Range;
import java.util.Locale;

/// Values as JSON.
public final class Json {
    private Json() {
    }

    public static String range(Range range) {
        return "{\"median\": " + number(range.median()) + ", \"min\": " + number(range.min()) + ", \"max\": "
                + number(range.max()) + "}";
    }

    /// A number, or null where JSON has none for it.
    public static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4f", value) : "null";
    }

    /// A number with all its digits, or null where JSON has none for it.
    public static String exact(double value) {
        return !Double.isFinite(value) ? "null" : value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value) : Double.toString(value);
    }

    public static String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
