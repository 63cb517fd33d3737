// SPDX-License-Identifier: Apache-2.0
/// Operators above scans that replace Calcite's, and the code that charges all operators to the budget of their query.
///
/// Threads: one thread. Start reading at [BudgetedRel], then [AggregateRel].
/// Uses `scan`, `type`.
package dev.ashlar.sql.internal.operator;
