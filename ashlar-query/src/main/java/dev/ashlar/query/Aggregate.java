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
/// All aggregates except `COUNT` of rows ignore NULL. If there is no value, counts are 0 and all other aggregates are
/// NULL.
///
/// @param name     name of the result column
/// @param argument the aggregated expression; empty for `COUNT` of rows
/// @param second   the second expression of an aggregate over pairs; otherwise empty
/// @param fraction the fraction of a quantile, from 0 to 1; otherwise empty
public record Aggregate(String name, Function function, Optional<Expr> argument, Optional<Expr> second,
        Optional<BigDecimal> fraction) {
    /// How values are aggregated.
    public enum Function {
        /// Number of rows, or of values that are not NULL.
        COUNT,
        /// Number of distinct values.
        COUNT_DISTINCT,
        /// The sum. Whole numbers and decimals give an exact sum of up to 38 digits; floating-point numbers give
        /// `DOUBLE`.
        SUM,
        MIN,
        MAX,
        /// The mean. Exact numbers give a decimal with their number of digits after the point, but at least 18, rounded
        /// half up; floating-point numbers give `DOUBLE`.
        AVG,
        /// The value of the first row that has one, in the order of rows.
        FIRST,
        /// The value of the last row that has one, in the order of rows.
        LAST,
        /// The value at a fraction of the sorted values, interpolated between the two nearest values. Exact numbers
        /// give a decimal as [#AVG] does, rounded half up; floating-point numbers give `DOUBLE`; timestamps give a
        /// timestamp.
        QUANTILE_CONT,
        /// The least value such that at least the given fraction of all values is less than or equal to it.
        QUANTILE_DISC,
        /// Variances and standard deviations of a population or a sample, as `DOUBLE`. Exact numbers are summed
        /// exactly; only the result is rounded.
        VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP,
        /// Aggregates over pairs: `argument` is y, `second` is x. A pair with a NULL is ignored.
        COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, REGR_R2;

        /// Whether the function is computed from [Moments].
        public boolean isMoment() {
            return compareTo(VAR_POP) >= 0;
        }

        public boolean isOfPairs() {
            return compareTo(COVAR_POP) >= 0;
        }

        /// Whether the function is a quantile; see [Quantile].
        public boolean isQuantile() {
            return this == QUANTILE_CONT || this == QUANTILE_DISC;
        }
    }

    public Aggregate {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(function, "function");
        if (argument.isEmpty() && function != Function.COUNT) {
            throw new IllegalArgumentException("aggregate without argument: function=" + function);
        }
        if (second.isPresent() != function.isOfPairs()) {
            throw new IllegalArgumentException("second argument missing or not allowed: function=" + function
                    + ", second=" + second);
        }
        if (fraction.isPresent() != function.isQuantile() || fraction.isPresent() && (fraction.get().signum() < 0
                || fraction.get().compareTo(BigDecimal.ONE) > 0)) {
            throw new IllegalArgumentException("fraction missing, not allowed or out of range: function=" + function
                    + ", fraction=" + fraction + ", least=0, greatest=1");
        }
        if (function == Function.QUANTILE_CONT && argument.get().type().kind() != Kind.TIMESTAMP
                && !argument.get().type().kind().isNumber()) {
            throw new IllegalArgumentException("values cannot be interpolated: function=" + function + ", type="
                    + argument.get().type());
        }
        boolean ofNumbers = function == Function.SUM || function == Function.AVG || function.isMoment();
        for (Expr expr : ofNumbers ? Stream.concat(argument.stream(), second.stream()).toList() : List.<Expr>of()) {
            if (!expr.type().kind().isNumber()) {
                throw new IllegalArgumentException("not a number: function=" + function + ", type=" + expr.type());
            }
        }
    }

    /// An aggregate with one argument, or with none.
    public Aggregate(String name, Function function, Optional<Expr> argument) {
        this(name, function, argument, Optional.empty());
    }

    /// An aggregate with one argument, with none, or over pairs.
    public Aggregate(String name, Function function, Optional<Expr> argument, Optional<Expr> second) {
        this(name, function, argument, second, Optional.empty());
    }

    /// The expressions that are aggregated, in order.
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
