// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Aggregate;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.quantile.GatheredValues;
import dev.ashlar.query.internal.value.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The words that kernels keep for the aggregates of a group, and how those of several kernels become one result.
///
/// Word 0 counts the rows of the group; a kernel omits it if no result needs it, because every additional word must be
/// loaded and stored for each row. For a value that may be NULL, a separate word counts the values that are not NULL.
///
/// | aggregate         | words in addition to the count                                                       |
/// |-------------------|--------------------------------------------------------------------------------------|
/// | count             | none                                                                                 |
/// | sum, mean         | one for the bits of a `double`; one for numbers so short that it cannot overflow; two |
/// |                   | for others: of those of 64 bits, while one kernel adds them up, the sum of their upper |
/// |                   | and that of their lower halves, which needs no carry; of short ones as a whole        |
/// | first, last       | those of the value                                                                   |
/// | least, greatest   | those of the value; of texts those of [SortLayout], which are compared as numbers     |
/// | variance and others | those of [MomentLayout]                                                            |
/// | count distinct    | none; [DistinctValues], or a [GroupTable] of groups and values                       |
/// | quantiles         | none; [GatheredValues]                                                               |
public final class AggregateLayout {
    /// Rows of which one kernel makes sums at most, as a power of two.
    public static final int ROWS_LOG = 31;
    /// Bits, without the sign, of a number short enough to be added to the lower half; as many rows as a power of
    /// two may be added before sums are settled.
    static final int SHORT_LOG = 40;
    public static final int SETTLED_LOG = 22;
    static final int NO_COUNT = -1;

    /// One aggregate.
    ///
    /// @param layout  its argument; empty for the count of rows
    /// @param countAt word that counts values; [#NO_COUNT] if nothing does, and there are some
    /// @param at      first word
    /// @param words   how many
    /// @param second  its second argument, if it has two
    /// @param split   whether they are sums of halves
    /// @param isDouble     whether its words are those of `double`s
    /// @param countsValues whether it has a word of its own for that
    /// @param forms   of the sums of moments of exact numbers of one kernel; else none
    /// @param ranks   of the codes of an enum of which it is the extreme; else none
    record Sum(Aggregate aggregate, Optional<WordLayout> layout, Optional<WordLayout> second, int countAt, int at,
            int words, boolean split, boolean isDouble, boolean countsValues, List<MomentLayout.Form> forms,
            long[] ranks) {
        /// Whether it is a sum, or the mean of it.
        boolean isTotal() {
            return aggregate.function() == Function.SUM || aggregate.function() == Function.AVG;
        }

        /// Whether its words are those of [SortLayout].
        boolean isOrdered() {
            return isExtreme(aggregate.function()) && isText(layout.orElseThrow());
        }
    }

    private final List<Sum> sums = new ArrayList<>();
    /// Whether word 0 counts rows.
    private final boolean counted;
    private int words;

    private AggregateLayout(List<Aggregate> aggregates, List<Optional<WordLayout>> arguments,
            List<Optional<WordLayout>> seconds, boolean merged, boolean counted) {
        this.counted = counted;
        words = counted ? 1 : 0;
        for (int i = 0; i < aggregates.size(); i++) {
            Optional<WordLayout> layout = arguments.get(i);
            Optional<WordLayout> second = seconds.get(i);
            int countAt = isNullable(layout) || isNullable(second) ? words++ : counted ? 0 : NO_COUNT;
            Function function = aggregates.get(i).function();
            List<MomentLayout.Form> forms = merged || !function.isMoment() || isDouble(layout, second) ? List.of()
                    : MomentLayout.forms(layout.orElseThrow(), second);
            int length = layout.isEmpty() ? 0 : words(function, layout.get(), second, merged);
            length = forms.isEmpty() ? length : forms.stream().mapToInt(MomentLayout.Form::words).sum();
            boolean sum = function == Function.SUM || function == Function.AVG;
            sums.add(new Sum(aggregates.get(i), layout, second, countAt, words, length, sum && !merged && length == 2
                    && layout.get().form() == Operand.Form.LONG, isDouble(layout, seconds.get(i)),
                    isNullable(layout) || isNullable(seconds.get(i)), forms, isExtreme(function)
                    ? SortLayout.ranks(layout.orElseThrow()) : new long[0]));
            words += length;
        }
    }

