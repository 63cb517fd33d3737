// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.Column;
import dev.ashlar.query.Order;
import dev.ashlar.query.internal.value.Values;
import java.util.Comparator;
import java.util.List;

/// Compares rows of a result.
record RowOrder(List<Order> order, List<Column> columns) implements Comparator<Object[]> {
    @Override
    public int compare(Object[] left, Object[] right) {
        for (Order by : order) {
            Object a = left[by.column()];
            Object b = right[by.column()];
            int found;
            if (a == null || b == null) {
                found = a == b ? 0 : (a == null) == by.nullsFirst() ? -1 : 1;
            } else {
                found = Values.compare(a, b, columns.get(by.column()).type());
                found = by.descending() ? -found : found;
            }
            if (found != 0) {
                return found;
            }
        }
        return 0;
    }
}
