// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Setters of values in encoders.
record CppEncoding(CppNames names) {
    /// @param className of the encoder, which every setter returns
    String emit(Value value, String className) {
        if (value.isConstant()) {
            return "";
        }
        Template t = new Template().with("x", value.name()).with("offset", value.offset()).with("C", className)
                .with("name", CppWords.string(value.slot().name()));
        value.nullBits().ifPresent(test -> t.with("P", CppWords.type(test.primitive())));
        return "\n" + CppWords.doc(value.slot().meta(), "") + switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("""
                    $C& $x($P value) noexcept {
                        put<$P>($offset, value);
                        return *this;
                    }
                    """);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> text(t.with("n", scalar.length()),
                    TextEncoding.ofArray(scalar.characterEncoding())) + t.fill("""
                    $C& ${x}_raw(const std::array<char, $n>& value) noexcept {
                        put_array<char>($offset, value);
                        return *this;
                    }
                    """);
            case ScalarType scalar -> t.with("n", scalar.length()).fill("""
                    $C& $x(const std::array<$P, $n>& value) noexcept {
                        put_array<$P>($offset, value);
                        return *this;
                    }
                    """);
            case EnumType type -> t.with("T", names.of(type)).fill("""
                    $C& $x($T value) noexcept {
                        put<$P>($offset, static_cast<$P>(value));
                        return *this;
                    }
                    """);
            case SetType type -> t.with("T", names.of(type)).with("P", CppWords.type(type.primitive())).fill("""
                    $C& $x($T value) noexcept {
                        put<$P>($offset, value.bits());
                        return *this;
                    }
                    """);
            case CompositeType type -> t.with("T", names.of(type)).fill("""
                    [[nodiscard]] ${T}Encoder $x() noexcept { return ${T}Encoder(bytes_ + $offset); }
                    """);
        };
    }

    private static String text(Template t, TextEncoding encoding) {
        return switch (encoding) {
            case ASCII, UTF_8 -> t.with("charset", CppWords.charset(encoding)).with("plain", encoding.charset()).fill("""
                    /// @throws sbe::EncodingError if the text is longer than $n bytes, or is not $plain
                    $C& $x(std::string_view text) {
                        put_text<$charset>($offset, $n, text, $name);
                        return *this;
                    }
                    """);
            case LATIN_1 -> t.with("charset", CppWords.charset(encoding)).fill("""
                    /// @throws sbe::EncodingError if the text is longer than $n bytes, is not UTF-8, or has characters
                    /// outside ISO-8859-1
                    $C& $x(std::string_view text) {
                        put_text<$charset>($offset, $n, text, $name);
                        return *this;
                    }
                    /// @throws sbe::EncodingError if the text is longer than $n bytes
                    $C& $x(sbe::Latin1 text) {
                        put_bytes($offset, $n, text.bytes(), $name);
                        return *this;
                    }
                    """);
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> t.fill("""
                    /// @throws sbe::EncodingError if there are more than $n bytes
                    $C& $x(std::string_view bytes) {
                        put_bytes($offset, $n, bytes, $name);
                        return *this;
                    }
                    """);
        };
    }

    /// A statement that copies the value from the decoder `from`; an absent value becomes null.
    static String copy(Value value) {
        if (value.isConstant()) {
            return "";
        }
        Template t = new Template().with("x", value.name());
        return t.fill(switch (value.type()) {
            case ScalarType scalar when scalar.length() != 1 && scalar.primitive() == PrimitiveType.CHAR ->
                    "${x}_raw(from.${x}_raw());\n";
            case ScalarType _, EnumType _, SetType _ -> "$x(from.$x());\n";
            case CompositeType _ -> "$x().copy_from(from.$x());\n";
        });
    }
}
