// SPDX-License-Identifier: Apache-2.0
/// Turns every failure of a query into a `SqlException`: one line, with its place and advice where they are known.
///
/// ```text
///   StatementProblems ─► SyntaxProblems       of the parser
///            └► ValidationProblems   of the validator ─► NameAdvice: the table or column that was meant
///                     └──────────────────► TypeAdvice: what to write of types that do not fit
/// ```
///
/// Threads: immutable; any thread. Start reading at [StatementProblems].
/// Uses nothing of its siblings.
package dev.ashlar.sql.internal.problem;
