// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.testkit.Seed;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/// It has as many values as a set of objects, whether they lie close together or not, and whoever adds them.
class DistinctValuesTest {
    private final SplittableRandom random = Seed.random("DistinctValuesTest");

    @Test
    void shouldCountAsASetDoes() {
        long somewhere = random.nextLong();
        long[] next = {random.nextLong(1000)};
        assertCounts(() -> random.nextLong(-100, 100));
        assertCounts(() -> somewhere + random.nextInt(10_000));
        assertCounts(() -> random.nextLong());
        assertCounts(() -> next[0]++);
        assertCounts(() -> next[0]--);
        assertCounts(() -> random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(100_000));
        assertCounts(() -> random.nextBoolean() ? Long.MIN_VALUE + random.nextInt(5) : Long.MAX_VALUE
                - random.nextInt(5));
        assertCounts(() -> 0);
        assertCounts(() -> random.nextInt(3) * (1L << 62));
    }

    private void assertCounts(LongSupplier values) {
        QueryBudget budget = new QueryBudget(QueryOptions.defaults());
        DistinctValues all = new DistinctValues(budget);
        Set<Long> expected = new HashSet<>();
        for (int part = 0; part < 3; part++) {
            DistinctValues some = new DistinctValues(budget);
            Set<Long> expectedOfSome = new HashSet<>();
            for (int i = 0, n = random.nextInt(30_000); i < n; i++) {
                long value = values.getAsLong();
                some.add(value);
                expectedOfSome.add(value);
            }
            assertEquals(expectedOfSome.size(), some.count());
            all.addAll(some);
            some.release();
            expected.addAll(expectedOfSome);
            assertEquals(expected.size(), all.count());
        }
        all.release();
    }

    @Test
    void shouldKeepToItsBudget() {
        QueryBudget budget = new QueryBudget(QueryOptions.defaults().withMemoryBytes(1 << 20));
        DistinctValues close = new DistinctValues(budget);
        for (long value = 0; value < 2_000_000; value++) {
            close.add(value);
        }
        assertEquals(2_000_000, close.count());
        close.release();
        DistinctValues far = new DistinctValues(budget);
        QueryException full = assertThrows(QueryException.class, () -> {
            for (int i = 0; i < 2_000_000; i++) {
                far.add(random.nextLong());
            }
        });
        assertEquals(QueryException.Reason.MEMORY, full.reason());
        assertTrue(far.count() > 10_000);
    }
}
