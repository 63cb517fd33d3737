// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.function.BiConsumer;

/// Builds one JSON object as text: a report, an answer or a log entry. Messages are for [JsonWriter].
///
/// Members keep the order of the calls; null, NaN and infinities are written as `null`.
///
/// **Threading**: one thread at a time.
public final class JsonObject {
    private final StringBuilder text = new StringBuilder("{");
    private final JsonEscapes escapes;

    /// With [JsonEscapes#CONTROLS].
    public JsonObject() {
        this(JsonEscapes.CONTROLS);
    }

    public JsonObject(JsonEscapes escapes) {
        this.escapes = escapes;
    }

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

    /// @param value null for none
    public JsonObject put(String name, Number value) {
        name(name).append(value);
        return this;
    }

    /// @param value null for none
    public JsonObject put(String name, String value) {
        name(name);
        if (value == null) {
            text.append("null");
        } else {
            escapes.quote(text, value);
        }
        return this;
    }

    /// @param json a JSON value
    public JsonObject putRaw(String name, CharSequence json) {
        name(name).append(json);
        return this;
    }

    /// Puts an array with an object for each item.
    ///
    /// @param members puts the members of an item's object
    public <T> JsonObject putAll(String name, Collection<T> items, BiConsumer<JsonObject, T> members) {
        StringJoiner objects = new StringJoiner(",", "[", "]");
        for (T item : items) {
            JsonObject object = new JsonObject(escapes);
            members.accept(object, item);
            objects.add(object.toString());
        }
        return putRaw(name, objects.toString());
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        escapes.quote(text, name);
        return text.append(':');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
