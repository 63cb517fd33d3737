// SPDX-License-Identifier: Apache-2.0
/// Tables as Parquet files, against DuckDB.
///
/// Start reading at [dev.ashlar.bench.export.ExportSuite].
package dev.ashlar.bench.export;
