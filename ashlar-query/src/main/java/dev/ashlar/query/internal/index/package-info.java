// SPDX-License-Identifier: Apache-2.0
/// Finds rows by declared indexes: conditions become keys or ranges of keys, an index yields row numbers.
///
/// ```text
///   KeyPredicates ─► KeyRanges ─► IndexLookup ─► RowList ─► IndexedRows
/// ```
///
/// Threads: one thread. Start reading at [IndexLookup].
/// Uses `pruning`, `execution`, `relation`, `column`, `value`.
package dev.ashlar.query.internal.index;
