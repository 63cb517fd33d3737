// SPDX-License-Identifier: Apache-2.0
/// Files of named columns as rows of tables: the one importer for CSV, Parquet and Arrow.
///
/// ```text
///   ColumnFormat ─► ColumnFile ─► BatchReader ─► ColumnValues          a format: a pass over the values, by batches
///                                                    │
///   TableImport ─► ColumnMeasure ─► ColumnProfile ◄──┤               first pass, without a schema
///      │               └─► GeneratedSchema           │
///      │                   FieldMatch                │                 or with one: columns by fields
///      └─► RowEncoder ─► FieldWriter ◄───────────────┘                 values into their places of blocks
/// ```
///
/// A format supplies columns of 64-bit values or of bytes; values become objects only in messages. A value whose type
/// is not the field's is written as the text that `ashlar export` writes for it ([ValueText]), so all formats have the
/// same rules.
///
/// **Threads**: one caller; [Workers] share the columns of a batch, or its rows, between them.
///
/// Start with [TableImport].
package dev.ashlar.ingest.table;
