// SPDX-License-Identifier: Apache-2.0
/// Rewrites syntax of DuckDB and PostgreSQL to SQL that Calcite's parser accepts.
///
/// ```text
///   text ─► Tokens: words, names, signs, groups in ()
///             └─► Dialect: the command; CastForms, IntervalForms: casts and intervals;
///                 QueryForms, ExpressionForms: clauses and calls in another order or spelling
///                   └─► DialectText ─► PlacedParser: with the places of the text as it was written
///                                        └─► TreeForms: what only the parsed statement can say
/// ```
///
/// Nothing here searches the text of a statement: quotes, comments and nesting are recognized first.
///
/// Threads: one thread. Start reading at [Dialect].
/// Uses `problem`, `type`.
package dev.ashlar.sql.internal.dialect;
