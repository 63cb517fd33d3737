// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.quantile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GatheredValuesTest {
    private static final int VALUES = 300_000;

    /// As kernels do that are given no more rows than there is room for.
    @Test
    void shouldAlwaysHaveRoom() {
        GatheredValues gathered = new GatheredValues(true, new QueryBudget(QueryOptions.defaults()));
        for (int at = 0; at < VALUES;) {
            int room = Math.min(gathered.room(), VALUES - at);
            assertTrue(room > 0, "values: " + at);
            for (int i = 0; i < room; i++) {
                gathered.values[gathered.count] = at;
                gathered.groups[gathered.count++] = at++ % 2;
            }
        }
        try (OrderedValues ordered = gathered.byGroup(2)) {
            assertArrayEquals(LongStream.concat(LongStream.range(0, VALUES / 2).map(i -> 2 * i),
                    LongStream.range(0, VALUES / 2).map(i -> 2 * i + 1)).toArray(), ordered.values());
        }
    }
}
