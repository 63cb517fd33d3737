// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Floating-point numbers.
final class RealWriter extends FieldWriter {
    private final PrimitiveType primitive;
    private final double nothing;
    private final ByteOrder order;
    private final NumberText number;

    /// @param nothing the null value
    RealWriter(int offset, boolean nullable, PrimitiveType primitive, double nothing, ByteOrder order,
            NumberText number) {
        super(offset, nullable);
        this.primitive = primitive;
        this.nothing = nothing;
        this.order = order;
        this.number = number;
    }

    /// Whether the field would read the value as NULL.
    private boolean isNull(double value) {
        return nullable && (value == nothing || Double.isNaN(value) && Double.isNaN(nothing));
    }

    private boolean isExact(double value) {
        return primitive == PrimitiveType.DOUBLE || (float) value == value || Double.isNaN(value);
    }

    @Override
    int writeSame(SourceType type, ColumnValues values, int from, int to, MemorySegment memory, long block,
            int stride) {
        if (!(type instanceof SourceType.Real)) {
            return from;
        }
        long at = block + offset;
        for (int i = from; i < to; i++, at += stride) {
            if (values.nulls[i]) {
                if (!nullable) {
                    return i;
                }
                continue;
            }
            long bits = values.longs[i];
            double value = Double.longBitsToDouble(bits);
            if (!isExact(value) || isNull(value)) {
                return i;
            }
            put(memory, at, primitive, bits, order);
        }
        return to;
    }

    @Override
    String refuse(SourceType type, ColumnValues values, int row) {
        return type instanceof SourceType.Real && !isExact(Double.longBitsToDouble(values.longs[row]))
                ? "no float equals this double" : "";
    }

    @Override
    String write(byte[] bytes, int from, int to, MemorySegment memory, long block) {
        double value;
        if (number.parse(bytes, from, to)) {
            boolean narrow = primitive == PrimitiveType.FLOAT;
            value = narrow ? number.toFloat() : number.toDouble();
            if (Double.isInfinite(value)) {
                return "out of range, type=" + primitive.sbeName();
            }
            if (narrow ? !number.isExact((float) value) : !number.isExact(value)) {
                return "digits would be lost, type=" + primitive.sbeName();
            }
        } else {
            value = special(bytes, from, to);
            if (value == 0) {
                return "not a number";
            }
        }
        if (isNull(value)) {
            return (Double.isNaN(value) ? "NaN" : "a number") + ", which an optional " + primitive.sbeName()
                    + " reads as NULL";
        }
        put(memory, block + offset, primitive, Double.doubleToRawLongBits(value), order);
        return "";
    }
}
