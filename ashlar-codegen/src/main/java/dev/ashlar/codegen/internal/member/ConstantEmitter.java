// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.codegen.internal.type.EnumEmitter;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;

/// Writes the accessors of a value that the schema fixes, the same in encoder and decoder.
final class ConstantEmitter {
    private ConstantEmitter() {
    }

    static void emit(MemberSlot slot, Template t, ClassBody out, SchemaCode shared) {
        String doc = Doc.of(slot.meta(), "");
        switch (slot.type()) {
            case EnumType type -> enumeration(slot, type, t, doc, out, shared);
            case ScalarType type when isText(slot, type) -> text(slot, type, t, doc, out);
            case ScalarType type -> {
                JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
                out.member(doc + t.with("T", primitive.java())
                        .with("value", primitive.literal(slot.constant().orElse(type.effectiveNull()))).fill("""
                        public $T $x() {
                            return $value;
                        }"""));
            }
            case SetType type -> {
            }
            case CompositeType type -> {
            }
        }
    }

    static boolean isText(MemberSlot slot, ScalarType type) {
        return slot.constant().orElse(null) instanceof Literal.Text text
                && (type.isArray() || text.value().length() > 1) && type.primitive() == PrimitiveType.CHAR;
    }

    private static void enumeration(MemberSlot slot, EnumType type, Template t, String doc, ClassBody out,
            SchemaCode shared) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        long bits = slot.constant().orElse(type.effectiveNull()) instanceof Literal.Whole(long whole) ? whole
                : slot.constant().orElseThrow() instanceof Literal.Text(String text) && !text.isEmpty() ? text.charAt(0)
                : 0;
        t.with("T", primitive.java()).with("Type", shared.names().name(type)).with("value", primitive.whole(bits))
                .with("constant", EnumEmitter.constantOf(type, bits));
        out.member(t.fill("""
                public $T $xRaw() {
                    return $value;
                }"""));
        out.member(doc + t.fill("""
                public $Type $x() {
                    return $Type.$constant;
                }"""));
    }

    private static void text(MemberSlot slot, ScalarType type, Template t, String doc, ClassBody out) {
        String value = ((Literal.Text) slot.constant().orElseThrow()).value();
        String charset = Charsets.expression(type.characterEncoding()).orElse("StandardCharsets.US_ASCII");
        int padding = type.isArray() ? Charsets.padding(value, type.characterEncoding(), type.length()) : 0;
        String padded = Strings.literal(value) + (padding == 0 ? "" : ".concat(\"\\0\".repeat(" + padding + "))");
        t.with("value", Strings.literal(value)).with("bytes", padded + ".getBytes(" + charset + ")");
        if (!type.isArray()) {
            MetaEmitter.integer(out, t.get("xLength"), value.length());
        }
        out.member(t.fill("private static final byte[] $H = $bytes;"));
        out.member(doc + t.fill("""
                public String $x() {
                    return $value;
                }"""));
        out.member(doc + t.fill("""
                public byte $x(int index) {
                    return $H[index];
                }"""));
        out.member(Doc.of(slot.meta(), "Copies at most `length` bytes and returns the number copied.") + t.fill("""
                public int $getX(byte[] dst, int dstOffset, int length) {
                    int copied = Math.min(length, $H.length);
                    System.arraycopy($H, 0, dst, dstOffset, copied);
                    return copied;
                }"""));
    }
}
