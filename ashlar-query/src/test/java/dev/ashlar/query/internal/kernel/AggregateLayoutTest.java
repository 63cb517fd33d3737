// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Sums that kernels keep in halves are exact for as many rows as one kernel may take in.
class AggregateLayoutTest {
    private static final Optional<WordLayout> INT = Optional.of(layout(Integer.SIZE));
    private static final Optional<WordLayout> LONG = Optional.of(layout(Long.SIZE));

    private static WordLayout layout(int bits) {
        BigInteger most = BigInteger.TWO.pow(bits - 1);
        return new WordLayout(ValueType.INT64, Operand.Form.LONG, 1, 0, most.negate(), most.subtract(BigInteger.ONE),
                false, null);
    }

    private static AggregateLayout layout(Function function, Optional<WordLayout> y, Optional<WordLayout> x) {
        Aggregate aggregate = new Aggregate("a", function, Optional.of(Expr.of(1)), x.map(_ -> Expr.of(1)));
        return AggregateLayout.ofParts(List.of(aggregate), List.of(y), List.of(x), true);
    }

    @Test
    void shouldKeepNoMoreWordsThanNumbersNeed() {
        assertEquals(1 + 1 + 2 + 1 + 2 + 2, layout(Function.CORR, INT, INT).words());
        assertEquals(1 + 2 + 2 + 1 + 2 + 2, layout(Function.CORR, LONG, INT).words());
        assertEquals(1 + 1 + 2, layout(Function.VAR_POP, INT, Optional.empty()).words());
    }

    @Test
    void shouldAddUpAsManyRowsAsOneKernelTakesIn() {
        AggregateLayout parts = layout(Function.VAR_POP, INT, Optional.empty());
        AggregateLayout all = AggregateLayout.ofAll(List.of(parts.sums().getFirst().aggregate()), List.of(INT),
                List.of(Optional.empty()));
        int square = parts.sums().getFirst().at() + 1;
        long rows = 1 << AggregateLayout.SETTLED_LOG;
        long longest = 1L << 62;
        long shortest = (1L << AggregateLayout.SHORT_LOG) - 1;
        long[] words = parts.initial();
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 256; i++) {
            long value = i % 2 == 0 ? longest - 1 : shortest;
            if (i % 2 == 0) {
                words[square] += rows * (value >> Integer.SIZE);
                words[square + 1] += rows * (value & 0xffff_ffffL);
            } else {
                words[square + 1] += rows * value;
            }
            words[0] += rows;
            expected = expected.add(BigInteger.valueOf(value).multiply(BigInteger.valueOf(rows)));
            parts.settle(words, 1);
        }
        long[] merged = all.initial();
        all.merge(merged, 0, parts, words, 0);
        int at = all.sums().getFirst().at() + 2;
        assertEquals(expected, KernelMath.toBig(merged[at], merged[at + 1]));
        assertEquals(256 * rows, merged[0]);
    }
}