    /// Those of one kernel.
    ///
    /// @param keyed whether there is a group only if it has rows
    static AggregateLayout ofParts(List<Aggregate> aggregates, List<Optional<WordLayout>> arguments,
            List<Optional<WordLayout>> seconds, boolean keyed) {
        boolean counted = !keyed;
        for (int i = 0; i < aggregates.size() && !counted; i++) {
            counted = !isNullable(arguments.get(i)) && !isNullable(seconds.get(i)) && switch (aggregates.get(i)
                    .function()) {
                case COUNT, AVG, FIRST, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR,
                    REGR_SLOPE, REGR_INTERCEPT, REGR_R2 -> true;
                case SUM, MIN, MAX, LAST, COUNT_DISTINCT, QUANTILE_CONT, QUANTILE_DISC -> false;
            };
        }
        return new AggregateLayout(aggregates, arguments, seconds, false, counted);
    }

    /// Those of all kernels together.
    static AggregateLayout ofAll(List<Aggregate> aggregates, List<Optional<WordLayout>> arguments,
            List<Optional<WordLayout>> seconds) {
        return new AggregateLayout(aggregates, arguments, seconds, true, true);
    }

    private static boolean isExtreme(Function function) {
        return function == Function.MIN || function == Function.MAX;
    }

    private static boolean isText(WordLayout layout) {
        return layout.form() == Operand.Form.CODE || layout.form() == Operand.Form.BYTES;
    }

    private static boolean isNullable(Optional<WordLayout> layout) {
        return layout.isPresent() && layout.get().nullable();
    }

    private static boolean isDouble(Optional<WordLayout> layout, Optional<WordLayout> second) {
        return layout.isPresent() && layout.get().form() == Operand.Form.DOUBLE
                || second.isPresent() && second.get().form() == Operand.Form.DOUBLE;
    }

    private static int words(Function function, WordLayout layout, Optional<WordLayout> second, boolean merged) {
        return switch (function) {
            case COUNT, COUNT_DISTINCT -> 0;
            case QUANTILE_CONT, QUANTILE_DISC -> {
                switch (layout.form()) {
                    case CODE, BYTES -> throw new NotCompilableException("order of texts");
                    case WIDE -> throw new NotCompilableException("quantile of numbers of more than 64 bits");
                    case LONG, DOUBLE, TRUTH, LETTER -> { }
                }
                yield 0;
            }
            case SUM, AVG -> layout.form() == Operand.Form.DOUBLE || !merged && isNarrow(layout) ? 1 : 2;
            case MIN, MAX -> isText(layout) ? SortLayout.words(layout) : layout.words();
            case FIRST, LAST -> layout.words();
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> {
                boolean real = isDouble(Optional.of(layout), second);
                if (!real && (layout.words() > 1 || second.isPresent() && second.get().words() > 1)) {
                    throw new NotCompilableException("squares of numbers of more than 64 bits");
                }
                yield (real ? 1 : 2) * MomentLayout.numbers(function);
            }
        };
    }

    private static boolean isNarrow(WordLayout layout) {
        BigInteger most = layout.least().abs().max(layout.greatest().abs());
        return layout.form() == Operand.Form.LONG && most.shiftLeft(ROWS_LOG).bitLength() < Long.SIZE;
    }

    List<Sum> sums() {
        return sums;
    }

    /// How the argument of an aggregate is kept.
    public WordLayout layout(int aggregate) {
        return sums.get(aggregate).layout().orElseThrow();
    }

    public int words() {
        return words;
    }

    boolean isCounted() {
        return counted;
    }

    /// Whether it does not matter in which order rows come, nor in which parts.
    public boolean areExact() {
        return sums.stream().allMatch(sum -> switch (sum.aggregate().function()) {
            case COUNT, COUNT_DISTINCT, QUANTILE_CONT, QUANTILE_DISC -> true;
            case SUM, AVG, MIN, MAX, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR,
                REGR_SLOPE, REGR_INTERCEPT, REGR_R2 -> !sum.isDouble();
            case FIRST, LAST -> false;
        });
    }

    /// By aggregate: the ranks of the codes of an enum of which it is the extreme.
    long[][] ranks() {
        return sums.stream().map(Sum::ranks).toArray(long[][]::new);
    }

