// SPDX-License-Identifier: Apache-2.0
/// The command `import`: rows of CSV, Parquet and Arrow files into tables.
///
/// ```text
///   ImportCommand ─► ImportRun     what is asked for ─► check the file, then store its rows
/// ```
///
/// **Threads**: one command; `TableImport` has workers of its own.
///
/// Start with [ImportCommand]. Uses `load`, `schema` and `output`.
package dev.ashlar.cli.importing;
