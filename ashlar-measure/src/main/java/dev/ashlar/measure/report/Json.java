// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Range;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

    public static String strings(List<String> texts) {
        return texts.stream().map(Json::string).collect(Collectors.joining(", ", "[", "]"));
    }

    /// An object of strings.
    public static String strings(Map<String, String> texts) {
        return texts.entrySet().stream().map(entry -> string(entry.getKey()) + ": " + string(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
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
