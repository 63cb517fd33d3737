// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.Optional;

/// Accessors of values in decoders.
///
/// A value that may be missing by the schema, because it is optional or was added later, comes with an `ok`.
record GoDecoding(GoNames names) {
    /// The suffixes that members of a decoder add to a value's name, and the names that an encoder derives from it.
    static final String[] SUFFIXES = {"", "IsNull", "IsPresent", "Raw", "Info", "NullValue", "MinValue", "MaxValue", "Set*",
        "Set*Null", "Set*Raw"};

    /// @param receiver the type of the decoder
    String emit(Value value, String receiver) {
        Template t = new Template().with("R", receiver).with("X", value.name()).with("name", value.slot().name())
                .with("doc", GoWords.doc("", value.name(), "is the value of " + value.slot().name() + ".", value.slot().meta()))
                .with("T", type(value)).with("since", value.since()).with("offset", value.offset()).with("end", value.end());
        return value.isConstant() ? constant(value, t) : accessor(value, t) + tests(value, t) + info(value, t);
    }

    private String constant(Value value, Template t) {
        if (value.type() instanceof EnumType e) {
            t.with("value", names.of(e) + "(" + GoWords.whole(e.primitive(), value.constantBits()) + ")");
        } else if (value.constant() instanceof Literal.Text(String text)) {
            t.with("T", "string").with("value", GoWords.string(text));
        } else {
            t.with("value", GoWords.literal(((ScalarType) value.type()).primitive(), value.constant()));
        }
        return t.fill("""

                ${doc}func (d $R) $X() $T {
                \treturn $value
                }
                """);
    }

    private String accessor(Value value, Template t) {
        if (value.isCharArray()) {
            return read(value, t, "text") + t.fill("""

                    // ${X}Raw is all bytes of $name, including padding; nil if it is absent.
                    func (d $R) ${X}Raw() []byte {
                    \treturn d.fields.raw($since, $offset, $end)
                    }
                    """);
        }
        if (!value.mayBeMissing()) {
            return t.fill("\n$doc") + plain(value, t.with("method", value.name()));
        }
        return read(value, t, "raw") + t.fill("\n// ${X}Raw is the encoded value of $name, even if it is null.\n")
                + plain(value, t.with("method", value.name() + "Raw"));
    }

    /// The accessor of a value, with an `ok` if it may be missing.
    ///
    /// @param from `text` of characters, else `raw`
    private static String read(Value value, Template t, String from) {
        t.with("value", from.equals("text") ? t.fill("d.fields.text($since, $offset, $end)") : t.fill("d.${X}Raw()"));
        return t.fill(value.mayBeMissing() ? """

                ${doc}func (d $R) $X() (value $T, ok bool) {
                \tif d.${X}IsNull() {
                \t\treturn value, false
                \t}
                \treturn $value, true
                }
                """ : """

                ${doc}func (d $R) $X() $T {
                \treturn $value
                }
                """);
    }

    /// The accessor of a value that is not text, even if null.
    private String plain(Value value, Template t) {
        if (value.type() instanceof ScalarType scalar && scalar.length() != 1) {
            return t.with("size", scalar.primitive().size()).with("m", method(scalar.primitive()))
                    .with("null", nullLiteral(value)).fill("""
                    func (d $R) $method() (value $T) {
                    \twhole := d.fields.part($since, $offset, $end)
                    \tfor i := range value {
                    \t\tvalue[i] = whole.$m(0, $size*i, $null)
                    \t}
                    \treturn value
                    }
                    """);
        }
        return t.with("raw", raw(value)).fill("""
                func (d $R) $method() $T {
                \treturn $raw
                }
                """);
    }

    /// An expression of a value that is not an array, even if null.
    String raw(Value value) {
        String at = "(" + value.since() + ", " + value.offset() + ", ";
        return switch (value.type()) {
            case ScalarType scalar -> "d.fields." + method(scalar.primitive()) + at + nullLiteral(value) + ")";
            case EnumType type -> names.of(type) + "(d.fields." + method(type.primitive()) + at + nullLiteral(value) + "))";
            case SetType type -> names.of(type) + "(d.fields." + method(type.primitive()) + at + "0))";
            case CompositeType type -> names.of(type) + "Decoder{d.fields.part"
                    + (value.hasBytes() ? at + value.end() + ")" : "(0, 0, 0)") + "}";
        };
    }

    private String tests(Value value, Template t) {
        return t.with("present", isPresent(value)).with("null", isNull(value)).fill("""

                // ${X}IsPresent reports whether $name is present, even if null.
                func (d $R) ${X}IsPresent() bool {
                \treturn $present
                }

                // ${X}IsNull reports whether $name is absent or null.
                func (d $R) ${X}IsNull() bool {
                \treturn $null
                }
                """);
    }

