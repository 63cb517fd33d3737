// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.layout.MemberSlot;
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
record CsDecoding(CsNames names) {
    /// The suffixes that members of a type add to a value's name.
    static final String[] SUFFIXES = {"", "IsNull", "IsPresent", "Raw", "Text", "Info", "NullValue", "MinValue", "MaxValue",
        "Length", "HoldsNull", "Walk"};

    String emit(Value value) {
        String doc = "\n" + CsWords.doc(value.slot().meta(), "");
        return doc + (value.isConstant() ? constant(value) : onWire(value) + tests(value) + info(value));
    }

    private static String info(Value value) {
        String more = meta("semanticType", value.slot().meta().semanticType())
                + meta("epoch", value.slot().epoch()) + meta("timeUnit", value.slot().timeUnit());
        String info = template(value).with("id", value.slot().id()).with("length", value.slot().encodedLength())
                .with("more", more).fill("""

                        public static SbeFieldInfo ${x}Info => new SbeFieldInfo($id, $since, $offset, $length$more);
                        """);
        return value.type() instanceof ScalarType scalar ? limit(value, scalar, "NullValue", scalar.effectiveNull())
                + limit(value, scalar, "MinValue", scalar.effectiveMin())
                + limit(value, scalar, "MaxValue", scalar.effectiveMax()) + length(value, scalar) + info : info;
    }

    private static String length(Value value, ScalarType type) {
        return type.length() == 1 ? "" : "\npublic const int " + value.name() + "Length = " + type.length() + ";\n";
    }

    private static String limit(Value value, ScalarType type, String kind, Literal literal) {
        return "\npublic const " + CsWords.type(type.primitive()) + " " + value.name() + kind + " = "
                + CsWords.literal(type.primitive(), literal) + ";\n";
    }

    private static String meta(String name, String text) {
        return text.isEmpty() ? "" : ", " + name + ": " + CsWords.string(text);
    }

    private String constant(Value value) {
        Template t = template(value);
        if (value.type() instanceof EnumType type) {
            return t.with("T", names.of(type)).with("bits", operand(number(type.primitive(), value.constantBits()))).fill("""
                    public static $T $x => ($T)$bits;
                    """);
        }
        PrimitiveType primitive = ((ScalarType) value.type()).primitive();
        return value.constant() instanceof Literal.Text(String text)
                ? t.with("text", CsWords.string(text)).fill("""
                        public static string $x => $text;
                        """)
                : t.with("T", CsWords.type(primitive)).with("v", CsWords.literal(primitive, value.constant())).fill("""
                        public static $T $x => $v;
                        """);
    }

    /// A literal that can follow a cast.
    private static String operand(String literal) {
        return literal.startsWith("-") ? "(" + literal + ")" : literal;
    }

    private static String number(PrimitiveType primitive, long bits) {
        return CsWords.whole(CsWords.numeric(primitive), bits);
    }

