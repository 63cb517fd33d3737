// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Statements that write values as JSON.
final class CppJson {
    private CppJson() {
    }

    static String name(String name) {
        return "json.name(" + CppWords.string(JsonText.quote(name)) + ");\n";
    }

    static String value(Value value, String jsonName) {
        return name(jsonName) + (value.isConstant()
                ? "json.raw(" + CppWords.string(JsonText.constant(value)) + ");\n" : onWire(value));
    }

    private static String onWire(Value value) {
        Template t = new Template().with("x", value.name());
        value.nullBits().ifPresent(test -> t.with("P", CppWords.type(test.primitive()))
                .with("null", value.name() + "_null_value"));
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("""
                    json.value_or_null(${x}_is_null(), $x());
                    """);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> t.with("text",
                    text(TextEncoding.ofArray(scalar.characterEncoding()), value)).fill("""
                    if (${x}_is_null()) {
                        json.null();
                    } else {
                        $text
                    }
                    """);
            case ScalarType _ -> t.with("optional", value.isOptional()).fill("""
                    json.array(${x}_is_null(), $x(), $optional, $null);
                    """);
            case EnumType _ -> t.fill("""
                    json.enumerator(${x}_is_null(), $x());
                    """);
            case SetType _ -> t.fill("""
                    if (${x}_is_present()) {
                        $x().write_json(json);
                    } else {
                        json.null();
                    }
                    """);
            case CompositeType _ -> t.with("number", value.isDecimal() ? "_number" : "").fill("""
                    if (${x}_is_present()) {
                        $x().write_json$number(json, ${x}_is_null());
                    } else {
                        json.null();
                    }
                    """);
        };
    }

    private static String text(TextEncoding encoding, Value value) {
        String x = value.name() + "()";
        return switch (encoding) {
            case ASCII -> "json.latin1(" + x + ");";
            case LATIN_1 -> "json.latin1(" + x + ".bytes());";
            case UTF_8 -> "json.utf8(" + x + ");";
            case WINDOWS_1252 -> "json.windows_1252(" + x + ");";
            case UTF_16LE, UTF_16BE, OTHER, BYTES -> {
                String raw = value.name() + "_raw()";
                yield "const auto raw = " + raw + ";\n    json." + (encoding == TextEncoding.BYTES ? "hex" : "hex_object")
                        + "({raw.data(), raw.size()});";
            }
        };
    }

    /// A statement that writes the bytes `text` of variable-length data.
    static String data(TextEncoding encoding) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "json.latin1(text);";
            case UTF_8 -> "json.utf8(text);";
            case UTF_16LE -> "json.utf16<std::endian::little>(text);";
            case UTF_16BE -> "json.utf16<std::endian::big>(text);";
            case WINDOWS_1252 -> "json.windows_1252(text);";
            case OTHER -> "json.hex_object(text);";
            case BYTES -> "json.hex(text);";
        };
    }

    /// An expression that is true if the member of a composite has a value, or a composite within it.
    static String hasValue(Value value) {
        String present = CppDecoding.isPresent(value);
        return switch (value.type()) {
            case ScalarType _, EnumType _ -> "(" + present + " && !"
                    + CppDecoding.holdsNull(value.offset(), value.nullBits().orElseThrow(),
                            value.type() instanceof ScalarType ? value.name() + "_null_value" : "") + ")";
            case SetType _ -> value.name() + "().bits() != 0";
            case CompositeType _ -> "(" + present + " && " + (value.isDecimal() ? "!" + value.name() + "_is_null()"
                    : value.name() + "().has_value()") + ")";
        };
    }
}
