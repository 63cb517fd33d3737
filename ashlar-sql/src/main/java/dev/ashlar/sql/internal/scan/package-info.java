// SPDX-License-Identifier: Apache-2.0
/// A plan of `dev.ashlar.query` as a relational expression, and the rules that push conditions, columns, groups, order
/// and limits into it.
///
/// ```text
///   Pushdown ─► RexToExpr    expressions
///        │ ├──► ParentJoin   joins of a group with its message
///        │ └──► KeyedScan    first rows of each key
///        └────► StoreScan    the result
/// ```
///
/// Threads: one thread. Start reading at [Pushdown].
/// Uses `type`.
package dev.ashlar.sql.internal.scan;
