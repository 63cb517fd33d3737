// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter.FixedSpaceIndenter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.List;
import java.util.stream.Collectors;

/// Converts records to files of figures and back. The files name their format and version. A file with another version,
/// or with missing fields or fields of wrong types, is refused as a whole; unknown fields are skipped.
public final class Json {
    private static final JsonMapper MAPPER = mapper();

    private Json() {
    }

    /// The format of a file, in its first fields `format` and `version`.
    ///
    /// @param what description for people, such as `report of the lab`
    public record Format(String name, int version, String what) { }

    private static JsonMapper mapper() {
        DefaultPrettyPrinter lines = new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(FixedSpaceIndenter.instance).withArrayIndenter(new DefaultIndenter(" ", "\n"));
        JsonMapper.Builder builder = JsonMapper.builder().addModule(new Jdk8Module()).defaultPrettyPrinter(lines)
                .serializationInclusion(JsonInclude.Include.ALWAYS)
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS, MapperFeature.ALLOW_COERCION_OF_SCALARS,
                        MapperFeature.OVERRIDE_PUBLIC_ACCESS_MODIFIERS)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        for (CoercionInputShape shape : List.of(CoercionInputShape.Integer, CoercionInputShape.Float,
                CoercionInputShape.Boolean)) {
            builder.withCoercionConfig(LogicalType.Textual, text -> text.setCoercion(shape, CoercionAction.Fail));
        }
        return builder.build();
    }

    /// A record as text, with one line for each element of an array.
    public static String write(Object value) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass().getName(), e);
        }
    }

    /// @param resource source of the text, for messages
    /// @throws IllegalArgumentException if it is not of this format and version, or damaged
    public static <T> T read(String json, Format format, Class<T> type, String resource) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (!format.name.equals(tree.path("format").textValue())) {
                throw new IllegalArgumentException("no " + format.what + ": write one with --json (" + resource + ")");
            }
            if (tree.path("version").intValue() != format.version) {
                throw new IllegalArgumentException("a " + format.what + " of another version: version="
                        + tree.path("version") + ", expected=" + format.version + "; measure again (" + resource + ")");
            }
            return MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no " + format.what + ", or a damaged one: " + place(e) + " (" + resource
                    + ")", e);
        }
    }

    private static String place(JsonProcessingException e) {
        if (e instanceof JsonMappingException wrong && !wrong.getPath().isEmpty()) {
            return "field=" + wrong.getPath().stream().map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]"
                    : "." + part.getFieldName()).collect(Collectors.joining()).substring(1);
        }
        return e.getLocation() == null ? "not JSON"
                : "line=" + e.getLocation().getLineNr() + ", column=" + e.getLocation().getColumnNr();
    }
}
