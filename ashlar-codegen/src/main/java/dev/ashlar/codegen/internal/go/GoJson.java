// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Statements of a decoder that write values as JSON to `j`.
final class GoJson {
    private GoJson() {
    }

    static String name(String name) {
        String quoted = JsonText.quote(name);
        return "\tj.name(" + GoWords.string(quoted.substring(1, quoted.length() - 1)) + ")\n";
    }

    static String value(Value value, String jsonName) {
        return name(jsonName) + (value.isConstant() ? "\tj.raw(" + GoWords.string(JsonText.constant(value)) + ")\n"
                : onWire(value));
    }

    private static String onWire(Value value) {
        String isNull = "d." + value.name() + "IsNull()";
        String raw = "d." + GoDecoding.rawName(value) + "()";
        return switch (value.type()) {
            case ScalarType scalar when value.isCharArray() -> unless(isNull,
                    text(TextEncoding.ofArray(scalar.characterEncoding()), value));
            case ScalarType scalar when scalar.length() != 1 -> unless(isNull, array(value, scalar.primitive(), raw));
            case ScalarType scalar -> unless(isNull, number(scalar.primitive(), raw));
            case EnumType _ -> unless(isNull, raw + ".json(j)");
            case SetType _ -> unless("!d." + value.name() + "IsPresent()", raw + ".json(j)");
            case CompositeType _ -> unless("!d." + value.name() + "IsPresent()",
                    raw + (value.isDecimal() ? ".jsonNumber(j, " : ".json(j, ") + isNull + ")");
        };
    }

    /// Null or what the statements write.
    static String unless(String isNull, String statements) {
        return "\tif " + isNull + " {\n\t\tj.null()\n\t} else {\n" + statements.indent(0).replaceAll("(?m)^", "\t\t")
                .stripTrailing() + "\n\t}\n";
    }

    private static String array(Value value, PrimitiveType primitive, String raw) {
        String element = number(primitive, "element");
        return new Template().with("raw", raw).with("element", value.isOptional() ? new Template().with("element", element)
                .with("null", GoDecoding.nullLiteral(value)).fill("""
                if isNull(element, $null) {
                \t\tj.null()
                \t} else {
                \t\t$element
                \t}""") : element).fill("""
                j.begin('[')
                for _, element := range $raw {
                \t$element
                }
                j.end(']')
                """);
    }

    /// A statement that writes a number or character.
    static String number(PrimitiveType primitive, String value) {
        return switch (primitive) {
            case CHAR -> "j.char(" + value + ")";
            case UINT8, UINT16, UINT32 -> "j.uint(uint64(" + value + "))";
            case UINT64 -> "j.uint(" + value + ")";
            case INT8, INT16, INT32 -> "j.int(int64(" + value + "))";
            case INT64 -> "j.int(" + value + ")";
            case FLOAT -> "j.float32(" + value + ")";
            case DOUBLE -> "j.float64(" + value + ")";
        };
    }

    private static String text(TextEncoding encoding, Value value) {
        String text = "d.fields.text(" + value.since() + ", " + value.offset() + ", " + value.end() + ")";
        return data(encoding, encoding.isArrayText() ? text : "d." + value.name() + "Raw()");
    }

    /// A statement that writes the bytes of an array or of variable-length data.
    static String data(TextEncoding encoding, String bytes) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "j.latin1(" + bytes + ")";
            case UTF_8 -> "j.utf8(" + bytes + ")";
            case UTF_16LE -> "j.utf16(" + bytes + ", binary.LittleEndian.Uint16)";
            case UTF_16BE -> "j.utf16(" + bytes + ", binary.BigEndian.Uint16)";
            case WINDOWS_1252 -> "j.windows1252(" + bytes + ")";
            case OTHER -> "j.hexObject(" + bytes + ")";
            case BYTES -> "j.hex(" + bytes + ")";
        };
    }

    /// An expression that is true if the member of a composite has a value, or a composite within it.
    static String hasValue(Value value) {
        String raw = "d." + GoDecoding.rawName(value) + "()";
        return switch (value.type()) {
            case ScalarType _, EnumType _ -> {
                NullTest test = value.nullBits().orElseThrow();
                String holds = GoDecoding.holdsNull(value.since(), value.offset(), test);
                boolean isSingle = value.type() instanceof EnumType
                        || value.type() instanceof ScalarType scalar && scalar.length() == 1;
                yield isSingle ? "!(" + holds + ")" : GoDecoding.isPresent(value) + " && !(" + holds + ")";
            }
            case SetType _ -> raw + " != 0";
            case CompositeType _ -> GoDecoding.isPresent(value) + " && "
                    + (value.isDecimal() ? "!d." + value.name() + "IsNull()" : raw + ".hasValue()");
        };
    }
}
