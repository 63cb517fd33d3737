// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;

/// An aggregate that keeps one value, such as a count, a sum, the least or the first value.
final class WindowAccumulator extends AggregateState {
    private long count;
    /// An exact sum is the sum of these two; for whole numbers only the second is used while it is small enough.
    private BigDecimal exact = BigDecimal.ZERO;
    private long whole;
    private double real;
    private Object value;
    /// By which the value was chosen.
    private Object key;

    WindowAccumulator(WindowCall call) {
        super(call);
    }

    @Override
    boolean subtracts() {
        return switch (call().function()) {
            case COUNT, SUM, SUM0 -> true;
            default -> false;
        };
    }

    @Override
    long add(Object[] row) {
        change(row, 1);
        return 0;
    }

    @Override
    void subtract(Object[] row) {
        change(row, -1);
    }

    private void change(Object[] row, int sign) {
        if (!call().takesNull() && hasNull(row)) {
            return;
        }
        count += sign;
        Object found = call().arguments().isEmpty() ? null : argument(0, row);
        switch (call().function()) {
            case SUM, SUM0 -> {
                if (found instanceof BigDecimal number) {
                    exact = sign > 0 ? exact.add(number) : exact.subtract(number);
                } else {
                    addWhole(((Number) found).longValue(), sign);
                }
            }
            case SUM_OF_DOUBLES, SUM0_OF_DOUBLES -> real += ((Number) found).doubleValue();
            case MIN -> value = value == null || ValueOrder.values(found, value) < 0 ? found : value;
            case MAX -> value = value == null || ValueOrder.values(found, value) > 0 ? found : value;
            case ARG_MIN -> choose(found, argument(1, row), -1);
            case ARG_MAX -> choose(found, argument(1, row), 1);
            case BIT_AND -> value = value == null ? found : bits(value) & bits(found);
            case BIT_OR -> value = value == null ? found : bits(value) | bits(found);
            case BIT_XOR -> value = value == null ? found : bits(value) ^ bits(found);
            case FIRST -> value = count == 1 ? found : value;
            case FIRST_NOT_NULL -> value = value == null ? found : value;
            case LAST, LAST_NOT_NULL -> value = found;
            case SINGLE_VALUE -> {
                if (count > 1) {
                    throw new QueryException(Reason.UNSUPPORTED, "a scalar sub-query returns several "
                            + "rows; write IN or LIMIT 1");
                }
                value = found;
            }
            default -> { }
        }
    }

    private void addWhole(long number, int sign) {
        long sum = sign > 0 ? whole + number : whole - number;
        // As `Math.addExact` finds it, and `Math.subtractExact`.
        boolean overflows = ((whole ^ sum) & (sign > 0 ? number ^ sum : whole ^ number)) < 0;
        if (overflows) {
            exact = exact.add(BigDecimal.valueOf(whole));
            exact = sign > 0 ? exact.add(BigDecimal.valueOf(number)) : exact.subtract(BigDecimal.valueOf(number));
            whole = 0;
        } else {
            whole = sum;
        }
    }

    private BigDecimal sum() {
        return whole == 0 ? exact : exact.signum() == 0 && exact.scale() == 0 ? BigDecimal.valueOf(whole)
                : exact.add(BigDecimal.valueOf(whole));
    }

    /// The first of several rows with the same key stays.
    private void choose(Object found, Object by, int sign) {
        if (key == null || sign * ValueOrder.values(by, key) > 0) {
            key = by;
            value = found;
        }
    }

    private static long bits(Object number) {
        return ((Number) number).longValue();
    }

    @Override
    Object found() {
        return switch (call().function()) {
            case COUNT -> count;
            case SUM0 -> sum();
            case SUM -> count == 0 ? null : sum();
            case SUM_OF_DOUBLES -> count == 0 ? null : real;
            case SUM0_OF_DOUBLES -> real;
            case CONSTANT -> call().arguments().getFirst().constant();
            default -> value;
        };
    }
}
