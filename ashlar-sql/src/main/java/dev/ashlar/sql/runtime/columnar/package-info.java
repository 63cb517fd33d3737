// SPDX-License-Identifier: Apache-2.0
/// Windows, and what is computed from them, over columns of words rather than rows of objects.
///
/// ```text
///   scan ─► ScannedColumns ─► ComputedColumns ─► WindowedColumns ─► GroupedColumns ─► ColumnarRows: rows
///                                  in any order, each a Step: all rows at once
/// ```
///
/// A step gives what the operators above scans give, in the same order. What words cannot hold, or what would be an
/// error, is left to those: [NotColumnarException].
///
/// **Threading**: steps are immutable; each run is on the thread of its query.
package dev.ashlar.sql.runtime.columnar;
