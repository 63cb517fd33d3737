// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.testkit.Seed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Each group has as many values as its set of objects, whether they lie close together or not, and whoever adds them.
class GroupedValuesTest {
    private final SplittableRandom random = Seed.random("GroupedValuesTest");

    @Test
    void shouldCountAsSetsDo() {
        long somewhere = random.nextLong();
        long[] next = {random.nextLong(1000)};
        for (int groups : new int[] {1, 3, 100, 5000}) {
            assertCounts(groups, () -> random.nextLong(-100, 100));
            assertCounts(groups, () -> somewhere + random.nextInt(10_000));
            assertCounts(groups, () -> random.nextLong());
            assertCounts(groups, () -> next[0]++);
            assertCounts(groups, () -> next[0]--);
            assertCounts(groups, () -> random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(100_000));
            assertCounts(groups, () -> random.nextBoolean() ? Long.MIN_VALUE + random.nextInt(5) : Long.MAX_VALUE
                    - random.nextInt(5));
            assertCounts(groups, () -> 0);
            assertCounts(groups, () -> random.nextInt(3) * (1L << 62));
        }
    }

    private void assertCounts(int groups, LongSupplier values) {
        QueryBudget budget = new QueryBudget(QueryOptions.defaults());
        GroupedValues all = new GroupedValues(budget);
        Map<Integer, Set<Long>> expected = new HashMap<>();
        for (int part = 0; part < 3; part++) {
            GroupedValues some = new GroupedValues(budget);
            int shift = random.nextInt(groups);
            int[] numbers = IntStream.range(0, groups).map(group -> (group + shift) % groups).toArray();
            Map<Integer, Set<Long>> expectedOfSome = new HashMap<>();
            for (int i = 0, n = random.nextInt(30_000); i < n; i++) {
                int group = Math.min(random.nextInt(groups), i);
                long value = values.getAsLong();
                some.add(group, value);
                expectedOfSome.computeIfAbsent(group, _ -> new HashSet<>()).add(value);
                expected.computeIfAbsent(numbers[group], _ -> new HashSet<>()).add(value);
            }
            assertArrayEquals(counts(expectedOfSome, groups), some.counts(groups));
            all.addAll(some, numbers);
            some.release();
            assertArrayEquals(counts(expected, groups), all.counts(groups));
        }
        all.release();
    }

    private static long[] counts(Map<Integer, Set<Long>> sets, int groups) {
        return IntStream.range(0, groups).mapToLong(group -> sets.getOrDefault(group, Set.of()).size()).toArray();
    }

    @Test
    void shouldKeepToItsBudget() {
        QueryBudget budget = new QueryBudget(QueryOptions.defaults().withMemoryBytes(1 << 20));
        GroupedValues close = new GroupedValues(budget);
        for (int i = 0; i < 2_000_000; i++) {
            close.add(i % 20, i / 20);
        }
        assertEquals(100_000, close.counts(20)[7]);
        close.release();
        GroupedValues far = new GroupedValues(budget);
        QueryException full = assertThrows(QueryException.class, () -> {
            for (int i = 0; i < 2_000_000; i++) {
                far.add(i % 20, random.nextLong());
            }
        });
        assertEquals(QueryException.Reason.MEMORY, full.reason());
    }
}
