// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.export.parquet.ParquetFileWriter;
import dev.ashlar.export.pipeline.ExportPipeline;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.nio.file.Path;

/// Writes answers as Parquet.
///
/// | type                            | in Parquet                                          |
/// |---------------------------------|-----------------------------------------------------|
/// | `BOOLEAN`                       | BOOLEAN                                             |
/// | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | INT32 or INT64, INT(8…64, signed)        |
/// | `DECIMAL(p, s)`                 | DECIMAL(p, s) in INT32, INT64 or as few bytes as do |
/// | `REAL`, `DOUBLE`                | FLOAT, DOUBLE                                       |
/// | `TIMESTAMP`                     | INT64, TIMESTAMP(NANOS), not adjusted: it is UTC    |
/// | `DATE`, `TIME`                  | INT32, DATE; INT64, TIME(NANOS)                     |
/// | all else                        | STRING, by a dictionary where few values repeat     |
///
/// NULL is NULL. Row groups have up to a million rows, or fewer if these would take more than a sixth of the memory
/// limit. Whole numbers are delta-encoded, repeated values dictionary-encoded; columns that Snappy makes noticeably
/// shorter are compressed. If several columns have the same name, the later ones get a number: `n`, `n_2`.
///
/// **Threading**: any thread.
public final class ParquetExporter implements SqlExporter {
    @Override
    public String format() {
        return "parquet";
    }

    @Override
    public long write(SqlResult result, Path file, ExportOptions options) throws IOException {
        return ExportPipeline.run(result, file, ParquetFileWriter::new, options);
    }
}
