// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

/// Rows of a range of keys, in key order; rows with equal keys are in row order.
///
/// **Threading**: that of its reader.
public interface SortedRange {
    /// The next row, or [RowReader#ABSENT] after the last.
    ///
    /// @throws IllegalStateException if the range has ended because its reader moved on to newer rows or was closed
    long next();
}
