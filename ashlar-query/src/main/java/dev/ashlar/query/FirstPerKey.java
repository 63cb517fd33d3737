// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// Keeps the first rows of each key: the last quote of each symbol, the two largest trades of each account.
///
/// The rows of one key are sorted by `order`; rows that compare as equal stay in the order of the source. NULL equals
/// NULL in a key. The result has a further column, [#NUMBER]: 1 for the first row of its key, 2 for the second.
///
/// @param keys  columns of the result that make up the key; if empty, all rows have one key
/// @param order sort order by columns of the result, the most significant first
/// @param most  maximum number of rows for each key, 1 to [#MAX_ROWS]
public record FirstPerKey(List<Integer> keys, List<Order> order, int most) {
    /// Upper bound of `most`: a kernel keeps the rows of a key sorted while it reads.
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
