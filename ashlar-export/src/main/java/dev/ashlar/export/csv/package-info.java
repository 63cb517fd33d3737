// SPDX-License-Identifier: Apache-2.0
/// Writes CSV files: columns become text by several threads, and then lines.
///
/// Threads: see [dev.ashlar.export.pipeline.ColumnarFile]. Start reading at [CsvFileWriter].
/// Uses `pipeline`.
package dev.ashlar.export.csv;
