// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Statements that write values as JSON.
record CsJson(CsNames names) {
    static String name(String name) {
        return "json.Name(" + CsWords.string(JsonText.quote(name)) + ");\n";
    }

    String value(Value value, String jsonName) {
        return name(jsonName) + (value.isConstant()
                ? "json.Raw(" + CsWords.string(JsonText.constant(value)) + ");\n" : onWire(value));
    }

    private String onWire(Value value) {
        Template t = new Template().with("x", value.name());
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> orNull(value, "IsNull", t.fill("json.Value($x);"));
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR ->
                    orNull(value, "IsNull", text(TextEncoding.ofArray(scalar.characterEncoding()), value));
            case ScalarType scalar -> orNull(value, "IsNull", array(t, value, scalar));
            case EnumType type -> t.with("T", names.of(type))
                    .with("number", type.primitive() == PrimitiveType.UINT64 ? "ulong" : "long").fill("""
                    json.Enumerator(${x}IsNull, ${T}Names.JsonOf($x), ($number)$x);
                    """);
            case SetType type -> orAbsent(value, set(t.with("T", names.of(type)), type));
            case CompositeType _ -> orAbsent(value, t.with("number", value.isDecimal() ? "Number" : "")
                    .fill("$x.WriteJson$number(json, ${x}IsNull);"));
        };
    }

    private static String orAbsent(Value value, String statements) {
        return value.hasBytes() ? orElse("!" + value.name() + "IsPresent", statements) : statements.strip() + "\n";
    }

    private static String orNull(Value value, String test, String statements) {
        return orElse(value.name() + test, statements);
    }

    private static String orElse(String condition, String statements) {
        return new Template().with("condition", condition).with("statements", statements.strip().indent(4)).fill("""
                if ($condition)
                {
                    json.Null();
                }
                else
                {
                $statements}

                """);
    }

    private static String array(Template t, Value value, ScalarType type) {
        String element = value.isOptional() ? t.with("isNull", elementIsNull(value, type)).fill("""
                    if ($isNull)
                    {
                        json.Null();
                    }
                    else
                    {
                        json.Value($x(i));
                    }
                """) : t.fill("    json.Value($x(i));\n");
        return t.with("n", type.length()).with("element", element).fill("""
                json.Begin('[');
                for (int i = 0; i < $n; i++)
                {
                $element}

                json.End(']');
                """);
    }

    private static String elementIsNull(Value value, ScalarType type) {
        String element = value.name() + "(i)";
        return type.effectiveNull() instanceof Literal.Real(double nothing) && Double.isNaN(nothing)
                ? CsWords.type(type.primitive()) + ".IsNaN(" + element + ")" : element + " == " + value.name() + "NullValue";
    }

    private static String set(Template t, SetType type) {
        StringBuilder out = new StringBuilder("json.Begin('[');\n");
        t.with("bits", CsWords.bits(type.primitive()));
        for (SetType.Choice choice : type.choices()) {
            out.append(t.with("bit", CsWords.whole(PrimitiveType.UINT64, 1L << choice.bit()))
                    .with("quoted", CsWords.string(JsonText.quote(choice.name()))).fill("""
                    if (((ulong)$x & $bit) != 0)
                    {
                        json.Raw($quoted);
                    }

                    """));
        }
        long unknown = SchemaTypes.unnamedBits(type);
        if (unknown != 0) {
            out.append(t.with("unknown", CsWords.whole(PrimitiveType.UINT64, unknown)).fill("""
                    if (((ulong)$x & $unknown) != 0)
                    {
                        json.Value((ulong)$x & $unknown);
                    }

                    """));
        }
        return out.append("json.End(']');\n").toString();
    }

    private static String text(TextEncoding encoding, Value value) {
        return data(encoding, value.name() + (encoding.isArrayText() ? "" : "Raw"));
    }

    /// A statement that writes the bytes of an array or of variable-length data.
    static String data(TextEncoding encoding, String bytes) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "json.Latin1(" + bytes + ");";
            case UTF_8 -> "json.Utf8(" + bytes + ");";
            case UTF_16LE -> "json.Utf16(" + bytes + ", true);";
            case UTF_16BE -> "json.Utf16(" + bytes + ", false);";
            case WINDOWS_1252 -> "json.Windows1252(" + bytes + ");";
            case OTHER -> "json.HexObject(" + bytes + ");";
            case BYTES -> "json.Hex(" + bytes + ");";
        };
    }

    /// An expression that is true if the member of a composite has a value, or a composite within it.
    static String hasValue(Value value) {
        return switch (value.type()) {
            case ScalarType _, EnumType _ -> "(" + value.name() + "IsPresent && !(" + CsDecoding.holdsNull(value) + "))";
            case SetType _ -> value.name() + " != default";
            case CompositeType _ -> "(" + value.name() + "IsPresent && " + (value.isDecimal() ? "!" + value.name() + "IsNull"
                    : value.name() + ".HasValue") + ")";
        };
    }

    static String orNull(String present, String statements) {
        return present.equals("true") ? statements.strip() + "\n" : orElse("!" + present, statements);
    }
}
