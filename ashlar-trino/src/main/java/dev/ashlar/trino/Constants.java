// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import io.airlift.slice.Slice;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;

/// Converts Trino's constants to those of expressions.
final class Constants {
    private static final long NS_PER_MICRO = 1_000;
    private static final long NS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    private static final long MOST_DAYS = Long.MAX_VALUE / NS_PER_DAY;
    private static final int PICOS_PER_NS = 1_000;
    private static final long LEAST_MICROS = Math.ceilDiv(Long.MIN_VALUE, NS_PER_MICRO);
    private static final long GREATEST_MICROS = Long.MAX_VALUE / NS_PER_MICRO - 1;

    /// @param value value in the representation of Trino's predicates, not null
    /// @return null if no value of the column can equal it: a time outside the years 1677 to 2262
    static Expr.Literal of(Type type, Object value) {
        return switch (type) {
            case BooleanType _ -> new Expr.Literal((Boolean) value, ValueType.BOOLEAN);
            case TinyintType _, SmallintType _, IntegerType _, BigintType _ ->
                new Expr.Literal((Long) value, ValueType.INT64);
            case RealType _ -> new Expr.Literal((double) Float.intBitsToFloat(Math.toIntExact((Long) value)),
                    ValueType.DOUBLE);
            case DoubleType _ -> new Expr.Literal((Double) value, ValueType.DOUBLE);
            case DecimalType decimal -> new Expr.Literal(new BigDecimal(decimal.isShort()
                    ? BigInteger.valueOf((Long) value) : ((Int128) value).toBigInteger(), decimal.getScale()),
                    ValueType.decimal(decimal.getPrecision(), decimal.getScale()));
            case VarcharType _ -> new Expr.Literal(((Slice) value).toStringUtf8(), ValueType.TEXT);
            case DateType _ -> isBefore(type, value) || isAfter(type, value) ? null
                    : new Expr.Literal((Long) value * NS_PER_DAY, ValueType.TIMESTAMP);
            default -> isBefore(type, value) || isAfter(type, value) ? null : time((LongTimestamp) value);
        };
    }

    private static Expr.Literal time(LongTimestamp value) {
        return new Expr.Literal(value.getEpochMicros() * NS_PER_MICRO + value.getPicosOfMicro() / PICOS_PER_NS,
                ValueType.TIMESTAMP);
    }

    /// Whether it is less than all values of its column.
    static boolean isBefore(Type type, Object value) {
        return value instanceof LongTimestamp time && time.getEpochMicros() < LEAST_MICROS
                || type instanceof DateType && (Long) value < -MOST_DAYS;
    }

    /// Whether it is greater than all values of its column.
    static boolean isAfter(Type type, Object value) {
        return value instanceof LongTimestamp time && time.getEpochMicros() > GREATEST_MICROS
                || type instanceof DateType && (Long) value > MOST_DAYS;
    }
}
