// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.otf.internal.Wire;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Literals as the bytes of their primitive type, little endian.
final class LiteralBytes {
    private static final byte[] NONE = {};

    static byte[] of(Optional<Literal> literal, PrimitiveType type) {
        return literal.map(l -> of(l, type, 1, "")).orElse(NONE);
    }

    /// @param length            elements; text is filled up with NUL
    /// @param characterEncoding of text; empty for ASCII
    static byte[] of(Literal literal, PrimitiveType type, int length, String characterEncoding) {
        if (literal instanceof Literal.Text(String text)) {
            byte[] bytes = text.getBytes(charset(characterEncoding));
            return bytes.length < length ? Arrays.copyOf(bytes, length) : bytes;
        }
        byte[] bytes = new byte[type.size()];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        switch (literal) {
            case Literal.Whole(long bits) when type.isFloatingPoint() -> Wire.putReal(memory, 0, type, false, bits);
            case Literal.Whole(long bits) -> Wire.putWhole(memory, 0, type, false, bits);
            case Literal.Real(double value) when type.isFloatingPoint() -> Wire.putReal(memory, 0, type, false, value);
            case Literal.Real(double value) -> Wire.putWhole(memory, 0, type, false, (long) value);
            case Literal.Text _ -> throw new AssertionError("handled above");
        }
        return bytes;
    }

    /// The value of these bytes, or `null` if the type has another size.
    static Literal single(byte[] bytes, PrimitiveType type) {
        if (bytes.length != type.size()) {
            return null;
        }
        MemorySegment memory = MemorySegment.ofArray(bytes);
        return type.isFloatingPoint() ? Literal.of(Wire.getReal(memory, 0, type, false))
                : Literal.of(Wire.getWhole(memory, 0, type, false));
    }

    /// The constant of these bytes: text if they are several characters or one beyond ASCII.
    static Literal constant(byte[] bytes, PrimitiveType type, String characterEncoding) {
        if (type != PrimitiveType.CHAR || bytes.length == 1 && bytes[0] >= 0) {
            return single(bytes, type);
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return Literal.of(new String(bytes, 0, end, charset(characterEncoding)));
    }

    private static Charset charset(String characterEncoding) {
        return characterEncoding.isEmpty() ? StandardCharsets.US_ASCII : Charset.forName(characterEncoding);
    }
}
