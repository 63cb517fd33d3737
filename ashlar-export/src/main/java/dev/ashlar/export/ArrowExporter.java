// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import dev.ashlar.export.arrow.ArrowFileWriter;
import dev.ashlar.export.pipeline.ExportPipeline;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.nio.file.Path;

/// Writes answers as Arrow IPC files, also known as Feather version 2, not compressed.
///
/// | type                                       | in Arrow                                     |
/// |--------------------------------------------|----------------------------------------------|
/// | `BOOLEAN`                                  | Bool                                         |
/// | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | Int(8…64, signed)                            |
/// | `DECIMAL(p, s)`                            | Decimal(p, s) of 128 bits                    |
/// | `REAL`, `DOUBLE`                           | FloatingPoint                                |
/// | `TIMESTAMP`                                | Timestamp(NANOSECOND), without zone: it is UTC |
/// | `DATE`, `TIME`                             | Date(DAY), Time(NANOSECOND)                  |
/// | all else                                   | Utf8                                         |
///
/// NULL is NULL. Batches have up to 131,072 rows. If several columns have the same name, the later ones get a number:
/// `n`, `n_2`.
///
/// **Threading**: any thread.
public final class ArrowExporter implements SqlExporter {
    @Override
    public String format() {
        return "arrow";
    }

    @Override
    public long write(SqlResult result, Path file, ExportOptions options) throws IOException {
        return ExportPipeline.run(result, file, ArrowFileWriter::new, options);
    }
}
