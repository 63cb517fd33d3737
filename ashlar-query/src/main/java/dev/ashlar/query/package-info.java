// SPDX-License-Identifier: Apache-2.0
/// Typed questions to the tables, journals and last-value tables of a store.
///
/// ```text
///   Relations.of(store) ─ Relation ─ Column*            what can be asked
///                            │ scan()
///                          Scan ─ Expr, Aggregate       the question, put together
///                            │ plan()
///                          Plan                         the same as a value
///                            │ run(QueryOptions)
///                          Result                       rows, one at a time
/// ```
///
/// Threads: relations, expressions and plans are immutable, share freely; a scan and a result belong to one thread.
/// Start reading at [Relations], then [Plan].
package dev.ashlar.query;
