// SPDX-License-Identifier: Apache-2.0
/// Relations whose rows lie in several stores.
///
/// ```text
///   plan ─► PartRunner ─► PartPruner    parts that may have rows
///                           │ open
///                           ▼
///                         PartPlan      the plan in the columns of one part, without what is constant there
///                           │ QueryRunner, several parts at once
///                           ▼
///                         PartStream, TopRows, KeyedRows or PartGroups: one result
/// ```
///
/// Each part is a query of its own, with the kernels, indexes and zones of its store. Results of parts are put together
/// in the order of the parts, so that the answer does not depend on the number of threads.
///
/// Threads: relations any thread; what runs a query, one thread except where it says so.
/// Start reading at [PartRelations], then [PartRunner].
/// Uses `strategy`, `scan`, `interpreter`, `kernel`, `execution`, `relation`, `column`, `value`.
package dev.ashlar.query.internal.parts;
