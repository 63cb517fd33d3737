// SPDX-License-Identifier: Apache-2.0
/// From SQL to scans.
///
/// ```text
///   Analysis    text → relational expression, by Calcite's parser, validator and converter
///   Planning    → pushed (Pushdown, RexToExpr) → exact (ExactShuttle) → Calcite's operators
///   StoreScan   the relational expression that is a Plan
/// ```
package dev.ashlar.sql.internal;
