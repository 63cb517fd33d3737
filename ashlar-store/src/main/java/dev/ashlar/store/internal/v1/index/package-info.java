// SPDX-License-Identifier: Apache-2.0
/// Indexes of tables, kept in memory: hash and sorted. Only their declarations are on the disk.
///
/// ```
///   IndexKey (fields of a row ─► key)
///   TableHashIndex ── TableHashReader        TableSortedIndex ── TableSortedReader
///   OpenIndex: a declared one, built when it is first asked
/// ```
///
/// **Threads**: One thread updates an index; any number read it.
///
/// Start with [IndexedTable], then [TableHashIndex]. Uses `table`, `values` (for keys), `chunk` and `file`.
package dev.ashlar.store.internal.v1.index;
