// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import java.util.List;

/// A digest of an answer that does not depend on the order of rows, or on the last digits of numbers.
///
/// @param rows  number of rows
/// @param keys  sum of the hashes of the groups
/// @param total sum of all numbers, each weighted by its group and column
record H2oAnswer(long rows, int keys, double total) {
    static final H2oAnswer EMPTY = new H2oAnswer(0, 0, 0);
    private static final int WEIGHTS = 1009;
    private static final double TOLERANCE = 1e-6;

    /// With one row more.
    ///
    /// @param group texts of its keys
    /// @param values NaN for NULL
    H2oAnswer with(List<String> group, double[] values) {
        int hash = group.hashCode();
        double sum = total;
        for (int i = 0; i < values.length; i++) {
            sum += (Double.isNaN(values[i]) ? 1 : values[i]) * (1 + Math.floorMod(hash + i, WEIGHTS));
        }
        return new H2oAnswer(rows + 1, keys + hash, sum);
    }

    boolean agrees(H2oAnswer other) {
        return rows == other.rows && keys == other.keys && Math.abs(total - other.total) <= TOLERANCE
                * Math.max(Math.abs(total), Math.abs(other.total));
    }
}
