// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.value.Typing;
import java.util.Objects;
import java.util.Optional;

/// One value computed from many rows.
///
/// NULL is ignored except by `COUNT` of rows. Without any value, counts are 0 and all others NULL.
///
/// @param name     of the column
/// @param argument what is aggregated; empty for `COUNT` of rows
public record Aggregate(String name, Function function, Optional<Expr> argument) {
    /// How values are aggregated.
    public enum Function {
        /// How many rows, or values.
        COUNT,
        /// How many different values.
        COUNT_DISTINCT,
        /// The sum: exact, of up to 38 digits, for whole numbers and decimals; `DOUBLE` for floating-point numbers.
        SUM,
        MIN,
        MAX,
        /// The mean: of exact numbers a decimal with as many digits after the point as they have, but at least 18,
        /// rounded half up; `DOUBLE` for floating-point numbers.
        AVG,
        /// The value of the first row that has one, in the order of rows.
        FIRST,
        /// The value of the last row that has one, in the order of rows.
        LAST
    }

    public Aggregate {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(function, "function");
        if (argument.isEmpty() && function != Function.COUNT) {
            throw new IllegalArgumentException("aggregate of nothing: function=" + function);
        }
        if ((function == Function.SUM || function == Function.AVG) && !argument.get().type().kind().isNumber()) {
            throw new IllegalArgumentException("not a number: function=" + function + ", type="
                    + argument.get().type());
        }
    }

    public ValueType type() {
        return switch (function) {
            case COUNT, COUNT_DISTINCT -> ValueType.INT64;
            case SUM -> argument.get().type().kind().isFloating() ? ValueType.DOUBLE
                    : ValueType.decimal(ValueType.MAX_PRECISION, scale());
            case AVG -> argument.get().type().kind().isFloating() ? ValueType.DOUBLE
                    : ValueType.decimal(ValueType.MAX_PRECISION, Math.max(scale(), Typing.LEAST_QUOTIENT_SCALE));
            case MIN, MAX, FIRST, LAST -> argument.get().type();
        };
    }

    private int scale() {
        ValueType type = argument.get().type();
        return type.kind() == Kind.DECIMAL ? type.scale() : 0;
    }
}
