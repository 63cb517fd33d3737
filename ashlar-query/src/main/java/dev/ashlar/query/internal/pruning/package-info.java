// SPDX-License-Identifier: Apache-2.0
/// Finds out, without reading rows, which of them a condition cannot be true for: by zones of chunks, by row
/// numbers, by times in order.
///
/// Threads: immutable but for [UnsealedTimeOrder]; any thread. Start reading at [RowSelection], then [ZonePruner] and
/// [ColumnRanges].
/// Uses `relation`, `column`.
package dev.ashlar.query.internal.pruning;
