// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

/// A digest of an answer that does not depend on the order of rows.
///
/// @param rows number of rows
/// @param hash sum of the hashes of their texts
record AsofAnswer(long rows, int hash) {
    static final AsofAnswer EMPTY = new AsofAnswer(0, 0);

    /// With one row more.
    AsofAnswer with(String row) {
        int mixed = row.hashCode() * 0x9e37_79b9;
        return new AsofAnswer(rows + 1, hash + (mixed ^ mixed >>> 15));
    }
}
