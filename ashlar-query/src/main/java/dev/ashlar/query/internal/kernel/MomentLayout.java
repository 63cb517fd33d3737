// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Moments;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// The words that kernels keep for [Moments].
///
/// | numbers        | words                                                                                    |
/// |----------------|------------------------------------------------------------------------------------------|
/// | exact          | two each: the sum of y, of its squares; of pairs also of x, of its squares, of the products |
/// | floating-point | the bits of the mean of y, of the squares of the differences from it; of pairs likewise of x, and of the products |
final class MomentLayout {
    private static final int NUMBERS = 2;
    private static final int NUMBERS_OF_PAIRS = 5;

    private MomentLayout() {
    }

    /// How many numbers are kept.
    static int numbers(Function function) {
        return function.isOfPairs() ? NUMBERS_OF_PAIRS : NUMBERS;
    }

    static int words(Function function, boolean floating) {
        return floating ? numbers(function) : 2 * numbers(function);
    }

    /// Adds the sums of exact numbers.
    static void add(int numbers, long[] from, int fromAt, long[] to, int at) {
        for (int i = 0; i < 2 * numbers; i += 2) {
            to[at + i] = KernelMath.addHigh(to[at + i], to[at + i + 1], from[fromAt + i], from[fromAt + i + 1]);
            to[at + i + 1] += from[fromAt + i + 1];
        }
    }

    /// Adds what is known of further floating-point numbers (Chan).
    ///
    /// @param count   of those in `to`
    /// @param further of those in `from`
    static void add(int numbers, long count, long further, long[] from, int fromAt, long[] to, int at) {
        if (count == 0) {
            System.arraycopy(from, fromAt, to, at, numbers);
            return;
        }
        double all = (double) count + further;
        double weight = count * (further / all);
        double fromY = real(from, fromAt) - real(to, at);
        set(to, at, real(to, at) + fromY * (further / all));
        set(to, at + 1, real(to, at + 1) + real(from, fromAt + 1) + fromY * fromY * weight);
        if (numbers > NUMBERS) {
            double fromX = real(from, fromAt + 2) - real(to, at + 2);
            set(to, at + 2, real(to, at + 2) + fromX * (further / all));
            set(to, at + 3, real(to, at + 3) + real(from, fromAt + 3) + fromX * fromX * weight);
            set(to, at + 4, real(to, at + 4) + real(from, fromAt + 4) + fromX * fromY * weight);
        }
    }

    private static double real(long[] words, int at) {
        return Double.longBitsToDouble(words[at]);
    }

    private static void set(long[] words, int at, double value) {
        words[at] = Double.doubleToRawLongBits(value);
    }

    /// The result of floating-point numbers.
    ///
    /// @throws KernelBailoutException if there is one that is not finite, or the result is beyond what a `double` holds
    static Object result(Function function, long count, long[] from, int at) {
        double[] numbers = new double[numbers(function)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = real(from, at + i);
            if (!Double.isFinite(numbers[i])) {
                throw KernelBailoutException.INSTANCE;
            }
        }
        return Moments.ofDifferences(count, numbers).result(function);
    }

    /// The result of exact numbers.
    ///
    /// @param scaleY digits after the point of y
    /// @param scaleX likewise
    static Object result(Function function, long count, long[] from, int at, int scaleY, int scaleX) {
        int[] scales = {scaleY, 2 * scaleY, scaleX, 2 * scaleX, scaleX + scaleY};
        List<BigDecimal> sums = new ArrayList<>();
        for (int i = 0; i < numbers(function); i++) {
            sums.add(new BigDecimal(KernelMath.toBig(from[at + 2 * i], from[at + 2 * i + 1]), scales[i]));
        }
        return Moments.ofSums(count, sums).result(function);
    }
}
