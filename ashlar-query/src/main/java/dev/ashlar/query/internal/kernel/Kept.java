// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.Codes;
import dev.ashlar.query.internal.column.Place;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.value.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;

/// How kernels of one question keep the values of one expression in words, whatever the rows at hand have of it.
///
/// @param words without the one that may say that it is NULL
public record Kept(ValueType type, Val.Form form, int words, int scale, BigInteger least, BigInteger greatest,
        boolean nullable, Place place) {
    /// @param value as it is where rows have all columns
    static Kept of(Val value, ValueType type) {
        if (value.nullAt() == Val.ALWAYS && type.kind() == Kind.TEXT) {
            throw new NoKernelException("text that is no column");
        }
        BigInteger greatest = value.form() == Val.Form.TRUTH ? BigInteger.ONE : value.greatest();
        return new Kept(type, value.form(), value.words(), value.scale(), value.least(), greatest,
                value.nullAt() != Val.NEVER, value.place());
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
                Place.Code code = (Place.Code) place;
                yield Codes.text(code.values(), code.number().primitive(), from[at + words - 1]);
            }
            case LETTER -> Texts.letter(from[at]);
            case BYTES -> TextBytes.text(from, at, (Place.Characters) place);
        };
    }
}
