// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.internal.JsonParser;
import dev.ashlar.sbe.otf.internal.Numbers;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/// Encodes messages from the JSON that [JsonWriter] writes.
///
/// `template` is required; `id` and `schema`, if given, must agree with the schema; `version` and `time` are ignored,
/// because messages are encoded in the schema's own version. Values that an older message did not have are null in JSON
/// and become null values.
///
/// **Threading**: for one thread at a time.
public final class JsonReader {
    private final OtfEncoder encoder;

    /// A reader that accepts every value the bytes can hold ([OtfEncoder.Checks#LENIENT]), so that it reproduces every
    /// message that was written.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public JsonReader(Schema schema) {
        this(new OtfEncoder(schema, OtfEncoder.Checks.LENIENT));
    }

    /// A reader whose encoder decides what is accepted.
    public JsonReader(OtfEncoder encoder) {
        this.encoder = encoder;
    }

    /// Encodes one object, header first.
    ///
    /// @return bytes of the message, header included
    /// @throws JsonFormatException       if the text is not one JSON object with a template
    /// @throws IllegalArgumentException  if the encoder refuses a name or value
    /// @throws IndexOutOfBoundsException if the message is longer than the memory from `offset`
    public long read(String json, MemorySegment memory, long offset) {
        if (!(JsonParser.parse(json) instanceof Map<?, ?> object)) {
            throw new JsonFormatException("not an object", 0);
        }
        if (!(object.get(JsonNames.TEMPLATE) instanceof String template)) {
            throw new JsonFormatException("object without a string \"template\"", 0);
        }
        Message message = encoder.schema().message(template);
        if (message == null) {
            throw new IllegalArgumentException("schema has no such message: template=" + Numbers.show(template));
        }
        requireEqual(object, JsonNames.ID, message.id());
        requireEqual(object, JsonNames.SCHEMA, encoder.schema().id());
        return encoder.encode(template, header(object), fields(object), memory, offset);
    }

    private static void requireEqual(Map<?, ?> object, String name, long expected) {
        Object value = object.get(name);
        if (value != null && !(value instanceof Long number && number == expected)) {
            String what = name.equals(JsonNames.ID) ? "template" : "schema";
            throw new IllegalArgumentException("message of another " + what + ": " + name + "=" + Numbers.show(value)
                    + ", expected=" + expected);
        }
    }

    private static Map<String, Object> header(Map<?, ?> object) {
        Map<String, Object> header = new LinkedHashMap<>();
        switch (object.get(JsonNames.HEADER)) {
            case null -> {
                // All its members are derived or zero.
            }
            case Map<?, ?> members -> members.forEach((name, value) -> header.put((String) name, value));
            case Object value -> throw new IllegalArgumentException("header is not an object: value="
                    + Numbers.show(value));
        }
        return header;
    }

    private static Map<String, Object> fields(Map<?, ?> object) {
        Map<String, Object> fields = new LinkedHashMap<>();
        object.forEach((key, value) -> {
            String name = (String) key;
            if (!JsonNames.isEnvelope(name)) {
                fields.put(JsonNames.fieldName(name), value);
            }
        });
        return fields;
    }
}
