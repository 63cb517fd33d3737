// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.QueryException.Reason;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/// Accumulates numbers, or pairs of numbers, for variances and the functions derived from them.
///
/// Exact numbers are summed exactly, and only the result is rounded. For floating-point numbers the differences from
/// the mean are summed (Welford), because sums of squares lose all digits of numbers that differ little. If one number
/// of a pair is a floating-point number, both are treated as such.
///
/// **Threading**: one thread.
public final class Moments {
    private final boolean pairs;
    private boolean floating;
    private long count;
    /// For exact numbers: sums, and sums of products.
    private BigDecimal sumY = BigDecimal.ZERO;
    private BigDecimal sumX = BigDecimal.ZERO;
    private BigDecimal sumYy = BigDecimal.ZERO;
    private BigDecimal sumXx = BigDecimal.ZERO;
    private BigDecimal sumXy = BigDecimal.ZERO;
    /// For floating-point numbers: means, and sums of products of the differences from the means.
    private double meanY;
    private double meanX;
    private double yy;
    private double xx;
    private double xy;
    private boolean finite = true;

    /// @param pairs whether [#add] is called with pairs of numbers
    public Moments(boolean pairs) {
        this.pairs = pairs;
    }

    /// Moments of exact numbers whose sums are known.
    ///
    /// @param sums the sums of y and of its squares; for pairs, then those of x, of its squares, and of the products
    public static Moments ofSums(long count, List<BigDecimal> sums) {
        Moments moments = new Moments(sums.size() > 2);
        moments.count = count;
        moments.sumY = sums.get(0);
        moments.sumYy = sums.get(1);
        if (moments.pairs) {
            moments.sumX = sums.get(2);
            moments.sumXx = sums.get(3);
            moments.sumXy = sums.get(4);
        }
        return moments;
    }

    /// Moments of finite floating-point numbers whose mean and squared differences from it are known.
    ///
    /// @param sums the mean of y and the sum of squared differences from it; for pairs, then those of x, and the sum of
    ///     products
    public static Moments ofDifferences(long count, double... sums) {
        Moments moments = new Moments(sums.length > 2);
        moments.floating = true;
        moments.count = count;
        moments.meanY = sums[0];
        moments.yy = sums[1];
        if (moments.pairs) {
            moments.meanX = sums[2];
            moments.xx = sums[3];
            moments.xy = sums[4];
        }
        return moments;
    }

    /// Adds a number or a pair; for a single number, pass it as both `y` and `x`.
    public void add(Object y, Object x) {
        change(y, x, 1);
    }

    /// Adds all numbers of `other`, which came after these (Chan).
    public void addAll(Moments other) {
        if (other.count == 0) {
            return;
        }
        floating |= other.floating;
        finite &= other.finite;
        double all = (double) count + other.count;
        double share = other.count / all;
        double weight = count * share;
        double fromY = other.meanY - meanY;
        double fromX = other.meanX - meanX;
        meanY = count == 0 ? other.meanY : meanY + fromY * share;
        meanX = count == 0 ? other.meanX : meanX + fromX * share;
        yy += count == 0 ? other.yy : other.yy + fromY * fromY * weight;
        xx += count == 0 ? other.xx : other.xx + fromX * fromX * weight;
        xy += count == 0 ? other.xy : other.xy + fromX * fromY * weight;
        sumY = sumY.add(other.sumY);
        sumX = sumX.add(other.sumX);
        sumYy = sumYy.add(other.sumYy);
        sumXx = sumXx.add(other.sumXx);
        sumXy = sumXy.add(other.sumXy);
        count += other.count;
    }

    /// Whether numbers can be removed without a rounding error.
    public boolean subtracts() {
        return !floating;
    }

    /// Removes an exact number that was added.
    public void subtract(Object y, Object x) {
        change(y, x, -1);
    }

    private void change(Object y, Object x, int sign) {
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

    /// The value of a function for which [Function#isMoment] is true; null for NULL.
    ///
    /// @throws QueryException if the numbers are finite and the result is not
    public Double result(Function function) {
        center();
        if (count == 0) {
            return null;
        }
        return switch (function) {
            case VAR_POP -> checked(function, yy / count);
            case VAR_SAMP -> count < 2 ? null : checked(function, yy / (count - 1));
            case STDDEV_POP -> checked(function, Math.sqrt(yy / count));
            case STDDEV_SAMP -> count < 2 ? null : checked(function, Math.sqrt(yy / (count - 1)));
            case COVAR_POP -> checked(function, xy / count);
            case COVAR_SAMP -> count < 2 ? null : checked(function, xy / (count - 1));
            // Without a variance there is neither a regression line nor a correlation.
            case CORR -> xx == 0 || yy == 0 ? null : checked(function, correlation());
            case REGR_SLOPE -> xx == 0 ? null : checked(function, xy / xx);
            case REGR_INTERCEPT -> xx == 0 ? null : checked(function, floating ? meanY - xy / xx * meanX
                    : intercept());
            case REGR_R2 -> xx == 0 ? null : yy == 0 ? (Double) 1.0 : checked(function, correlation() * correlation());
            case COUNT, COUNT_DISTINCT, SUM, MIN, MAX, AVG, FIRST, LAST, QUANTILE_CONT, QUANTILE_DISC ->
                throw new IllegalArgumentException(
                    "function is not computed from moments: function=" + function);
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

    private Double checked(Function function, double result) {
        if (finite && !Double.isFinite(result)) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: function=" + function + ", value="
                    + result);
        }
        // One zero.
        return result + 0.0;
    }
}
