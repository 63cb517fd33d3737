// SPDX-License-Identifier: Apache-2.0
/// Checks a statement before it is planned, and rewrites what Calcite would read differently.
///
/// ```text
///   text ─► StatementText ─► parser ─► StatementBounds ─► StatementParts
///             ─► ParameterLiterals, Intervals ─► validator
/// ```
///
/// Threads: one thread. Start reading at [StatementText], then [StatementBounds].
/// Uses `problem`, `type`.
package dev.ashlar.sql.internal.statement;
