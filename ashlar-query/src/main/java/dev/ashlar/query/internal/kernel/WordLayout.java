// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Location;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.value.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;

/// How the kernels of one query keep the values of one expression in words, the same for all layouts of rows.
///
/// @param words without the one that may say that it is NULL
public record WordLayout(ValueType type, Operand.Form form, int words, int scale, BigInteger least, BigInteger greatest,
        boolean nullable, Location location) {
    /// @param value as it is where rows have all columns
    static WordLayout of(Operand value, ValueType type) {
        if (value.nullAt() == Operand.ALWAYS && type.kind() == Kind.TEXT) {
            throw new NotCompilableException("text that is no column");
        }
        BigInteger greatest = value.form() == Operand.Form.TRUTH ? BigInteger.ONE : value.greatest();
        return new WordLayout(type, value.form(), value.words(), value.scale(), value.least(), greatest,
                value.nullAt() != Operand.NEVER, value.location());
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
                Location.Code code = (Location.Code) location;
                yield EnumText.text(code.values(), code.number().primitive(), from[at + words - 1]);
            }
            case LETTER -> Texts.letter(from[at]);
            case BYTES -> TextBytes.text(from, at, (Location.Characters) location);
        };
    }
}
