// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.value.Texts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Layout of the words in which the kernels of one query keep the values of one expression; the same for all layouts of
/// rows.
///
/// @param words number of words, not counting the one for NULL
public record WordLayout(ValueType type, Operand.Form form, int words, int scale, BigInteger least, BigInteger greatest,
        boolean nullable, Placement placement) {
    /// Digits that all numbers of one word can have.
    private static final int LONG_DIGITS = 18;
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// @param value as it is where rows have all columns
    static WordLayout of(Operand value, ValueType type) {
        if (value.nullAt() == Operand.ALWAYS && type.kind() == Kind.TEXT) {
            throw new NotCompilableException("text that is not a column");
        }
        BigInteger greatest = value.form() == Operand.Form.TRUTH ? BigInteger.ONE : value.greatest();
        return new WordLayout(type, value.form(), value.words(), value.scale(), value.least(), greatest,
                value.nullAt() != Operand.NEVER, value.placement());
    }

    /// For values that no kernel computes.
    public static WordLayout ofObjects(ValueType type) {
        boolean wide = type.kind() == Kind.DECIMAL && type.precision() > LONG_DIGITS;
        Operand.Form form = switch (type.kind()) {
            case BOOLEAN -> Operand.Form.TRUTH;
            case REAL, DOUBLE -> Operand.Form.DOUBLE;
            case TEXT -> Operand.Form.BYTES;
            case INT8, INT16, INT32, INT64, DECIMAL, TIMESTAMP -> wide ? Operand.Form.WIDE : Operand.Form.LONG;
        };
        return new WordLayout(type, form, wide ? 2 : 1, type.scale(), BigInteger.ZERO, BigInteger.ZERO, true, null);
    }

    /// The value as an object.
    public Object read(long[] from, int at) {
        return switch (form) {
            case LONG -> type.kind() == Kind.DECIMAL ? BigDecimal.valueOf(from[at], scale).setScale(type.scale())
                    : (Object) from[at];
            case WIDE -> new BigDecimal(KernelMath.toBig(from[at], from[at + 1]), scale).setScale(type.scale());
            case DOUBLE -> Double.longBitsToDouble(from[at]);
            case TRUTH -> from[at] != 0;
            case CODE -> {
                Placement.Code code = (Placement.Code) placement;
                yield EnumText.text(code.values(), code.number().primitive(), from[at + words - 1]);
            }
            case LETTER -> Texts.letter(from[at]);
            case BYTES -> text(from, at);
        };
    }

    private String text(long[] from, int at) {
        byte[] bytes = new byte[words * Long.BYTES];
        int plain = plainText(from, at, bytes, 0);
        return plain < 0 ? TextBytes.text(from, at, (Placement.Characters) placement)
                : new String(bytes, 0, plain, StandardCharsets.ISO_8859_1);
    }

    /// The word of a value whose words kernels have made order as values do.
    public long ofOrdered(long word) {
        return form == Operand.Form.DOUBLE ? word ^ word >> 63 & Long.MAX_VALUE : word;
    }

    /// Writes the bytes of a text that is nothing but ASCII, which is the same in all charsets that kernels read.
    ///
    /// @param to with room for all bytes of the words
    /// @return how many bytes the text has; -1 if it is another text, which [#read] has
    public int plainText(long[] from, int at, byte[] to, int toAt) {
        if (form != Operand.Form.BYTES) {
            return -1;
        }
        for (int word = 0; word < words; word++) {
            long bits = from[at + word];
            if ((bits & NOT_ASCII) != 0) {
                return -1;
            }
            LONG.set(to, toAt + word * Long.BYTES, bits);
            // A NUL ends the text, and nothing but NULs follow it.
            int length = Long.BYTES - Long.numberOfLeadingZeros(bits) / Byte.SIZE;
            if (length < Long.BYTES) {
                return word * Long.BYTES + length;
            }
        }
        return words * Long.BYTES;
    }
}
