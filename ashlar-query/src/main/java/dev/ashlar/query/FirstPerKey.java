// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// Keeps the first rows of each key: the last quote of each symbol, the two largest trades of each account.
///
/// Rows of one key are in `order`; those that it treats as equal stay in the order of the source. NULL equals NULL in a
/// key. The result has a further column, [#NUMBER]: 1 for the first row of its key, 2 for the second.
///
/// @param keys  columns of the result that rows of one key have in common; none for one key
/// @param order by columns of the result, the most important first
/// @param most  rows of each key, 1 to [#MAX_ROWS]
public record FirstPerKey(List<Integer> keys, List<Order> order, int most) {
    /// Most rows of a key: a kernel keeps them sorted as it reads.
    public static final int MAX_ROWS = 8;
    /// Name of the column with the number of a row within its key.
    public static final String NUMBER = "number";

    public FirstPerKey {
        keys = List.copyOf(keys);
        order = List.copyOf(order);
        if (most < 1 || most > MAX_ROWS) {
            throw new IllegalArgumentException("rows of a key out of range 1.." + MAX_ROWS + ": most=" + most);
        }
    }
}
