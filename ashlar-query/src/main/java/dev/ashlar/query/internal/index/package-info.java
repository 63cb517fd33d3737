// SPDX-License-Identifier: Apache-2.0
/// Finds rows by declared indexes: conditions become keys or ranges of keys, an index yields row numbers.
///
/// ```text
///   KeyConditions ─► KeyValues ─► KeyLookup ─► RowList ─► FoundRows
/// ```
///
/// Threads: one thread. Start reading at [KeyLookup].
/// Siblings it may use: `pruning`, `execution`, `relation`, `column`, `value`.
package dev.ashlar.query.internal.index;
