// SPDX-License-Identifier: Apache-2.0
/// Relations whose rows are in several stores.
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
/// Each part is queried separately, with the kernels, indexes and zones of its store. Results are combined in the order
/// of the parts, so that the result does not depend on the number of threads.
///
/// Threads: any thread for relations; one thread for objects that run a query, unless documented otherwise. Start
/// reading at [PartRelations], then [PartRunner]. Uses `strategy`, `scan`, `interpreter`, `kernel`, `execution`,
/// `relation`, `column`, `value`.
package dev.ashlar.query.internal.parts;
