// SPDX-License-Identifier: Apache-2.0
/// Answers of SQL as Parquet files, for whoever has this module and its libraries on the class path:
/// `SqlExporter.of("parquet")`.
///
/// The libraries are no modules, and share packages among them, so this is none either. Threads: any; each file is
/// written by one. Start reading at [dev.ashlar.export.ParquetExporter].
package dev.ashlar.export;
