// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.junit.jupiter.api.Test;

class AsofRowsTest {
    private final List<String> opened = new ArrayList<>();

    private Enumerable<Object[]> rows(String name, Object[]... rows) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<Object[]> enumerator() {
                opened.add(name);
                return Linq4j.enumerator(List.of(rows));
            }
        };
    }

    /// While both are written to: a row on the right that was committed before one on the left has to be seen.
    @Test
    void shouldOpenTheLeftSideFirst() {
        AsofRows.Side side = new AsofRows.Side(List.of(0), 1, 2);
        RowBudget budget = new RowBudget() {
            @Override
            public void row(long keptBytes) {
            }
        };
        DataContext context = (DataContext) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {DataContext.class}, (_, _, _) -> budget);
        Enumerable<Object[]> joined = new AsofRows(side, side, AsofRows.Direction.AT_OR_BEFORE, false, Optional.empty(),
                Optional.empty()).joined(rows("left", new Object[] {"A", 5L}), rows("right", new Object[] {"A", 3L}), context);
        assertEquals(1, joined.toList().size());
        assertEquals(List.of("left", "right"), opened);
    }
}
