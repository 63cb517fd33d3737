// SPDX-License-Identifier: Apache-2.0
/// Finds out, without reading all rows, which of them a condition cannot be true for: by zones of chunks and finer
/// ones, by row numbers, by times and parents in order.
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
