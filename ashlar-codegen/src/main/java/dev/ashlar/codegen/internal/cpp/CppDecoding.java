// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

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
record CppDecoding(CppNames names) {
    /// The suffixes that members of a class add to a value's name.
    static final String[] SUFFIXES = {"", "_is_null", "_is_present", "_raw", "_info", "_null_value", "_min_value",
        "_max_value", "_length"};

    String emit(Value value) {
        String doc = "\n" + CppWords.doc(value.slot().meta(), "");
        return doc + (value.isConstant() ? constant(value) : info(value) + onWire(value) + tests(value));
    }

    private static String info(Value value) {
        String more = meta("semantic_type", value.slot().meta().semanticType())
                + meta("epoch", value.slot().epoch()) + meta("time_unit", value.slot().timeUnit());
        String place = ".offset = " + value.offset() + ", .length = " + value.slot().encodedLength();
        String info = template(value).with("id", value.slot().id()).with("place", place).with("more", more).fill("""
                        static constexpr sbe::FieldInfo ${x}_info{.id = $id, .since_version = $since, $place$more};
                        """);
        if (!(value.type() instanceof ScalarType scalar)) {
            return info;
        }
        return info + limit(value, scalar, "null", scalar.effectiveNull()) + limit(value, scalar, "min",
                scalar.effectiveMin()) + limit(value, scalar, "max", scalar.effectiveMax());
    }

    private static String limit(Value value, ScalarType type, String kind, Literal literal) {
        return "static constexpr " + CppWords.type(type.primitive()) + " " + value.name() + "_" + kind + "_value = "
                + CppWords.literal(type.primitive(), literal) + ";\n";
    }

    private static String meta(String name, String text) {
        return text.isEmpty() ? "" : ", ." + name + " = " + CppWords.string(text);
    }

    private String constant(Value value) {
        Template t = template(value);
        if (value.type() instanceof EnumType type) {
            return t.with("T", names.of(type)).with("bits", CppWords.whole(type.primitive(), value.constantBits()))
                    .fill("""
                            static constexpr $T $x() noexcept { return static_cast<$T>($bits); }
                            """);
        }
        PrimitiveType primitive = ((ScalarType) value.type()).primitive();
        return value.constant() instanceof Literal.Text(String text)
                ? t.with("text", CppWords.string(text)).fill("""
                        static constexpr std::string_view $x() noexcept { return $text; }
                        """)
                : t.with("T", CppWords.type(primitive)).with("v", CppWords.literal(primitive, value.constant())).fill("""
                        static constexpr $T $x() noexcept { return $v; }
                        """);
    }

    private String onWire(Value value) {
        Template t = template(value);
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("""
                    [[nodiscard]] $P $x() const noexcept { return get<$P>($since, $offset, $null); }
                    """);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> t.with("n", scalar.length())
                    .with("text", CppWords.text(TextEncoding.ofArray(scalar.characterEncoding())))
                    .with("value", TextEncoding.ofArray(scalar.characterEncoding()) == TextEncoding.LATIN_1
                            ? t.fill("sbe::Latin1(get_text<$n>($since, $offset))") : t.fill("get_text<$n>($since, $offset)"))
                    .fill("""
                    [[nodiscard]] $text $x() const noexcept { return $value; }
                    [[nodiscard]] std::array<char, $n> ${x}_raw() const noexcept {
                        return get_array<char, $n>($since, $offset, $null);
                    }
                    """);
            case ScalarType scalar -> t.with("n", scalar.length()).fill("""
                    [[nodiscard]] std::array<$P, $n> $x() const noexcept {
                        return get_array<$P, $n>($since, $offset, $null);
                    }
                    """);
            case EnumType type -> t.with("T", names.of(type)).fill("""
                    [[nodiscard]] $T $x() const noexcept { return static_cast<$T>(get<$P>($since, $offset, $null)); }
                    """);
            case SetType type -> t.with("T", names.of(type)).with("P", CppWords.type(type.primitive())).fill("""
                    [[nodiscard]] $T $x() const noexcept { return $T(get<$P>($since, $offset, 0)); }
                    """);
            case CompositeType type -> t.with("T", names.of(type)).with("bytes",
                    value.hasBytes() ? t.fill("from($since, $offset, $end)") : "{}").fill("""
                    [[nodiscard]] ${T}Decoder $x() const noexcept { return ${T}Decoder($bytes, version_); }
                    """);
        };
    }

    private static String tests(Value value) {
        Template t = template(value).with("present", isPresent(value));
        Optional<NullTest> test = value.nullTest();
        String nothing = value.type() instanceof ScalarType ? value.name() + "_null_value" : "";
        return t.with("null_test", test.isEmpty() ? "" : (value.hasBytes() ? " || " : "") + holdsNull(value.offset(),
                test.get(), nothing)).with("absent", value.hasBytes() ? "!" + isPresent(value) : test.isEmpty() ? "false" : "")
                .fill("""
                [[nodiscard]] bool ${x}_is_present() const noexcept { return $present; }
                [[nodiscard]] bool ${x}_is_null() const noexcept { return ${absent}${null_test}; }
                """);
    }

    /// An expression that is true if the value is present.
    static String isPresent(Value value) {
        return value.hasBytes() ? "has(" + value.since() + ", " + value.end() + ")" : "true";
    }

    /// An expression that is true if the elements of a present value hold the null value.
    ///
    /// @param nothing the constant for the null value; empty if there is none
    static String holdsNull(int offset, NullTest test, String nothing) {
        return "holds_null<" + CppWords.type(test.primitive()) + ">(" + (offset + test.offset()) + ", "
                + test.elements() + ", " + (nothing.isEmpty() ? CppWords.literal(test.primitive(), test.nullValue()) : nothing)
                + ")";
    }

    private static Template template(Value value) {
        Template t = new Template().with("x", value.name()).with("since", value.since())
                .with("offset", value.offset()).with("end", value.end());
        value.nullBits().ifPresent(test -> t.with("P", CppWords.type(test.primitive()))
                .with("null", value.type() instanceof ScalarType ? value.name() + "_null_value"
                        : CppWords.literal(test.primitive(), test.nullValue())));
        return t;
    }
}
