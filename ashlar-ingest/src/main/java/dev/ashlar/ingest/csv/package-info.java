// SPDX-License-Identifier: Apache-2.0
/// CSV files as rows of tables.
///
/// ```text
///   CsvTable ─► ColumnMeasure ─► ColumnProfile ─► GeneratedSchema     first pass, without a schema
///      │    └─► FieldMatch                                            or with one: columns by fields
///      ├─► FieldWriters ─► FieldWriter ─► NumberText, TimeText, Utf8  a value into its place of a block
///      └─► CsvFile ─► CsvReader                                       records, in both passes
/// ```
///
/// Values are bytes of the file's buffer until they are bytes of a row: a value that fits costs no object.
///
/// **Threads**: one for each file.
///
/// Start with [CsvTable].
package dev.ashlar.ingest.csv;
