// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Setters of values in encoders.
final class GoEncoding {
    private final GoNames names;
    private final GoDecoding decoding;

    GoEncoding(GoNames names) {
        this.names = names;
        this.decoding = new GoDecoding(names);
    }

    /// @param receiver the type of the encoder; `*` before that of a message
    String emit(Value value, String receiver) {
        if (value.isConstant()) {
            return "";
        }
        Template t = new Template().with("R", receiver).with("X", value.name()).with("name", value.slot().name())
                .with("block", receiver.startsWith("*") ? "e.cursor.values()" : "e.block")
                .with("quoted", GoWords.string(value.slot().name())).with("offset", value.offset())
                .with("end", value.offset() + value.slot().encodedLength()).with("T", decoding.type(value));
        return switch (value.type()) {
            case CompositeType type -> t.with("C", names.of(type)).fill("""

                    // $X returns the encoder of the members of $name.
                    func (e $R) $X() ${C}Encoder {
                    \treturn ${C}Encoder{$block.part($offset, $end)}
                    }
                    """);
            case ScalarType scalar when value.isCharArray() -> t.fill(text(t,
                    TextEncoding.ofArray(scalar.characterEncoding())) + """

                    // Set${X}Raw sets $name to bytes, padded with NULs.
                    func (e $R) Set${X}Raw(bytes []byte) {
                    \tputText($block, $offset, $end, bytes, $quoted)
                    }
                    """);
            case ScalarType scalar when scalar.length() != 1 -> t.with("put", put(scalar.primitive(),
                    value.offset() + "+" + scalar.primitive().size() + "*i", "element")).fill("""

                    // Set$X sets $name.
                    func (e $R) Set$X(value $T) {
                    \tto := $block
                    \tfor i, element := range value {
                    \t\tto.$put
                    \t}
                    }
                    """);
            case ScalarType scalar -> single(t, value, scalar.primitive(), true);
            case EnumType type -> single(t, value, type.primitive(), true);
            case SetType type -> single(t, value, type.primitive(), false);
        };
    }

    private static String text(Template t, TextEncoding encoding) {
        return switch (encoding) {
            case ASCII, UTF_8 -> t.with("isText", GoDecoding.isText(encoding, "text")).with("charset", encoding.charset()).fill("""

                    // Set$X sets $name in $charset, padded with NULs.
                    func (e $R) Set$X(text string) {
                    \tif b := $block; b.cursor.accepts($isText, "$charset", $quoted) {
                    \t\tputText(b, $offset, $end, text, $quoted)
                    \t}
                    }
                    """);
            case LATIN_1 -> t.fill("""

                    // Set$X sets $name in ISO-8859-1, padded with NULs. The argument is UTF-8.
                    func (e $R) Set$X(text string) {
                    \tputLatin1Text($block, $offset, $end, text, $quoted)
                    }
                    """);
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> "";
        };
    }

    private static String single(Template t, Value value, PrimitiveType primitive, boolean hasNull) {
        String set = t.with("put", put(primitive, Integer.toString(value.offset()), "value")).fill("""

                // Set$X sets $name.
                func (e $R) Set$X(value $T) {
                \t$block.$put
                }
                """);
        return !value.isOptional() || !hasNull ? set : set + t.with("null", GoDecoding.nullLiteral(value)).fill("""

                // Set${X}Null sets $name to null.
                func (e $R) Set${X}Null() {
                \te.Set$X($null)
                }
                """);
    }

    /// A call of a method of `block` that writes a number, enum or set.
    private static String put(PrimitiveType primitive, String at, String value) {
        int bits = 8 * primitive.size();
        String number = switch (primitive) {
            case FLOAT -> "math.Float32bits(" + value + ")";
            case DOUBLE -> "math.Float64bits(" + value + ")";
            default -> "uint" + bits + "(" + value + ")";
        };
        return "uint" + bits + "(" + at + ", " + number + ")";
    }

    /// A statement that copies the value from the decoder `from`; an absent value becomes null.
    ///
    /// @param block an expression of the block that contains the value
    String copy(Value value, String block) {
        if (value.isConstant()) {
            return "";
        }
        Template t = new Template().with("X", value.name()).with("raw", GoDecoding.rawName(value)).with("block", block)
                .with("offset", value.offset()).with("end", value.offset() + value.slot().encodedLength());
        if (value.isCharArray()) {
            return t.with("null", GoDecoding.nullLiteral(value))
                    .fill("\tcopyText($block, $offset, $end, from.${X}Raw(), $null)\n");
        }
        return t.fill(value.type() instanceof CompositeType ? "\te.$X().CopyFrom(from.$raw())\n" : "\te.Set$X(from.$raw())\n");
    }
}
