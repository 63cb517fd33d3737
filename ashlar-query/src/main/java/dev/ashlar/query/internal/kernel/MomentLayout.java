// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Moments;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words that kernels keep for [Moments].
///
/// | numbers        | words                                                                                    |
/// |----------------|------------------------------------------------------------------------------------------|
/// | exact          | sums of y, of its squares; of pairs also of x, of its squares, of products: two each, or a [Form] |
/// | floating-point | bits of the mean of y, of the squares of differences from it; of pairs also of x, and of products |
final class MomentLayout {
    /// How the sum of exact numbers is kept.
    enum Form {
        /// One word, since the numbers are so short that it cannot overflow.
        NARROW,
        /// The sum of upper and that of lower halves.
        SPLIT,
        /// 128 bits.
        WIDE;

        int words() {
            return this == NARROW ? 1 : 2;
        }

        static Form of(BigInteger least, BigInteger greatest) {
            int bits = Math.max(least.bitLength(), greatest.bitLength());
            return bits + AggregateLayout.ROWS_LOG < Long.SIZE ? NARROW : bits < Long.SIZE ? SPLIT : WIDE;
        }

        private static Form ofProduct(WordLayout left, WordLayout right) {
            BigInteger most = left.least().abs().max(left.greatest().abs()).multiply(
                    right.least().abs().max(right.greatest().abs()));
            return of(most.negate(), most);
        }
    }

    private static final int NUMBERS = 2;
    private static final int NUMBERS_OF_PAIRS = 5;

    private MomentLayout() {
    }

    /// How many numbers are kept.
    static int numbers(Function function) {
        return function.isOfPairs() ? NUMBERS_OF_PAIRS : NUMBERS;
    }

    /// How one kernel keeps the sums of exact numbers, in the order of their words.
    ///
    /// @param x empty where there are no pairs
    static List<Form> forms(WordLayout y, Optional<WordLayout> x) {
        Form sum = Form.of(y.least(), y.greatest());
        return x.isEmpty() ? List.of(sum, Form.ofProduct(y, y)) : List.of(sum, Form.ofProduct(y, y),
                Form.of(x.get().least(), x.get().greatest()), Form.ofProduct(x.get(), x.get()),
                Form.ofProduct(y, x.get()));
    }

    /// Adds the sums of exact numbers that one kernel has kept.
    static void add(List<Form> forms, long[] from, int fromAt, long[] to, int at) {
        int next = fromAt;
        for (int i = 0; i < forms.size(); i++) {
            long high = from[next];
            long low = from[next + forms.get(i).words() - 1];
            switch (forms.get(i)) {
                case NARROW -> high = low >> 63;
                case SPLIT -> {
                    long upper = high << Integer.SIZE;
                    high = KernelMath.addHigh(high >> Integer.SIZE, upper, low >> 63, low);
                    low += upper;
                }
                case WIDE -> { }
            }
            to[at + 2 * i] = KernelMath.addHigh(to[at + 2 * i], to[at + 2 * i + 1], high, low);
            to[at + 2 * i + 1] += low;
            next += forms.get(i).words();
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
