// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One aggregate over the rows of a group or of a window's frame.
final class WindowAccumulator {
    private final WindowCall call;
    /// Values seen so far if the aggregate is DISTINCT; else null.
    private final Set<List<Object>> seen;
    private long count;
    private BigDecimal exact = BigDecimal.ZERO;
    private double real;
    private Object value;

    WindowAccumulator(WindowCall call) {
        this.call = call;
        seen = call.distinct() ? new HashSet<>() : null;
    }

    /// Whether rows can be removed without a rounding error.
    static boolean subtracts(WindowCall call) {
        return !call.distinct() && switch (call.function()) {
            case COUNT, SUM, SUM0 -> true;
            default -> false;
        };
    }

    /// @return whether it keeps more than before
    boolean add(Object[] row) {
        return change(row, 1);
    }

    void subtract(Object[] row) {
        change(row, -1);
    }

    private boolean change(Object[] row, int sign) {
        for (WindowCall.Argument argument : call.arguments()) {
            if (argument.of(row) == null) {
                return false;
            }
        }
        if (seen != null && !seen.add(call.arguments().stream().map(argument -> argument.of(row)).toList())) {
            return false;
        }
        count += sign;
        Object found = call.arguments().isEmpty() ? null : call.arguments().getFirst().of(row);
        switch (call.function()) {
            case SUM, SUM0 -> {
                BigDecimal number = found instanceof BigDecimal decimal ? decimal
                        : BigDecimal.valueOf(((Number) found).longValue());
                exact = sign > 0 ? exact.add(number) : exact.subtract(number);
            }
            case SUM_OF_DOUBLES, SUM0_OF_DOUBLES -> real += ((Number) found).doubleValue();
            case MIN -> value = value == null || ValueOrder.values(found, value) < 0 ? found : value;
            case MAX -> value = value == null || ValueOrder.values(found, value) > 0 ? found : value;
            case BIT_AND -> value = value == null ? found : bits(value) & bits(found);
            case BIT_OR -> value = value == null ? found : bits(value) | bits(found);
            case BIT_XOR -> value = value == null ? found : bits(value) ^ bits(found);
            case FIRST_VALUE -> value = value == null ? found : value;
            case SINGLE_VALUE -> {
                if (count > 1) {
                    throw new QueryException(Reason.UNSUPPORTED, "a scalar sub-query returns several "
                            + "rows; write IN or LIMIT 1");
                }
                value = found;
            }
            default -> { }
        }
        return seen != null;
    }

    private static long bits(Object number) {
        return ((Number) number).longValue();
    }

    Object value() {
        Object found = switch (call.function()) {
            case COUNT -> count;
            case SUM0 -> exact;
            case SUM -> count == 0 ? null : exact;
            case SUM_OF_DOUBLES -> count == 0 ? null : real;
            case SUM0_OF_DOUBLES -> real;
            case CONSTANT -> call.arguments().getFirst().constant();
            default -> value;
        };
        return found == null ? null : call.type().apply(found);
    }
}
