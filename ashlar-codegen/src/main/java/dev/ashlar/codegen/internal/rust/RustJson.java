// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;
import java.util.Locale;

/// Statements that write values as JSON.
final class RustJson {
    private RustJson() {
    }

    static String name(String name) {
        String quoted = JsonText.quote(name);
        return RustWords.call(8, "json.name", List.of(RustWords.string(quoted.substring(1, quoted.length() - 1))), "?;");
    }

    /// @param constants the type that has the constants of the value
    static String value(Value value, String jsonName, String constants) {
        return name(jsonName) + (value.isConstant()
                ? RustWords.call(8, "json.raw", List.of(RustWords.string(JsonText.constant(value))), "?;") : onWire(value, constants));
    }

    private static String onWire(Value value, String constants) {
        boolean option = value.mayBeMissing();
        return switch (value.type()) {
            case ScalarType scalar when value.isCharArray() -> ifPresent("!self." + value.name() + "_is_null()",
                    text(TextEncoding.ofArray(scalar.characterEncoding()), value));
            case ScalarType scalar when scalar.length() != 1 -> {
                String nothing = value.isOptional() ? "Some(" + constants + "::" + value.name().toUpperCase(Locale.ROOT)
                        + "_NULL_VALUE)" : "None";
                yield option ? RustWords.call(8, "json.array", List.of("self." + value.name() + "()", nothing), "?;")
                        : ifPresent("!self." + value.name() + "_is_null()",
                                RustWords.call(12, "json.array", List.of("Some(self." + value.name() + "())", nothing), "?;"));
            }
            case ScalarType scalar -> simple(value, scalar.primitive() == PrimitiveType.CHAR ? "character" : "number");
            case EnumType _ -> simple(value, "enumerator");
            case SetType _ -> ifPresent("self." + value.name() + "_is_present()", RustWords.chain(12, option
                    ? List.of("self." + value.name() + "()", "unwrap_or_default()", "write_json(json)?")
                    : List.of("self." + value.name() + "()", "write_json(json)?"), ";"));
            case CompositeType _ -> ifPresent("self." + value.name() + "_is_present()", RustWords.method(12,
                    "self." + value.name() + (option ? "_raw" : "") + "()", "write_json"
                            + (value.isDecimal() ? "_number" : ""), List.of("json", "self." + value.name() + "_is_null()"), "?;"));
        };
    }

    private static String simple(Value value, String method) {
        return value.mayBeMissing() ? RustWords.call(8, "json." + method, List.of("self." + value.name() + "()"), "?;")
                : ifPresent("!self." + value.name() + "_is_null()",
                        "            json." + method + "(Some(self." + value.name() + "()))?;\n");
    }

    static String ifPresent(String condition, String then) {
        if (condition.startsWith("!")) {
            return "        if " + condition.substring(1) + " {\n            json.null()?;\n        } else {\n" + then
                    + "        }\n";
        }
        return "        if " + condition + " {\n" + then + "        } else {\n            json.null()?;\n        }\n";
    }

    private static String text(TextEncoding encoding, Value value) {
        String text = "sbe::get_text(self.fields, " + value.since() + ", " + value.offset() + ", "
                + ((ScalarType) value.type()).length() + ")";
        return data(encoding, encoding.isArrayText() ? text : "&self." + value.name() + "_raw()");
    }

    /// A statement that writes the bytes of an array or of variable-length data.
    static String data(TextEncoding encoding, String bytes) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "            json.latin1(" + bytes + ")?;\n";
            case UTF_8 -> "            json.utf8(" + bytes + ")?;\n";
            case UTF_16LE -> "            json.utf16(" + bytes + ", u16::from_le_bytes)?;\n";
            case UTF_16BE -> "            json.utf16(" + bytes + ", u16::from_be_bytes)?;\n";
            case WINDOWS_1252 -> "            json.windows_1252(" + bytes + ")?;\n";
            case OTHER -> "            json.hex_object(" + bytes + ")?;\n";
            case BYTES -> "            json.hex(" + bytes + ")?;\n";
        };
    }

    /// An expression that is true if the member of a composite has a value, or a composite within it.
    static String hasValue(Value value) {
        String x = "self." + value.name();
        String raw = x + (value.mayBeMissing() ? "_raw" : "") + "()";
        return switch (value.type()) {
            case ScalarType _, EnumType _ -> {
                NullTest test = value.nullBits().orElseThrow();
                yield "sbe::has_value::<" + RustWords.type(test.primitive()) + ">(self.fields, " + value.since() + ", "
                        + value.offset() + ", " + test.elements() + ", "
                        + RustWords.literal(test.primitive(), test.nullValue()) + ")";
            }
            case SetType _ -> x + "()" + (value.mayBeMissing() ? ".unwrap_or_default()" : "") + ".bits() != 0";
            case CompositeType _ -> RustDecoding.isPresent(value) + " && " + (value.isDecimal() ? "!" + x + "_is_null()"
                    : raw + ".has_value()");
        };
    }
}
