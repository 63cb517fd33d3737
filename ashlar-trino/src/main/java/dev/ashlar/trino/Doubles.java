// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.Ranges;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import java.util.Optional;

/// Converts Trino's constants to numbers for estimates; times are in microseconds.
final class Doubles {
    /// The least and the greatest value of a domain; empty if it is not numeric.
    static Optional<double[]> span(Domain domain) {
        Ranges ranges = domain.getValues().getRanges();
        Range span = ranges.getSpan();
        double low = span.isLowUnbounded() ? Double.NEGATIVE_INFINITY : of(domain.getType(), span.getLowBoundedValue());
        double high = span.isHighUnbounded() ? Double.POSITIVE_INFINITY
                : of(domain.getType(), span.getHighBoundedValue());
        return Double.isNaN(low) || Double.isNaN(high) ? Optional.empty() : Optional.of(new double[] {low, high});
    }

    private static double of(Type type, Object value) {
        return switch (value) {
            case Long number when type instanceof DecimalType decimal -> number / Math.pow(10, decimal.getScale());
            case Int128 number -> number.toBigInteger().doubleValue() / Math.pow(10, ((DecimalType) type).getScale());
            case Long number when type instanceof RealType -> Float.intBitsToFloat(number.intValue());
            case Long number -> number;
            case Double number -> number;
            case LongTimestamp time -> time.getEpochMicros();
            default -> Double.NaN;
        };
    }
}
