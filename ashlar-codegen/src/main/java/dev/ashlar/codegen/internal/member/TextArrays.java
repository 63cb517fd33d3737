// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.Optional;

/// Writes the members that read and write a character array as a whole: as text up to the first NUL, or as bytes.
final class TextArrays {
    private TextArrays() {
    }

    static void decode(MemberSlot slot, ScalarType type, Template t, ClassBody out) {
        String absent = t.fill("!$xIsPresent()");
        t.with("absent", absent);
        out.member(t.fill("""
                /// Copies all $length bytes, padding included, and returns their number; 0 if the field is absent.
                public int $getX(byte[] dst, int dstOffset) {
                    if ($absent) {
                        return 0;
                    }
                    Bytes.get(this, offset + $offset, dst, dstOffset, $length);
                    return $length;
                }"""));
        Optional<String> charset = charset(type);
        if (charset.isEmpty()) {
            return;
        }
        t.with("charset", charset.get());
        out.member(Doc.of(slot.meta(), "The text up to the first NUL; empty if the field is absent.") + t.fill("""
                public String $x() {
                    if ($absent) {
                        return "";
                    }
                    return Text.get(memory, offset + $offset, Text.lengthToNul(memory, offset + $offset, $length), $charset);
                }"""));
        out.member(t.fill("""
                /// Appends the text up to the first NUL and returns the number of its bytes.
                public int $getX(Appendable destination) {
                    if ($absent) {
                        return 0;
                    }
                    int length = Text.lengthToNul(memory, offset + $offset, $length);
                    return Text.append(memory, offset + $offset, length, $charset, destination);
                }"""));
    }

    static void encode(MemberSlot slot, ScalarType type, Template t, ClassBody out) {
        out.member(t.fill("""
                /// Copies all $length bytes.
                public $C $putX(byte[] src, int srcOffset) {
                    Bytes.put(this, offset + $offset, src, srcOffset, $length);
                    return this;
                }"""));
        out.member(t.fill("""
                /// Copies `length` bytes to the field and fills the rest with NULs.
                ///
                /// @throws IllegalArgumentException if `length` is greater than $length
                public $C $putX(byte[] src, int srcOffset, int length) {
                    Text.putPadded(this, offset + $offset, $length, src, srcOffset, length, "$name");
                    return this;
                }"""));
        Optional<String> charset = charset(type);
        if (charset.isEmpty()) {
            return;
        }
        t.with("charset", charset.get());
        for (String source : new String[] {"String", "CharSequence"}) {
            out.member(Doc.of(slot.meta(), "") + t.with("Source", source).fill("""
                    public $C $x($Source value) {
                        Text.putPadded(memory, offset + $offset, $length, value, $charset, "$name");
                        return this;
                    }"""));
        }
    }

    private static Optional<String> charset(ScalarType type) {
        return Charsets.expression(type.characterEncoding().isBlank() ? "US-ASCII" : type.characterEncoding());
    }
}
