// SPDX-License-Identifier: Apache-2.0
/// Parquet files: how columns become pages, and pages a file.
///
/// ```text
///   ParquetFileWriter ─► NumberColumn, TextColumn ─► ColumnChunkWriter ─► Packing, Snappy
/// ```
///
/// Threads: each column of a group is encoded by one thread. Start reading at
/// [dev.ashlar.export.parquet.ParquetFileWriter].
package dev.ashlar.export.parquet;
