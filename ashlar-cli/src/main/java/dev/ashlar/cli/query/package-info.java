// SPDX-License-Identifier: Apache-2.0
/// Commands that query a store: `query`, `sql`, `export`.
///
/// ```text
///   QueryCommand ─► QueryRun ─► AnswerPrinter     one query, as a table, CSV or JSON
///   SqlCommand ─► SqlPrompt ─► SqlShell           queries line by line
///   ExportCommand ─► ExportRun                    an answer as a file
///   QueryLimits, AnswerSettings, AnswerFormat     options they share
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [QueryRun]. Uses `store` and `output`.
package dev.ashlar.cli.query;