    /// An expression that is true if the value is present.
    static String isPresent(Value value) {
        return value.hasBytes() ? "d.fields.has(" + value.since() + ", " + value.end() + ")" : "true";
    }

    private static String isNull(Value value) {
        Optional<NullTest> test = value.nullTest();
        String absent = value.hasBytes() ? "!d." + value.name() + "IsPresent()" : "false";
        if (test.isEmpty()) {
            return absent;
        }
        // A single number that is absent reads as null.
        return value.type() instanceof EnumType || value.type() instanceof ScalarType scalar && scalar.length() == 1
                ? holdsNull(value.since(), value.offset(), test.get())
                : (value.hasBytes() ? absent + " || " : "") + holdsNull(0, value.offset(), test.get());
    }

    /// An expression that is true if elements hold the null value. It is also true for an absent single number.
    static String holdsNull(int since, int offset, NullTest test) {
        String nothing = GoWords.literal(test.primitive(), test.nullValue());
        String method = method(test.primitive());
        int at = offset + test.offset();
        if (test.elements() != 1) {
            return "holdsNull(d.fields, fields." + method + ", " + at + ", " + test.elements() + ", "
                    + test.primitive().size() + ", " + nothing + ")";
        }
        String element = "d.fields." + method + "(" + since + ", " + at + ", " + nothing + ")";
        return test.primitive().isFloatingPoint() ? "isNull(" + element + ", " + nothing + ")" : element + " == " + nothing;
    }

    /// A field of a composite literal, unless it has its zero value.
    private static String stated(String key, String text) {
        return text.isEmpty() ? "" : "\t\t" + key + GoWords.string(text) + ",\n";
    }

    private String info(Value value, Template t) {
        String info = t.with("id", value.slot().id()).with("length", value.slot().encodedLength())
                .with("semantic", stated("SemanticType: ", value.slot().meta().semanticType()))
                .with("epoch", stated("Epoch:        ", value.slot().epoch()))
                .with("unit", stated("TimeUnit:     ", value.slot().timeUnit()))
                .fill("""

                // ${X}Info describes $name.
                func (d $R) ${X}Info() FieldInfo {
                \treturn FieldInfo{
                \t\tID:           $id,
                \t\tSinceVersion: $since,
                \t\tOffset:       $offset,
                \t\tLength:       $length,
                $semantic$epoch$unit\t}
                }
                """);
        if (!(value.type() instanceof ScalarType scalar)) {
            return info;
        }
        PrimitiveType primitive = scalar.primitive();
        return info + t.with("E", GoWords.type(primitive)).with("null", GoWords.literal(primitive, scalar.effectiveNull()))
                .with("min", GoWords.literal(primitive, scalar.effectiveMin()))
                .with("max", GoWords.literal(primitive, scalar.effectiveMax())).fill("""

                // ${X}NullValue is the null value of $name.
                func (d $R) ${X}NullValue() $E {
                \treturn $null
                }

                // ${X}MinValue is the minimum value of $name.
                func (d $R) ${X}MinValue() $E {
                \treturn $min
                }

                // ${X}MaxValue is the maximum value of $name.
                func (d $R) ${X}MaxValue() $E {
                \treturn $max
                }
                """);
    }

    /// The type of text or bytes as they are in the message.
    static String bytesType(TextEncoding encoding) {
        return encoding == TextEncoding.LATIN_1 ? "Latin1" : "[]byte";
    }

    /// An expression that is true if the characters of a string are in US-ASCII or UTF-8.
    static String isText(TextEncoding encoding, String text) {
        return (encoding == TextEncoding.ASCII ? "isASCII(" : "isUTF8(") + text + ")";
    }

    /// The name of the accessor that returns the encoded value, even if null.
    static String rawName(Value value) {
        return value.name() + (value.mayBeMissing() ? "Raw" : "");
    }

    /// The type that an accessor returns and a setter accepts.
    String type(Value value) {
        return switch (value.type()) {
            case ScalarType scalar when value.isCharArray() ->
                    bytesType(TextEncoding.ofArray(scalar.characterEncoding()));
            case ScalarType scalar when scalar.length() != 1 ->
                    "[" + scalar.length() + "]" + GoWords.type(scalar.primitive());
            case ScalarType scalar -> GoWords.type(scalar.primitive());
            case EnumType type -> names.of(type);
            case SetType type -> names.of(type);
            case CompositeType type -> names.of(type) + "Decoder";
        };
    }

    /// The method of `fields` that reads a number.
    static String method(PrimitiveType primitive) {
        return primitive == PrimitiveType.CHAR ? "uint8" : GoWords.type(primitive);
    }

    static String nullLiteral(Value value) {
        NullTest test = value.nullBits().orElseThrow();
        return GoWords.literal(test.primitive(), test.nullValue());
    }
}
