// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

import dev.ashlar.sql.SqlLines;

/// Builds one JSON object.
///
/// **Threading**: one thread at a time.
public final class JsonObject {
    private final StringBuilder text = new StringBuilder("{");

    public JsonObject put(String name, long value) {
        name(name).append(value);
        return this;
    }

    public JsonObject put(String name, double value) {
        name(name).append(Double.isFinite(value) ? Double.toString(value) : "null");
        return this;
    }

    public JsonObject put(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    public JsonObject put(String name, String value) {
        SqlLines.quote(name(name), value);
        return this;
    }

    /// @param json is JSON already
    public JsonObject putRaw(String name, CharSequence json) {
        name(name).append(json);
        return this;
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        SqlLines.quote(text, name);
        return text.append(':');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
