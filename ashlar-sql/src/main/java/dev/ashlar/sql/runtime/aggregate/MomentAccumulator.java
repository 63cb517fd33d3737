// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;
import java.math.MathContext;

/// Variances and what is computed from them, of one number or of pairs.
///
/// Exact numbers are summed up exactly, and only the result is rounded. Floating-point numbers go by the differences
/// from their mean (Welford), since sums of squares lose all digits of numbers that differ little.
final class MomentAccumulator extends Accumulator {
    private final boolean pairs;
    private boolean floating;
    private long count;
    /// Of exact numbers: sums, and sums of products.
    private BigDecimal sumY = BigDecimal.ZERO;
    private BigDecimal sumX = BigDecimal.ZERO;
    private BigDecimal sumYy = BigDecimal.ZERO;
    private BigDecimal sumXx = BigDecimal.ZERO;
    private BigDecimal sumXy = BigDecimal.ZERO;
    /// Of floating-point numbers: means, and sums of products of the differences from them.
    private double meanY;
    private double meanX;
    private double yy;
    private double xx;
    private double xy;
    private boolean finite = true;

    MomentAccumulator(WindowCall call) {
        super(call);
        pairs = call.arguments().size() > 1;
    }

    @Override
    boolean subtracts() {
        return !floating;
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
        if (hasNull(row)) {
            return;
        }
        Object y = argument(0, row);
        Object x = pairs ? argument(1, row) : y;
        if (isFloating(y) || isFloating(x)) {
            floating = true;
            count++;
            welford(((Number) y).doubleValue(), ((Number) x).doubleValue());
            return;
        }
        count += sign;
        BigDecimal exactY = exact(y);
        sumY = sum(sumY, exactY, sign);
        sumYy = sum(sumYy, exactY.multiply(exactY), sign);
        if (pairs) {
            BigDecimal exactX = exact(x);
            sumX = sum(sumX, exactX, sign);
            sumXx = sum(sumXx, exactX.multiply(exactX), sign);
            sumXy = sum(sumXy, exactX.multiply(exactY), sign);
        }
    }

    private static boolean isFloating(Object number) {
        return number instanceof Double || number instanceof Float;
    }

    private static BigDecimal exact(Object number) {
        return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) number).longValue());
    }

    private static BigDecimal sum(BigDecimal sum, BigDecimal number, int sign) {
        return sign > 0 ? sum.add(number) : sum.subtract(number);
    }

    private void welford(double y, double x) {
        finite &= Double.isFinite(y) && Double.isFinite(x);
        double fromY = y - meanY;
        double fromX = x - meanX;
        meanY += fromY / count;
        meanX += fromX / count;
        yy += fromY * (y - meanY);
        xx += fromX * (x - meanX);
        xy += fromX * (y - meanY);
    }

    /// Makes the sums of exact numbers those of differences from their means.
    private void center() {
        if (floating || count == 0) {
            return;
        }
        BigDecimal rows = BigDecimal.valueOf(count);
        meanY = sumY.divide(rows, MathContext.DECIMAL128).doubleValue();
        yy = centered(sumYy, sumY, sumY, rows);
        if (pairs) {
            meanX = sumX.divide(rows, MathContext.DECIMAL128).doubleValue();
            xx = centered(sumXx, sumX, sumX, rows);
            xy = centered(sumXy, sumX, sumY, rows);
        }
    }

    private static double centered(BigDecimal products, BigDecimal left, BigDecimal right, BigDecimal rows) {
        return products.multiply(rows).subtract(left.multiply(right)).divide(rows, MathContext.DECIMAL128)
                .doubleValue();
    }

    @Override
    Object found() {
        center();
        if (count == 0) {
            return null;
        }
        return switch (call().function()) {
            case VAR_POP -> checked(yy / count);
            case VAR_SAMP -> count < 2 ? null : checked(yy / (count - 1));
            case STDDEV_POP -> checked(Math.sqrt(yy / count));
            case STDDEV_SAMP -> count < 2 ? null : checked(Math.sqrt(yy / (count - 1)));
            case COVAR_POP -> checked(xy / count);
            case COVAR_SAMP -> count < 2 ? null : checked(xy / (count - 1));
            // Without a variance there is no line, nor a correlation.
            case CORR -> xx == 0 || yy == 0 ? null : checked(correlation());
            case REGR_SLOPE -> xx == 0 ? null : checked(xy / xx);
            case REGR_INTERCEPT -> xx == 0 ? null : checked(floating ? meanY - xy / xx * meanX : intercept());
            case REGR_R2 -> xx == 0 ? null : yy == 0 ? (Object) 1.0 : checked(correlation() * correlation());
            default -> throw new IllegalStateException("function=" + call().function());
        };
    }

    /// Of exact numbers: small differences of large numbers keep their digits.
    private double intercept() {
        BigDecimal rows = BigDecimal.valueOf(count);
        BigDecimal spread = rows.multiply(sumXx).subtract(sumX.multiply(sumX));
        return sumY.multiply(sumXx).subtract(sumX.multiply(sumXy)).divide(spread, MathContext.DECIMAL128).doubleValue();
    }

    private double correlation() {
        double found = xy / (Math.sqrt(xx) * Math.sqrt(yy));
        return Double.isNaN(found) ? found : Math.clamp(found, -1, 1);
    }

    private Object checked(double result) {
        if (finite && !Double.isFinite(result)) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: function=" + call().function()
                    + ", value=" + result);
        }
        return ValueOrder.zero(result);
    }
}
