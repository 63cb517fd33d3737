// SPDX-License-Identifier: Apache-2.0
/// Parquet, Arrow and CSV: answers of SQL as files, and files as columns to import.
///
/// It exports no package: [dev.ashlar.sql.SqlExporter] and [dev.ashlar.ingest.table.ColumnFormat] find it as services.
@SuppressWarnings("requires-automatic")
module dev.ashlar.export {
    requires dev.ashlar.ingest;
    requires dev.ashlar.sql;
    requires flatbuffers.java;
    requires org.apache.arrow.format;
    requires parquet.format.structures;

    provides dev.ashlar.ingest.table.ColumnFormat with dev.ashlar.export.reading.parquet.ParquetFormat,
            dev.ashlar.export.reading.arrow.ArrowFormat;
    provides dev.ashlar.sql.SqlExporter with dev.ashlar.export.ParquetExporter, dev.ashlar.export.ArrowExporter,
            dev.ashlar.export.CsvExporter;
}
