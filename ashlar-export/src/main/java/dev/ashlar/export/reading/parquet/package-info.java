// SPDX-License-Identifier: Apache-2.0
/// Parquet files as columns of values.
///
/// ```text
///   ParquetFormat ─► ParquetFileReader ─► ParquetFooter, ColumnSchema   names and types, from the end
///                        └─► ParquetBatches ─► ChunkCursor   a pass; one cursor a column, workers share them
///                                                 ├─► PageReader                 pages, decompressed
///                                                 └─► PageValues ─► Hybrid, Deltas, …  their encodings
/// ```
///
/// Apache's generated classes read the metadata; pages are decoded here, into arrays, since its readers cost a call a
/// value. All bytes are untrusted: damage is an `ImportException` with file, row group and column.
///
/// **Threads**: one for each column at a time.
///
/// Start with [ParquetFileReader]. Uses `codec`.
package dev.ashlar.export.reading.parquet;
