// SPDX-License-Identifier: Apache-2.0
/// Turns every failure of a query into a `SqlException`: one line, with its place and advice where they are known.
///
/// ```text
///   Problems ─► SyntaxProblems       of the parser
///            └► ValidationProblems   of the validator ─► Names: the table or column that was meant
/// ```
///
/// Threads: immutable; any thread. Start reading at [Problems].
/// Uses nothing of its siblings.
package dev.ashlar.sql.internal.problem;
