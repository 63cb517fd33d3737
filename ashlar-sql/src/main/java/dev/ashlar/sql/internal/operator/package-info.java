// SPDX-License-Identifier: Apache-2.0
/// Operators above scans that replace Calcite's, and what gives all operators the budget of their query.
///
/// Threads: one thread. Start reading at [BudgetedRel], then [AggregateRel].
/// Uses `scan`, `type`.
package dev.ashlar.sql.internal.operator;
