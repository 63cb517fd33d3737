// SPDX-License-Identifier: Apache-2.0
/// Typed queries over the tables, journals and last-value tables of a store.
///
/// ```text
///   Relations.of(store) ─ Relation ─ Column*            what can be queried
///                            │ scan()
///                          Scan ─ Expr, Aggregate       the query being built
///                            │ plan()
///                          Plan                         the query as a value
///                            │ run(QueryOptions)
///                          Result                       rows, one at a time
/// ```
///
/// Threads: relations, expressions and plans are immutable and may be shared freely; a scan and a result belong to one
/// thread at a time. Start reading at [Relations], then [Plan].
package dev.ashlar.query;
