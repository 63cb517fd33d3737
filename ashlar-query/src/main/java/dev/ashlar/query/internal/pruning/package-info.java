// SPDX-License-Identifier: Apache-2.0
/// Excludes rows for which a condition cannot be true, without reading all rows: by zones of chunks and finer zones, by
/// row numbers, and by sorted times and parents.
///
/// ```text
///   RowSelection ─┬─ ZonePruner                   chunks
///                 └─ ColumnRanges ─► RowSearch    rows of a chunk, by searching or by FineZones
///                       └─ ParentRows             the same for what rows belong to
/// ```
///
/// Threads: immutable but for [UnsealedTimeOrder] and [FineZones]; any thread. Start reading at [RowSelection], then
/// [ZonePruner] and [ColumnRanges].
/// Uses `relation`, `column`.
package dev.ashlar.query.internal.pruning;
