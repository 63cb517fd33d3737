// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.ScalarType;

/// Writes the members that read and write an array of single bytes as a whole.
final class ByteArrays {
    private ByteArrays() {
    }

    static void decode(MemberSlot slot, ScalarType type, Template t, ClassBody out) {
        t.with("absent", t.fill("!$xIsPresent()"));
        out.member(t.fill("""
                /// Copies at most `length` bytes and returns the number copied; 0 if the field is absent.
                public int $getX(byte[] dst, int dstOffset, int length) {
                    if ($absent) {
                        return 0;
                    }
                    int copied = Math.min(length, $length);
                    Bytes.get(this, offset + $offset, dst, dstOffset, copied);
                    return copied;
                }"""));
        out.member(t.fill("""
                /// Copies at most `length` bytes and returns the number copied; 0 if the field is absent.
                public int $getX(MemorySegment dst, long dstOffset, int length) {
                    if ($absent) {
                        return 0;
                    }
                    int copied = Math.min(length, $length);
                    MemorySegment.copy(memory, offset + $offset, dst, dstOffset, copied);
                    return copied;
                }"""));
        out.member(t.fill("""
                /// A view of the bytes; empty if the field is absent.
                public MemorySegment $wrapX() {
                    return $absent ? memory.asSlice(0, 0) : memory.asSlice(offset + $offset, $length);
                }"""));
    }

    static void encode(MemberSlot slot, ScalarType type, Template t, ClassBody out) {
        out.member(t.fill("""
                /// Copies `length` bytes to the field and fills the rest with 0.
                ///
                /// @throws IllegalArgumentException if `length` is greater than $length
                public $C $putX(byte[] src, int srcOffset, int length) {
                    Text.putPadded(this, offset + $offset, $length, src, srcOffset, length, "$name");
                    return this;
                }"""));
        out.member(t.fill("""
                /// Copies `length` bytes to the field and fills the rest with 0.
                ///
                /// @throws IllegalArgumentException if `length` is greater than $length
                public $C $putX(MemorySegment src, long srcOffset, int length) {
                    Text.putPadded(memory, offset + $offset, $length, src, srcOffset, length, "$name");
                    return this;
                }"""));
    }
}
