// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.quantile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Quantile;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.testkit.Seed;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/// Selected values are those that sorting finds.
class OrderedValuesTest {
    private final SplittableRandom random = Seed.random("OrderedValuesTest");
    private final QueryBudget budget = new QueryBudget(QueryOptions.defaults());

    @Test
    void shouldFindWhatSortingFinds() {
        List<IntToLongFunction> orders = List.of(_ -> random.nextLong(), _ -> random.nextInt(3), i -> i, i -> -i,
                i -> i % 2 == 0 ? i : -i, _ -> 7, i -> Math.abs(500 - i), _ -> random.nextBoolean() ? Long.MAX_VALUE
                : Long.MIN_VALUE, i -> i * 0x9e37_79b9L % 100);
        for (IntToLongFunction order : orders) {
            for (int count : new int[] {0, 1, 2, 24, 25, 26, 300, 3_000}) {
                agree(order, count, 1 + random.nextInt(3), random.nextInt(1, 1001));
            }
        }
    }

    /// With all groups but the first renumbered, and values of two gatherers.
    private void agree(IntToLongFunction order, int count, int groups, int mille) {
        GatheredValues all = new GatheredValues(true, budget);
        GatheredValues other = new GatheredValues(true, budget);
        int[] numbers = new int[groups];
        List<List<Object>> expected = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            expected.add(new ArrayList<>());
            numbers[i] = (i + 1) % groups;
        }
        for (int i = 0; i < count; i++) {
            int group = random.nextInt(groups);
            long value = order.applyAsLong(i);
            boolean here = random.nextBoolean();
            add(here ? all : other, value, group);
            expected.get(here ? group : numbers[group]).add(value);
        }
        all.takeAll(other, numbers);
        for (Aggregate.Function function : List.of(Aggregate.Function.QUANTILE_CONT,
                Aggregate.Function.QUANTILE_DISC)) {
            GatheredValues copy = new GatheredValues(true, budget);
            for (int group = 0; group < groups; group++) {
                for (Object value : expected.get(group)) {
                    add(copy, (Long) value, group);
                }
            }
            Aggregate aggregate = new Aggregate("q", function, Optional.of(Expr.of(1)), Optional.empty(),
                    Optional.of(BigDecimal.valueOf(mille, 3)));
            try (OrderedValues ordered = (function == Aggregate.Function.QUANTILE_CONT ? all : copy).byGroup(groups)) {
                for (int group = 0; group < groups; group++) {
                    Object found = ordered.quantile(group, aggregate, word -> word);
                    if (expected.get(group).isEmpty()) {
                        assertNull(found);
                    } else {
                        assertEquals(Quantile.of(aggregate, new ArrayList<>(expected.get(group))), found,
                                "count=" + count + ", groups=" + groups + ", mille=" + mille);
                    }
                }
            }
        }
    }

    private static void add(GatheredValues to, long value, int group) {
        if (to.count == to.values.length) {
            to.makeRoom();
        }
        to.groups[to.count] = group;
        to.values[to.count++] = value;
    }

    @Test
    void shouldGiveBackAllMemory() {
        QueryBudget small = new QueryBudget(QueryOptions.defaults().withMemoryBytes(1 << 20));
        for (int i = 0; i < 100; i++) {
            GatheredValues one = new GatheredValues(false, small);
            GatheredValues two = new GatheredValues(false, small);
            for (int n = 0; n < 10_000; n++) {
                if (one.count == one.values.length) {
                    one.makeRoom();
                }
                one.values[one.count++] = n;
            }
            two.takeAll(one, new int[1]);
            two.byGroup(1).close();
            one.release();
        }
        GatheredValues many = new GatheredValues(false, small);
        assertThrows(QueryException.class, () -> {
            for (int n = 0; n < 1 << 20; n++) {
                if (many.count == many.values.length) {
                    many.makeRoom();
                }
                many.values[many.count++] = n;
            }
        });
    }
}
