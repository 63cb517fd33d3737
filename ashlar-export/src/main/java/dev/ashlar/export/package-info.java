// SPDX-License-Identifier: Apache-2.0
/// SQL results as Parquet, Arrow and CSV files, for programs with this module and its libraries on the class path:
/// `SqlExporter.of("parquet")`.
///
/// The libraries are no modules, and share packages among them, so this is none either. Threads: any; each file is
/// written by one. Start reading at [dev.ashlar.export.ParquetExporter].
package dev.ashlar.export;
