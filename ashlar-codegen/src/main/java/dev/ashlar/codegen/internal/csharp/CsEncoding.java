// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Setters of values in encoders.
record CsEncoding(CsNames names) {
    /// @param typeName of the encoder, which every setter returns
    String emit(Value value, String typeName) {
        if (value.isConstant()) {
            return "";
        }
        Template t = new Template().with("x", value.name()).with("offset", value.offset()).with("C", typeName)
                .with("name", CsWords.string(value.slot().name()));
        value.nullBits().ifPresent(test -> t.with("P", CsWords.type(test.primitive()))
                .with("W", CsWords.wire(test.primitive())));
        return "\n" + CsWords.doc(value.slot().meta(), "") + switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("""
                    public $C $x($P value)
                    {
                        SbeWire.Put$W(block, $offset, value);
                        return this;
                    }
                    """);
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> t.with("n", scalar.length()).fill("""
                    /// <exception cref="SbeEncodingException">if the text is longer than $n bytes</exception>
                    public $C $x(ReadOnlySpan<byte> text)
                    {
                        SbeText.Put(text, block.Slice($offset, $n), $name);
                        return this;
                    }
                    """) + text(t, TextEncoding.ofArray(scalar.characterEncoding()));
            case ScalarType scalar -> t.with("n", scalar.length()).with("size", scalar.primitive().size()).fill("""
                    public $C $x(int index, $P value)
                    {
                        SbeWire.Put$W(block, $offset + SbeText.Index(index, $n) * $size, value);
                        return this;
                    }

                    /// <exception cref="SbeEncodingException">unless there are $n elements</exception>
                    public $C $x(ReadOnlySpan<$P> values)
                    {
                        SbeText.RequireLength(values.Length, $n, $name);
                        for (int i = 0; i < $n; i++)
                        {
                            SbeWire.Put$W(block, $offset + i * $size, values[i]);
                        }

                        return this;
                    }
                    """);
            case EnumType type -> number(t.with("T", names.of(type)), type.primitive());
            case SetType type -> number(t.with("T", names.of(type)), type.primitive());
            case CompositeType type -> t.with("T", names.of(type)).fill("""
                    public ${T}Encoder $x => new ${T}Encoder(block.Slice($offset));
                    """);
        };
    }

    private static String number(Template t, PrimitiveType primitive) {
        return t.with("W", CsWords.wire(CsWords.numeric(primitive))).with("bits", CsWords.bits(primitive)).fill("""
                public $C $x($T value)
                {
                    SbeWire.Put$W(block, $offset, ($bits)value);
                    return this;
                }
                """);
    }

    private static String text(Template t, TextEncoding encoding) {
        return switch (encoding) {
            case ASCII, LATIN_1, UTF_8 -> t.with("E", CsWords.charset(encoding)).with("plain", encoding.charset()).fill("""

                    /// <exception cref="SbeEncodingException">
                    /// if the text is longer than $n bytes, or has a character that $plain lacks
                    /// </exception>
                    public $C $x(string text)
                    {
                        SbeText.RequireFit(SbeText.${E}Length(text, $name), $n, $name);
                        block.Slice($offset, $n).Clear();
                        SbeText.Put$E(text, block.Slice($offset, $n));
                        return this;
                    }
                    """);
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "";
        };
    }

    /// Statements that copy the value from the decoder `from`. Absent values are already null.
    static String copy(Value value) {
        if (value.isConstant() || !value.hasBytes()) {
            return "";
        }
        Template t = new Template().with("x", value.name());
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> t.fill("$x(from.$x);\n");
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> t.fill("""
                    if (from.${x}IsPresent)
                    {
                        $x(from.${x}Raw);
                    }

                    """);
            case ScalarType scalar -> t.with("n", scalar.length()).fill("""
                    for (int i = 0; i < $n; i++)
                    {
                        $x(i, from.$x(i));
                    }

                    """);
            case EnumType _ -> t.fill("$x(from.$x);\n");
            case SetType _ -> t.fill("$x(from.$x);\n");
            case CompositeType _ -> t.fill("$x.CopyFrom(from.$x);\n");
        };
    }
}
