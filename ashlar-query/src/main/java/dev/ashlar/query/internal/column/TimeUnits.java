// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.Locale;

/// Determines which values are timestamps, and their units.
final class TimeUnits {
    private static final String UTC_TIMESTAMP = "UTCTimestamp";
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int DIGITS_OF_NS = 9;

    private TimeUnits() {
    }

    /// Nanoseconds that the number of a field stands for; 0 if it is no point in time.
    ///
    /// It is one if it has 8 bytes, counts from the beginning of 1970, and its semantic type is `UTCTimestamp`, its own
    /// or its type's. The unit is a nanosecond where the schema does not say otherwise.
    static long of(Field field) {
        boolean says = field.meta().semanticType().equals(UTC_TIMESTAMP)
                || field.type().meta().semanticType().equals(UTC_TIMESTAMP);
        boolean fits = field.type() instanceof ScalarType scalar && !scalar.isArray()
                && (scalar.primitive() == PrimitiveType.UINT64 || scalar.primitive() == PrimitiveType.INT64);
        boolean unix = field.epoch().isEmpty() || field.epoch().equalsIgnoreCase("unix");
        return says && fits && unix ? unit(field.timeUnit()) : 0;
    }

    private static long unit(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "", "nanosecond" -> 1;
            case "microsecond" -> 1_000;
            case "millisecond" -> 1_000_000;
            case "second" -> NS_PER_SECOND;
            default -> 0;
        };
    }

    /// The same of a composite with a `time` of 8 bytes and a constant `unit`, and nothing else: the power of ten that
    /// divides a second, as the standard numbers its `TimeUnit`.
    static long of(CompositeType type) {
        Member time = type.member("time");
        Member unit = type.member("unit");
        boolean fits = type.members().size() == 2 && time != null && unit != null && time.encodedLength() == Long.BYTES
                && unit.encodedLength() == 0;
        if (!fits || !(unit.type() instanceof ScalarType scalar)
                || !(scalar.constant().orElse(null) instanceof Literal.Whole(long digits))
                || digits < 0 || digits > DIGITS_OF_NS || digits % 3 != 0) {
            return 0;
        }
        long unitNs = NS_PER_SECOND;
        for (long i = 0; i < digits; i++) {
            unitNs /= 10;
        }
        return unitNs;
    }
}
