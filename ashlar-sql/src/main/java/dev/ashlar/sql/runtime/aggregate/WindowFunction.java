// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.sql.runtime.RowBudget;
import java.math.BigDecimal;

/// Computes a window function for successive rows.
interface WindowFunction {
    /// @param row at which the bounds are
    Object at(int row);

    static WindowFunction of(WindowCall call, WindowPartition partition, WindowFrame.Bounds bounds, RowBudget budget) {
        int rows = partition.size();
        WindowFunction found = switch (call.function()) {
            case ROW_NUMBER -> row -> row + 1L;
            case RANK -> row -> partition.peersBegin(row) + 1L;
            case DENSE_RANK -> row -> partition.peersBefore(row) + 1L;
            case PERCENT_RANK -> row -> rows == 1 ? 0.0 : partition.peersBegin(row) / (rows - 1.0);
            case CUME_DIST -> row -> partition.peersEnd(row) / (double) rows;
            case NTILE -> row -> tile(row, rows, number(call, 0, partition.row(row), "NTILE", 1));
            case LAG -> row -> neighbour(call, partition, row, -1);
            case LEAD -> row -> neighbour(call, partition, row, 1);
            case FIRST_VALUE -> _ -> nth(call, partition, bounds, 1, false);
            case LAST_VALUE -> _ -> nth(call, partition, bounds, 1, true);
            case NTH_VALUE -> row -> nth(call, partition, bounds,
                    number(call, 1, partition.row(row), "NTH_VALUE", 1), false);
            case CONSTANT -> _ -> call.arguments().getFirst().constant();
            case MIN, MAX -> bounds.seesAll() ? new SlidingExtreme(call, partition, bounds, budget)
                    : new WindowAggregate(call, partition, bounds, budget);
            case COUNT, SUM, SUM0, SUM_OF_DOUBLES, SUM0_OF_DOUBLES, SINGLE_VALUE, BIT_AND, BIT_OR, BIT_XOR, FIRST, LAST,
                FIRST_NOT_NULL, LAST_NOT_NULL, ARG_MIN, ARG_MAX, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP,
                COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, REGR_R2, STRING_AGG, ARRAY_AGG, QUANTILE_CONT,
                QUANTILE_DISC, MODE ->
                new WindowAggregate(call, partition, bounds, budget);
        };
        return call.isAggregate() ? found : row -> {
            Object value = found.at(row);
            return value == null ? null : call.type().apply(value);
        };
    }

    /// The number of the tile, from 1. If rows do not divide evenly, the first tiles have one row more.
    private static long tile(long row, long rows, long tiles) {
        long small = rows / tiles;
        long larger = rows % tiles;
        long inLarger = larger * (small + 1);
        return row < inLarger ? row / (small + 1) + 1 : larger + (row - inLarger) / small + 1;
    }

    private static long number(WindowCall call, int argument, Object[] row, String function, long least) {
        Object value = call.arguments().get(argument).of(row);
        BigDecimal number = value instanceof BigDecimal decimal ? decimal
                : value instanceof Number whole ? BigDecimal.valueOf(whole.longValue()) : null;
        if (number == null || number.compareTo(BigDecimal.valueOf(least)) < 0 || number.stripTrailingZeros().scale() > 0
                || number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new QueryException(Reason.UNSUPPORTED, "not a whole number in range: function=" + function
                    + ", value=" + value + ", least=" + least + ", greatest=" + Long.MAX_VALUE);
        }
        return number.longValueExact();
    }

    private static Object neighbour(WindowCall call, WindowPartition partition, int row, int step) {
        Object[] values = partition.row(row);
        long offset = call.arguments().size() < 2 ? 1
                : number(call, 1, values, call.function().name(), Integer.MIN_VALUE);
        int direction = offset < 0 ? -step : step;
        long left = Math.abs(offset);
        long at = row;
        if (!call.ignoreNulls()) {
            at = left > partition.size() ? -1 : row + direction * left;
        } else {
            while (left > 0 && at >= 0 && at < partition.size()) {
                at += direction;
                boolean inside = at >= 0 && at < partition.size();
                if (inside && call.arguments().getFirst().of(partition.row((int) at)) != null) {
                    left--;
                }
            }
        }
        if (at >= 0 && at < partition.size()) {
            return call.arguments().getFirst().of(partition.row((int) at));
        }
        return call.arguments().size() > 2 ? call.arguments().get(2).of(values) : null;
    }

    private static Object nth(WindowCall call, WindowPartition partition, WindowFrame.Bounds bounds, long n,
            boolean fromLast) {
        long left = n;
        int count = bounds.end() - bounds.begin();
        if (bounds.seesAll() && !call.ignoreNulls()) {
            int at = fromLast ? bounds.end() - 1 : bounds.begin() + (int) Math.min(n, Integer.MAX_VALUE / 2) - 1;
            return n > count ? null : call.arguments().getFirst().of(partition.row(at));
        }
        for (int i = 0; i < count; i++) {
            int at = fromLast ? bounds.end() - 1 - i : bounds.begin() + i;
            Object value = call.arguments().getFirst().of(partition.row(at));
            if (bounds.sees(at) && (value != null || !call.ignoreNulls()) && --left == 0) {
                return value;
            }
        }
        return null;
    }
}
