// SPDX-License-Identifier: Apache-2.0
/// From SQL to scans.
///
/// ```text
///   Analysis    text → relational expression, by Calcite's parser, validator and converter
///   Planning    → pushed (Pushdown, RexToExpr) → exact (ExactShuttle) → Calcite's operators
///   StoreScan   the relational expression that is a Plan
///
///   QueryBudget     time, memory and cancellation, from the text to the last row: Planners ask it, SqlTypes, and by
///                   BoundedCode and WatchedRel all that Calcite's operators do
///   StatementText   → StatementBounds → StatementParts: what is refused before it is planned
///   Problems        the one boundary where whatever goes wrong becomes a SqlException
/// ```
package dev.ashlar.sql.internal;