    private String onWire(Value value) {
        Template t = template(value);
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("""
                    public $P $x => Has($since, $end) ? SbeWire.Get$W(block, $offset) : ${x}NullValue;
                    """);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> t.with("n", scalar.length()).fill("""
                    public ReadOnlySpan<byte> $x => SbeText.UntilNul(${x}Raw);

                    /// <summary>All bytes of the array, including padding; empty if it is absent.</summary>
                    public ReadOnlySpan<byte> ${x}Raw => Has($since, $end) ? block.Slice($offset, $n) : default;
                    """) + text(value, TextEncoding.ofArray(scalar.characterEncoding()));
            case ScalarType scalar -> t.with("n", scalar.length()).with("size", scalar.primitive().size()).fill("""
                    public $P $x(int index) => Has($since, $end)
                        ? SbeWire.Get$W(block, $offset + SbeText.Index(index, $n) * $size)
                        : ${x}NullValue;
                    """);
            case EnumType type -> t.with("T", names.of(type)).with("null", operand(literal(value.nullBits().orElseThrow()))).fill("""
                    public $T $x => Has($since, $end) ? ($T)SbeWire.Get$W(block, $offset) : ($T)$null;
                    """);
            case SetType type -> t.with("T", names.of(type)).with("W", CsWords.wire(CsWords.numeric(type.primitive()))).fill("""
                    public $T $x => Has($since, $end) ? ($T)SbeWire.Get$W(block, $offset) : default;
                    """);
            case CompositeType type -> t.with("T", names.of(type)).with("bytes", value.hasBytes()
                    ? t.fill("Has($since, $end) ? block.Slice($offset) : default") : "default").fill("""
                    public ${T}Decoder $x => new ${T}Decoder($bytes, version);
                    """);
        };
    }

    private static String text(Value value, TextEncoding encoding) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "\npublic string " + value.name() + "Text() => SbeText.FromLatin1(" + value.name() + ");\n";
            case UTF_8 -> "\npublic string " + value.name() + "Text() => SbeText.FromUtf8(" + value.name() + ");\n";
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "";
        };
    }

    private static String tests(Value value) {
        Optional<NullTest> test = value.nullTest();
        Template t = template(value).with("present", isPresent(value))
                .with("null", test.isEmpty() ? value.hasBytes() ? "!" + value.name() + "IsPresent" : "false"
                        : value.hasBytes() ? "!" + value.name() + "IsPresent || " + holdsNull(value)
                        : holdsNull(value));
        return t.fill("""

                public bool ${x}IsPresent => $present;

                public bool ${x}IsNull => $null;
                """) + elements(value);
    }

    /// The method that compares several elements with the null value.
    private static String elements(Value value) {
        // A composite checks all of its members for a value.
        boolean isMember = value.slot().id() == MemberSlot.NO_ID;
        NullTest test = value.nullTest().or(isMember ? value::nullBits : Optional::empty).orElse(null);
        if (test == null || test.elements() == 1) {
            return "";
        }
        return template(value).with("n", test.elements()).with("equals", equalsNull(test, "SbeWire.Get"
                + CsWords.wire(test.primitive()) + "(block, " + (value.offset() + test.offset()) + " + i * "
                + test.primitive().size() + ")", test.primitive())).fill("""

                private bool ${x}HoldsNull()
                {
                    for (int i = 0; i < $n; i++)
                    {
                        if (!($equals))
                        {
                            return false;
                        }
                    }

                    return true;
                }
                """);
    }

    /// An expression that is true if the value is present.
    static String isPresent(Value value) {
        return value.hasBytes() ? "Has(" + value.since() + ", " + value.end() + ")" : "true";
    }

    /// An expression that is true if a present value is null.
    static String holdsNull(Value value) {
        NullTest test = value.nullTest().or(value::nullBits).orElseThrow();
        PrimitiveType primitive = value.type() instanceof EnumType ? CsWords.numeric(test.primitive())
                : test.primitive();
        return test.elements() > 1 ? value.name() + "HoldsNull()" : equalsNull(test, "SbeWire.Get" + CsWords.wire(primitive)
                + "(block, " + (value.offset() + test.offset()) + ")", primitive);
    }

    /// An expression that is true if an element holds the null value, or any NaN if the null value is NaN.
    private static String equalsNull(NullTest test, String element, PrimitiveType primitive) {
        String literal = CsWords.literal(primitive, test.nullValue());
        return literal.endsWith(".NaN") ? literal.replace(".NaN", ".IsNaN(") + element + ")" : element + " == " + literal;
    }

    /// The null value of an enum as a number.
    private static String literal(NullTest test) {
        return CsWords.literal(CsWords.numeric(test.primitive()), test.nullValue());
    }

    private static Template template(Value value) {
        Template t = new Template().with("x", value.name()).with("since", value.since())
                .with("offset", value.offset()).with("end", value.end());
        value.nullBits().ifPresent(test -> t.with("P", CsWords.type(test.primitive()))
                .with("W", CsWords.wire(value.type() instanceof EnumType ? CsWords.numeric(test.primitive())
                        : test.primitive())));
        return t;
    }
}
