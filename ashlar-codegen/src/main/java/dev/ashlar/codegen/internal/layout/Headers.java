// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.layout;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.nio.ByteOrder;
import java.util.List;

/// Headers and dimensions that are read and written with one access: those that are as long as a primitive and have
/// only the required members, all unsigned.
///
/// One wide access takes a quarter of the time of four narrow ones, both to compile and to run.
public final class Headers {
    private Headers() {
    }

    /// The primitive that is as long as the composite; `null` if one access is not possible.
    public static JavaPrimitive whole(CompositeType type, List<String> members) {
        int bytes = 0;
        for (String name : members) {
            Member member = type.member(name);
            if (!(member.type() instanceof ScalarType scalar) || scalar.length() != 1 || scalar.encodedLength() == 0
                    || !(scalar.primitive() == PrimitiveType.UINT8 || scalar.primitive() == PrimitiveType.UINT16)) {
                return null;
            }
            bytes += scalar.encodedLength();
        }
        if (bytes != type.encodedLength()) {
            return null;
        }
        return switch (bytes) {
            case 2 -> JavaPrimitive.of(PrimitiveType.INT16);
            case 4 -> JavaPrimitive.of(PrimitiveType.INT32);
            case 8 -> JavaPrimitive.of(PrimitiveType.INT64);
            default -> null;
        };
    }

    /// Bits to the right of a member in the whole.
    public static int shift(CompositeType type, String name, ByteOrder order) {
        Member member = type.member(name);
        int bytes = order == ByteOrder.LITTLE_ENDIAN ? member.offset()
                : type.encodedLength() - member.offset() - member.encodedLength();
        return bytes * Byte.SIZE;
    }

    /// An expression of a member from the whole in a local variable, as `int`.
    public static String extract(CompositeType type, String name, ByteOrder order, JavaPrimitive whole,
            String variable) {
        int shift = shift(type, name, order);
        String mask = type.member(name).encodedLength() == 1 ? "0xff" : "0xffff";
        String shifted = shift == 0 ? variable : variable + " >>> " + shift;
        return (whole.wire().equals("long") ? "(int) (" : "(") + shifted
                + (whole.wire().equals("long") ? ") & " : ") & ")
                + mask;
    }

    /// The value written by a constant member.
    public static long constant(CompositeType type, String name, ByteOrder order, long value) {
        long mask = type.member(name).encodedLength() == 1 ? 0xff : 0xffff;
        return (value & mask) << shift(type, name, order);
    }
}
