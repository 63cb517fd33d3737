// SPDX-License-Identifier: Apache-2.0
/// Commands that query stores: `query`, `sql`, `export`.
///
/// ```text
///   QueryCommand ─► QueryRun             one query; or statements of options and files, by the shell
///   SqlCommand ─► SqlRun                 the shell, at a terminal or with standard input
///   ExportCommand ─► ExportRun           an answer as a file
///   StatementOptions, LimitOptions       options they share; AskSettings: their values
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [QueryRun]. Uses `shell`, `answer`, `store` and `output`.
package dev.ashlar.cli.query;
