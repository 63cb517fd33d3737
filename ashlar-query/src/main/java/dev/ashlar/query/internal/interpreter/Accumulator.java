// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.interpreter;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Moments;
import dev.ashlar.query.Quantile;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.value.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Gathers the values of one aggregate of one group, as objects.
final class Accumulator {
    private final Aggregate aggregate;
    private final ValueType type;
    private final Set<Object> different;
    private long count;
    private Object value;
    private final Moments moments;
    /// For quantiles.
    private final List<Object> values = new ArrayList<>();

    Accumulator(Aggregate aggregate) {
        this.aggregate = aggregate;
        type = aggregate.type();
        different = aggregate.function() == Aggregate.Function.COUNT_DISTINCT ? new HashSet<>() : Set.of();
        moments = aggregate.function().isMoment() ? new Moments(aggregate.function().isOfPairs()) : null;
    }

    /// Takes in a row of the group.
    ///
    /// @return bytes that it keeps now and did not before
    long add(ObjectRows row) {
        if (aggregate.argument().isEmpty()) {
            count++;
            return 0;
        }
        Object next = Evaluator.evaluate(aggregate.argument().get(), row);
        Object second = aggregate.second().isEmpty() ? next : Evaluator.evaluate(aggregate.second().get(), row);
        if (next == null || second == null) {
            return 0;
        }
        count++;
        return switch (aggregate.function()) {
            case COUNT -> 0;
            case COUNT_DISTINCT -> different.add(Values.canonical(next)) ? MemoryEstimate.valueBytes(next) : 0;
            case SUM, AVG -> {
                value = sum(next);
                yield 0;
            }
            case MIN -> {
                value = value == null || Values.compare(next, value, type) < 0 ? next : value;
                yield 0;
            }
            case MAX -> {
                value = value == null || Values.compare(next, value, type) > 0 ? next : value;
                yield 0;
            }
            case FIRST -> {
                value = value == null ? next : value;
                yield 0;
            }
            case LAST -> {
                value = next;
                yield 0;
            }
            case QUANTILE_CONT, QUANTILE_DISC -> {
                values.add(Values.canonical(next));
                yield Long.BYTES + MemoryEstimate.valueBytes(next);
            }
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> {
                moments.add(next, second);
                yield 0;
            }
        };
    }

    private Object sum(Object next) {
        if (type.kind().isFloating()) {
            return (value == null ? 0.0 : (Double) value) + Values.toDouble(next);
        }
        // Not bounded on the way: what later rows take away again does no harm.
        return value == null ? Values.toDecimal(next) : ((BigDecimal) value).add(Values.toDecimal(next));
    }

    Object result() {
        return switch (aggregate.function()) {
            case COUNT -> count;
            case COUNT_DISTINCT -> (long) different.size();
            case MIN, MAX, FIRST, LAST -> value;
            case SUM -> value == null || type.kind().isFloating() ? value : fitting((BigDecimal) value);
            case AVG -> value == null ? null : type.kind().isFloating() ? (Object) ((Double) value / count)
                    : fitting(((BigDecimal) value).divide(BigDecimal.valueOf(count), type.scale(),
                            RoundingMode.HALF_UP));
            case QUANTILE_CONT, QUANTILE_DISC -> Quantile.of(aggregate, values);
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> moments.result(aggregate.function());
        };
    }

    private BigDecimal fitting(BigDecimal number) {
        return Values.fitting(number.setScale(type.scale()), aggregate::name);
    }
}
