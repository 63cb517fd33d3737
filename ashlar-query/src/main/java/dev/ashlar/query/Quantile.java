// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.internal.value.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// Medians, percentiles and other quantiles: values at a given fraction of the sorted values.
///
/// A continuous quantile is interpolated linearly between two neighbouring values. A discrete quantile is one of the
/// values: the least value such that at least the given fraction of all values is less than or equal to it.
public final class Quantile {
    /// A place among the sorted values.
    ///
    /// @param index index of the value at or before the place
    /// @param part  fraction of the distance from there to the next value
    public record Place(int index, BigDecimal part) {
        /// Whether the place lies between two values, so that the next value matters.
        public boolean isBetween() {
            return part.signum() != 0;
        }
    }

    private Quantile() {
    }

    /// @param fraction the fraction, from 0 to 1
    /// @param count    of values, at least 1
    public static Place continuous(BigDecimal fraction, int count) {
        BigDecimal place = fraction.multiply(BigDecimal.valueOf(count - 1L));
        BigDecimal index = place.setScale(0, RoundingMode.FLOOR);
        return new Place(index.intValueExact(), place.subtract(index));
    }

    /// @param fraction the fraction, from 0 to 1
    /// @param count    of values, at least 1
    public static Place discrete(BigDecimal fraction, int count) {
        int place = fraction.multiply(BigDecimal.valueOf(count)).setScale(0, RoundingMode.CEILING).intValueExact();
        return new Place(Math.max(0, place - 1), BigDecimal.ZERO);
    }

    /// @param count of values, at least 1
    public static Place place(Aggregate aggregate, int count) {
        BigDecimal fraction = aggregate.fraction().orElseThrow();
        return aggregate.function() == Function.QUANTILE_CONT ? continuous(fraction, count)
                : discrete(fraction, count);
    }

    /// The value at a place between two numbers: a `Double` for floating-point numbers, otherwise exact.
    public static Object between(Object low, Object high, Place place) {
        if (!place.isBetween()) {
            return low;
        }
        if (low instanceof Double || low instanceof Float) {
            double from = ((Number) low).doubleValue();
            double to = ((Number) high).doubleValue();
            return from == to ? from : from + (to - from) * place.part().doubleValue();
        }
        BigDecimal from = exact(low);
        return from.add(exact(high).subtract(from).multiply(place.part()));
    }

    private static BigDecimal exact(Object number) {
        return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) number).longValue());
    }

    /// The quantile of values, in the type of the aggregate.
    ///
    /// @param values the values, none of them null; this method sorts the list
    /// @return the quantile; null if there are no values
    public static Object of(Aggregate aggregate, List<Object> values) {
        if (values.isEmpty()) {
            return null;
        }
        ValueType type = aggregate.argument().orElseThrow().type();
        values.sort((left, right) -> Values.compare(left, right, type));
        Place place = place(aggregate, values.size());
        return result(aggregate, values.get(place.index()), values.get(place.index() + (place.isBetween() ? 1 : 0)),
                place);
    }

    /// The value at a place between two values, in the type of the aggregate.
    ///
    /// @throws QueryException if the result has too many digits
    public static Object result(Aggregate aggregate, Object low, Object high, Place place) {
        Object found = between(low, high, place);
        ValueType type = aggregate.type();
        return aggregate.function() == Function.QUANTILE_DISC ? found : switch (type.kind()) {
            case DECIMAL -> Values.fitting(exact(found).setScale(type.scale(), RoundingMode.HALF_UP), aggregate::name);
            case TIMESTAMP -> exact(found).setScale(0, RoundingMode.HALF_UP).longValueExact();
            case REAL, DOUBLE -> Values.toDouble(found);
            case BOOLEAN, INT8, INT16, INT32, INT64, TEXT -> throw new IllegalStateException(
                    "not the type of a quantile: type=" + type);
        };
    }
}
