// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// An operator over columns.
///
/// **Threading**: immutable.
public sealed interface Step permits ComputedColumns, GroupedColumns, MeasuredColumns, ScannedColumns,
        WindowedColumns {
    /// All rows.
    ///
    /// @throws NotColumnarException if operators over objects have to compute them
    Columns read(Run run);
}