    /// The words of a group of no rows.
    public long[] initial() {
        long[] initial = new long[words];
        for (Sum sum : sums) {
            if (sum.isOrdered()) {
                Arrays.fill(initial, sum.at(), sum.at() + sum.words(),
                        sum.aggregate().function() == Function.MIN ? Long.MAX_VALUE : Long.MIN_VALUE);
            } else if (sum.words() > 0 && sum.aggregate().function() == Function.MIN) {
                if (sum.isDouble()) {
                    initial[sum.at()] = Double.doubleToLongBits(Double.NaN);
                } else {
                    initial[sum.at()] = Long.MAX_VALUE;
                    initial[sum.at() + sum.words() - 1] |= sum.words() == 2 ? -1 : 0;
                }
            } else if (sum.words() > 0 && sum.aggregate().function() == Function.MAX) {
                initial[sum.at()] = sum.isDouble() ? Double.doubleToLongBits(Double.NEGATIVE_INFINITY) : Long.MIN_VALUE;
            }
        }
        return initial;
    }

    /// Makes room for more in the lower halves of sums. To be called at least every `1 << SETTLED_LOG` rows.
    public void settle(long[] results, int groups) {
        for (Sum sum : sums) {
            if (sum.split()) {
                settle(results, groups, sum.at());
            }
            int at = sum.at();
            for (MomentLayout.Form form : sum.forms()) {
                if (form == MomentLayout.Form.SPLIT) {
                    settle(results, groups, at);
                }
                at += form.words();
            }
        }
    }

    private void settle(long[] results, int groups, int word) {
        for (int group = 0; group < groups; group++) {
            int at = group * words + word;
            results[at] += results[at + 1] >> Integer.SIZE;
            results[at + 1] &= 0xffff_ffffL;
        }
    }

    /// Adds the words of a group that a kernel made to those of the same group of all rows before.
    public void merge(long[] to, int base, AggregateLayout other, long[] from, int fromBase) {
        for (int i = 0; i < sums.size(); i++) {
            merge(sums.get(i), to, base, other.sums.get(i), from, fromBase);
        }
        count(to, base, other, from, fromBase);
    }

    /// Adds the words of many groups, sum by sum.
    ///
    /// @param numbers by group: its number in `to`
    public void merge(long[] to, int[] numbers, AggregateLayout other, long[] from, int groups) {
        for (int i = 0; i < sums.size(); i++) {
            Sum sum = sums.get(i);
            Sum part = other.sums.get(i);
            if (sum.isTotal() && sum.isDouble()) {
                // Where there are no values, both are 0.
                for (int group = 0; group < groups; group++) {
                    int at = numbers[group] * words + sum.at();
                    to[at] = Double.doubleToRawLongBits(Double.longBitsToDouble(to[at])
                            + Double.longBitsToDouble(from[group * other.words + part.at()]));
                }
            } else if (sum.isTotal() && part.words() == 1) {
                for (int group = 0; group < groups; group++) {
                    int at = numbers[group] * words + sum.at();
                    long low = from[group * other.words + part.at()];
                    to[at] = KernelMath.addHigh(to[at], to[at + 1], low >> 63, low);
                    to[at + 1] += low;
                }
            } else {
                for (int group = 0; group < groups && sum.words() > 0; group++) {
                    merge(sum, to, numbers[group] * words, part, from, group * other.words);
                }
            }
        }
        for (int group = 0; group < groups; group++) {
            count(to, numbers[group] * words, other, from, group * other.words);
        }
    }

    private static void merge(Sum sum, long[] to, int base, Sum part, long[] from, int fromBase) {
        boolean any = part.countAt() == NO_COUNT || from[fromBase + part.countAt()] != 0;
        if (sum.words() > 0 && any) {
            long count = to[base + sum.countAt()];
            if (sum.aggregate().function().isMoment() && sum.isDouble()) {
                MomentLayout.add(sum.words(), count, from[fromBase + part.countAt()], from, fromBase + part.at(), to,
                        base + sum.at());
            } else {
                merge(sum, count == 0, to, base + sum.at(), part, from, fromBase + part.at());
            }
        }
    }

    private void count(long[] to, int base, AggregateLayout other, long[] from, int fromBase) {
        to[base] += other.counted ? from[fromBase] : 1;
        for (int i = 0; i < sums.size(); i++) {
            if (sums.get(i).countsValues()) {
                to[base + sums.get(i).countAt()] += from[fromBase + other.sums.get(i).countAt()];
            }
        }
    }

