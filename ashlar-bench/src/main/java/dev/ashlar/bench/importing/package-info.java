// SPDX-License-Identifier: Apache-2.0
/// Files into tables, against DuckDB.
///
/// ```text
///   ImportSuite ─► ImportEngine     a file that DuckDB wrote ─► the table of one engine, and sums over it
/// ```
///
/// **Threads**: those that a trial allows.
///
/// Start with [ImportSuite].
package dev.ashlar.bench.importing;
