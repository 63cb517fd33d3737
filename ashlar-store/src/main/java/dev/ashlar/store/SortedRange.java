// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// Rows of a range of keys, in the order of their keys, and where these are the same in that of the rows.
///
/// **Threading**: that of its reader.
public interface SortedRange {
    /// The next row, or [RowReader#ABSENT] after the last.
    ///
    /// @throws IllegalStateException if the range is over, because its reader went on to newer rows or was closed
    long next();
}