    private static void merge(Sum sum, boolean first, long[] to, int at, Sum part, long[] from, int fromAt) {
        switch (sum.aggregate().function()) {
            case SUM, AVG -> {
                if (sum.isDouble()) {
                    to[at] = Double.doubleToRawLongBits((first ? 0.0 : Double.longBitsToDouble(to[at]))
                            + Double.longBitsToDouble(from[fromAt]));
                } else {
                    long low = from[fromAt + part.words() - 1];
                    long high = part.words() == 2 ? from[fromAt] : low >> 63;
                    if (part.split()) {
                        long upper = high << Integer.SIZE;
                        high = KernelMath.addHigh(high >> Integer.SIZE, upper, low >> 63, low);
                        low += upper;
                    }
                    to[at] = KernelMath.addHigh(to[at], to[at + 1], high, low);
                    to[at + 1] += low;
                }
            }
            case MIN -> {
                if (compare(sum, from, fromAt, to, at) < 0) {
                    System.arraycopy(from, fromAt, to, at, sum.words());
                }
            }
            case MAX -> {
                if (compare(sum, from, fromAt, to, at) > 0) {
                    System.arraycopy(from, fromAt, to, at, sum.words());
                }
            }
            case FIRST -> {
                if (first) {
                    System.arraycopy(from, fromAt, to, at, sum.words());
                }
            }
            case LAST -> System.arraycopy(from, fromAt, to, at, sum.words());
            case COUNT, COUNT_DISTINCT, QUANTILE_CONT, QUANTILE_DISC -> { }
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> MomentLayout.add(part.forms(), from, fromAt, to, at);
        }
    }

    private static int compare(Sum sum, long[] a, int aAt, long[] b, int bAt) {
        if (sum.isDouble()) {
            return Values.compare(Double.longBitsToDouble(a[aAt]), Double.longBitsToDouble(b[bAt]));
        }
        if (sum.isOrdered()) {
            return SortLayout.compare(a, aAt, b, bAt, sum.words());
        }
        return sum.words() == 2 ? KernelMath.compare(a[aAt], a[aAt + 1], b[bAt], b[bAt + 1])
                : Long.compare(a[aAt], b[bAt]);
    }

    /// The result of an aggregate of merged words.
    ///
    /// @param distinct different values, where these are counted
    /// @throws QueryException if a sum has too many digits
    public Object result(int index, long[] from, int base, long distinct) {
        Sum sum = sums.get(index);
        long count = from[base + sum.countAt()];
        int at = base + sum.at();
        return switch (sum.aggregate().function()) {
            case COUNT -> count;
            case COUNT_DISTINCT -> distinct;
            case QUANTILE_CONT, QUANTILE_DISC -> throw new IllegalStateException("of values: aggregate="
                    + sum.aggregate().name());
            case MIN, MAX -> count == 0 ? null : sum.isOrdered() ? SortLayout.text(sum.layout().get(), sum.ranks(),
                    from, at) : sum.layout().get().read(from, at);
            case FIRST, LAST -> count == 0 ? null : sum.layout().get().read(from, at);
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> count == 0 ? null : sum.isDouble() ? MomentLayout.result(sum.aggregate().function(), count,
                    from, at) : MomentLayout.result(sum.aggregate().function(), count, from, at,
                    sum.layout().orElseThrow().scale(), sum.second().map(WordLayout::scale).orElse(0));
            case SUM -> count == 0 ? null : sum.isDouble() ? (Object) Double.longBitsToDouble(from[at])
                    : fitting(sum, total(sum, from, at));
            case AVG -> count == 0 ? null : sum.isDouble() ? (Object) (Double.longBitsToDouble(from[at]) / count)
                    : fitting(sum, total(sum, from, at).divide(BigDecimal.valueOf(count),
                            sum.aggregate().type().scale(), RoundingMode.HALF_UP));
        };
    }

    private static BigDecimal total(Sum sum, long[] from, int at) {
        int scale = sum.layout().get().scale();
        return from[at] == from[at + 1] >> 63 ? BigDecimal.valueOf(from[at + 1], scale)
                : new BigDecimal(KernelMath.toBig(from[at], from[at + 1]), scale);
    }

    private static BigDecimal fitting(Sum sum, BigDecimal number) {
        ValueType type = sum.aggregate().type();
        return Values.fitting(number.setScale(type.scale()), sum.aggregate()::name);
    }
}
