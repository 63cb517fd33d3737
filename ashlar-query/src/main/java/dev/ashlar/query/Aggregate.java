// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.value.Typing;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// One value computed from many rows.
///
/// NULL is ignored except by `COUNT` of rows. Without any value, counts are 0 and all others NULL.
///
/// @param name     of the column
/// @param argument what is aggregated; empty for `COUNT` of rows
/// @param second   the second number of pairs; empty for others
/// @param fraction of a quantile, from 0 to 1; empty for others
public record Aggregate(String name, Function function, Optional<Expr> argument, Optional<Expr> second,
        Optional<BigDecimal> fraction) {
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
        LAST,
        /// The value at a place in the order of values, computed from the two next to it: of exact numbers a decimal as
        /// for [#AVG], rounded half up; `DOUBLE` of floating-point numbers; a time of times.
        QUANTILE_CONT,
        /// The least value that at least such a part of the values is not greater than.
        QUANTILE_DISC,
        /// Variances and standard deviations, of all rows or of a sample: `DOUBLE`; of exact numbers, those that are
        /// summed up exactly.
        VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP,
        /// Of pairs, y before x, without those of which one is NULL.
        COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, REGR_R2;

        /// Whether it is computed from [Moments].
        public boolean isMoment() {
            return compareTo(VAR_POP) >= 0;
        }

        public boolean isOfPairs() {
            return compareTo(COVAR_POP) >= 0;
        }

        /// Whether it is a value at a place in the order of all values: see [Quantile].
        public boolean isQuantile() {
            return this == QUANTILE_CONT || this == QUANTILE_DISC;
        }
    }

    public Aggregate {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(function, "function");
        if (argument.isEmpty() && function != Function.COUNT) {
            throw new IllegalArgumentException("aggregate of nothing: function=" + function);
        }
        if (second.isPresent() != function.isOfPairs()) {
            throw new IllegalArgumentException("second argument: function=" + function + ", second=" + second);
        }
        if (fraction.isPresent() != function.isQuantile() || fraction.isPresent() && (fraction.get().signum() < 0
                || fraction.get().compareTo(BigDecimal.ONE) > 0)) {
            throw new IllegalArgumentException("fraction: function=" + function + ", fraction=" + fraction
                    + ", least=0, greatest=1");
        }
        if (function == Function.QUANTILE_CONT && argument.get().type().kind() != Kind.TIMESTAMP
                && !argument.get().type().kind().isNumber()) {
            throw new IllegalArgumentException("nothing between values: function=" + function + ", type="
                    + argument.get().type());
        }
        boolean ofNumbers = function == Function.SUM || function == Function.AVG || function.isMoment();
        for (Expr expr : ofNumbers ? Stream.concat(argument.stream(), second.stream()).toList() : List.<Expr>of()) {
            if (!expr.type().kind().isNumber()) {
                throw new IllegalArgumentException("not a number: function=" + function + ", type=" + expr.type());
            }
        }
    }

    /// Of one argument, or of none.
    public Aggregate(String name, Function function, Optional<Expr> argument) {
        this(name, function, argument, Optional.empty());
    }

    /// Of one argument, or of none, or of pairs.
    public Aggregate(String name, Function function, Optional<Expr> argument, Optional<Expr> second) {
        this(name, function, argument, second, Optional.empty());
    }

    /// Its expressions.
    public List<Expr> arguments() {
        return Stream.concat(argument.stream(), second.stream()).toList();
    }

    public ValueType type() {
        return switch (function) {
            case COUNT, COUNT_DISTINCT -> ValueType.INT64;
            case SUM -> argument.get().type().kind().isFloating() ? ValueType.DOUBLE
                    : ValueType.decimal(ValueType.MAX_PRECISION, scale());
            case AVG, QUANTILE_CONT -> argument.get().type().kind() == Kind.TIMESTAMP ? ValueType.TIMESTAMP
                    : argument.get().type().kind().isFloating() ? ValueType.DOUBLE
                    : ValueType.decimal(ValueType.MAX_PRECISION, Math.max(scale(), Typing.LEAST_QUOTIENT_SCALE));
            case MIN, MAX, FIRST, LAST, QUANTILE_DISC -> argument.get().type();
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> ValueType.DOUBLE;
        };
    }

    private int scale() {
        ValueType type = argument.get().type();
        return type.kind() == Kind.DECIMAL ? type.scale() : 0;
    }
}
