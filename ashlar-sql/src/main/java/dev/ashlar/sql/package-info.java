// SPDX-License-Identifier: Apache-2.0
/// SQL over a store.
///
/// ```text
///   SQL text ─► parsed, checked, converted          Apache Calcite
///                  │
///               scans, as far as possible           dev.ashlar.query: Plan, run by kernels
///                  │
///               the rest                        Calcite's operators, compiled
///                  │
///               SqlResult                           rows, one at a time
/// ```
///
/// Threads: a session serves any number of threads; a result belongs to one.
/// Start reading at [dev.ashlar.sql.SqlSession].
package dev.ashlar.sql;
